import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Listing 2 of paper 2 as a whole program: a handler in two halves. Workers compute the halves, and
 * the handler shows its progress after each. Meanwhile the event thread handles other events.
 */
public class Listing2 {
  private static final List<String> NOTICES = Collections.synchronizedList(new ArrayList<>());

  private static long sum;

  public static void main(String[] args) {
    //#omp target virtual(edt) name_as(handler)
    eventHandler();
    //#omp wait(handler)
    System.out.println(NOTICES);
    System.out.println(sum);
  }

  static void eventHandler() {
    //#omp target virtual(worker) await
    computeHalf(0, 500_000);
    //#omp target virtual(edt) nowait
    notify("Task half finished");
    //#omp target virtual(worker) await
    computeHalf(500_000, 1_000_000);
    //#omp target virtual(edt) nowait
    notify("Task finished");
  }

  static void computeHalf(int from, int to) {
    for (int i = from; i < to; i++) {
      sum += i;
    }
  }

  static void notify(String text) {
    NOTICES.add(text);
  }
}
