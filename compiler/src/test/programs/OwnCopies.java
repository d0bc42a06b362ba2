import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** The clauses firstprivate and private give a block its own variables. */
public class OwnCopies {
  public static void main(String[] args) {
    int x = 1;
    String s = "s";
    //#omp target virtual(worker) firstprivate(x, s)
    System.out.println(x + s);
    //#omp target virtual(worker) private(x) private(s)
    {
      x = 5;
      s = "own";
      System.out.println(x + s);
    }
    System.out.println("still " + atLeast(x, 1));

    List<Integer> seen = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      //#omp target virtual(worker) name_as(t) firstprivate(i)
      synchronized (seen) {
        seen.add(i);
      }
    }
    //#omp wait(t)
    seen.sort(null);
    System.out.println(seen);

    int y = 3;
    y++;
    //#omp target virtual(worker) firstprivate(y)
    {
      //#omp target virtual(worker) firstprivate(y) if(y > 3)
      {
        int copy = y;
        IntSupplier supplier = () -> copy + 1;
        System.out.println(supplier.getAsInt());
      }
      //#omp target virtual(worker)
      System.out.println("outer's " + y);
    }
    int z = 1;
    z = 2;
    //#omp target virtual(worker) private(z) shared(y)
    {
      z = 7;
      //#omp target virtual(worker)
      {
        z++;
        System.out.println("shared within " + z + y);
      }
    }
    int once;
    //#omp target virtual(worker) private(once)
    {
      once = 4;
      Runnable r = () -> System.out.println("once " + once);
      r.run();
    }
    for (List<? extends Number> numbers : List.of(List.of(1), List.of(2.5))) {
      //#omp target virtual(worker) default(none) firstprivate(numbers)
      System.out.println(numbers);
    }
    long wide = 5L;
    System.out.println("x$firstprivate".length() + "wide$" + "firstprivate" + PART + "rivate");
    //#omp target virtual(worker) firstprivate(wide, y)
    {
      Base base = wide > 4 ? new Left() : new Right();
      wide = 1L << 40;
      System.out.println(base.getClass() + " " + wide + y + 3.5);
    }
    var anonymous = new Object() { int hits = 1; };
    //#omp target virtual(worker) firstprivate(anonymous)
    System.out.println(anonymous.hits);
  }

  static final String PART = "y$$firstp";

  static class Base {}

  static final class Left extends Base {}

  static final class Right extends Base {}

  static boolean atLeast(int x, int least) {
    return x >= least;
  }
}
