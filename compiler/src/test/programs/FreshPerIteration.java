import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A variable declared in a loop's body is new in each iteration, even if a block writes it. */
public class FreshPerIteration {
  public static void main(String[] args) {
    List<Integer> results = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 20; i++) {
      int mine = i;
      //#omp target virtual(worker) name_as(t)
      {
        mine = mine * mine;
        results.add(mine);
      }
    }
    for (int i : new int[] {100, 200}) {
      //#omp target virtual(worker) name_as(t)
      {
        i++;
        results.add(i);
      }
    }
    //#omp wait(t)
    Collections.sort(results);
    System.out.println(results);
  }
}
