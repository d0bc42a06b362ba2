import dev.hocket.core.Targets;
import java.util.concurrent.atomic.AtomicInteger;

/** Blocks nested in any combination of targets and modes. */
public class Nesting {
  public static void main(String[] args) {
    Targets.create("pool", 2);
    AtomicInteger hits = new AtomicInteger();
    int depth = 0;
    //#omp target virtual(worker)
    {
      depth++;
      //#omp target virtual(edt)
      {
        depth++;
        //#omp target virtual(worker) name_as(inner)
        {
          //#omp target virtual(edt)
          hits.incrementAndGet();
        }
        //#omp target virtual(edt)
        hits.incrementAndGet();
        //#omp target
        depth++;
        //#omp target device(depth - 3)
        depth++;
      }
      //#omp wait(inner)
      //#omp target virtual(pool)
      //#omp target virtual(worker)
      depth++;
    }
    System.out.println(depth + " " + hits.get());
    int i = 0, x = 0;
    i = 4;
    //#omp target virtual(pool) if(i > 3 && hits.get() == 2)
    {
      //#omp target virtual(worker) if(i > depth(i)) firstprivate(i, x)
      {
        x++;
        //#omp target virtual(pool) if(x == 1)
        System.out.println("i " + i);
      }
      //#omp target virtual(pool)
      System.out.println("i " + i);
    }
  }

  static int depth(int n) {
    return n - 1;
  }
}
