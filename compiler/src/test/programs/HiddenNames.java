import java.util.List;

/** The program's own names may equal those of the runtime library and its package. */
public class HiddenNames {
  static class TargetBlocks {
    int run = 1;
  }

  static class Shared<T> {
    T of;
  }

  interface Resumed {
    int awaited();
  }

  @interface Resumable {}

  enum Critical {
    ENTER
  }

  static int dev = 2;

  //#omp async
  @Resumable
  static int later(int n) {
    int dev = n;
    //#omp target virtual(worker) await
    dev += 1;
    return dev;
  }

  //#omp async
  static void done(int n) {
    int dev = later(n);
    //#omp target virtual(worker) await
    dev += later(dev);
    System.out.println("done " + dev);
  }

  public static void main(String[] args) {
    int Shared = 1;
    Resumed resumed = () -> 3;
    TargetBlocks blocks = new TargetBlocks();
    Shared<List<String>> own = new Shared<>();
    var list = List.of(new Object() { int TargetBlocks = 4; });
    //#omp target virtual(worker)
    {
      Shared += dev;
      own.of = List.of("a");
      list = List.of();
      blocks.run += resumed.awaited();
    }
    for (int i = 0; i < 2; done(i), i++) {
      //#omp critical(dev)
      Shared += Critical.values().length;
    }
    int sum;
    //#omp await(later(int))
    sum = later(Shared);
    done(sum);
    System.out.println(Shared + " " + own.of + " " + blocks.run + " " + list.size() + " " + sum);
  }
}
