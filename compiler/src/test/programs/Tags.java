import java.util.concurrent.atomic.AtomicInteger;

/** Tags belong to the whole program; a wait waits for all earlier blocks of the tag. */
public class Tags {
  static final AtomicInteger done = new AtomicInteger();

  public static void main(String[] args) {
    //#omp wait(nothing)
    for (int i = 0; i < 10; i++) start();
    startOther();
    collect();
    System.out.println(done.get());
    collect();
    switch (done.get()) {
      case 12:
        System.out.println("twelve");
        start();
        //#omp wait(a)
      default:
        System.out.println(done.get());
        //#omp wait(a, b)
    }
    if (done.get() > 0) {
      start(); //#omp wait(a)
    }
    Runnable r = () -> {
      //#omp target virtual(worker) nowait
      //#omp target virtual(worker) name_as(b)
      done.incrementAndGet();
      //#omp wait(b)
    };
    r.run();
    //#omp target virtual(worker) name_as(nothing)
    {
    }
    //#omp wait(nothing) // a remark
  }

  static void start() {
    //#omp target virtual(worker), name_as(a)
    done.incrementAndGet();
  }

  static void startOther() {
    //#omp target virtual(worker) name_as(b) // its own tag
    done.addAndGet(2);
  }

  static void collect() {
    //#omp wait(a, b)
  }
}
