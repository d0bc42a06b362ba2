import static dev.hocket.events.Events.doneEvt;
import static dev.hocket.events.Events.spawn;

import dev.hocket.core.Block;
import dev.hocket.core.Targets;
import dev.hocket.core.Worker;
import dev.hocket.events.Channel;
import java.time.Duration;

/** Processes that are handlers: they receive and send on the one thread of a worker. */
public class SpawnedProcesses {
  private static final Channel<Integer> IN = new Channel<>("in");
  private static final Channel<Integer> OUT = new Channel<>("out");

  public static void main(String[] args) throws InterruptedException {
    Worker pool = Targets.create("processes", 1);
    pool.setUncaughtHandler((block, failure) -> System.out.println(failure.getMessage()));
    methodReference(pool);
    processOfAProcess(pool);
    cancelled(pool);
    failing(pool);
    chain(pool);
    pool.shutdown(Duration.ofMinutes(1));
  }

  private static void methodReference(Worker pool) throws InterruptedException {
    Block process = spawn(pool, SpawnedProcesses::tenfold);
    for (int i = 1; i <= 2; i++) {
      IN.send(i);
      System.out.println(OUT.recv());
    }
    doneEvt(process).sync();
    System.out.println(process.state());
  }

  //#omp async
  static void tenfold() throws InterruptedException {
    for (int i = 0; i < 2; i++) {
      int n;
      //#omp await(recv())
      n = IN.recv();
      //#omp await(send(T))
      OUT.send(10 * n);
    }
  }

  /** The inner process never runs in the middle of the outer one, which waits for it. */
  private static void processOfAProcess(Worker pool) throws InterruptedException {
    Block outer =
        spawn(pool, () -> {
          boolean[] ran = new boolean[1];
          Block inner =
              spawn(pool, () -> {
                ran[0] = true;
                //#omp await(recv())
                System.out.println("inner " + IN.recv());
              });
          System.out.println("ran in place: " + ran[0]);
          IN.send(3);
          inner.join();
          System.out.println("outer");
        });
    outer.join();
  }

  private static void cancelled(Worker pool) throws InterruptedException {
    Block process =
        spawn(pool, () -> {
          try {
            //#omp await(recv())
            IN.recv();
          } finally {
            System.out.println("finally");
          }
        });
    while (IN.waiting() == 0) {
      Thread.onSpinWait();
    }
    process.cancel();
    doneEvt(process).sync();
    System.out.println("waiting: " + IN.waiting());
  }

  private static void failing(Worker pool) throws InterruptedException {
    Block process =
        spawn(pool, () -> {
          int n;
          //#omp await(recv())
          n = IN.recv();
          throw new IllegalStateException("failed with " + n);
        });
    IN.send(5);
    doneEvt(process).sync();
    System.out.println(process.failure().getMessage());
  }

  private static void chain(Worker pool) throws InterruptedException {
    Channel<Integer> first = new Channel<>("first");
    Channel<Integer> last = first;
    for (int i = 0; i < 300; i++) {
      Channel<Integer> from = last;
      Channel<Integer> to = new Channel<>("link");
      spawn(pool, () -> {
        int n;
        //#omp await(recv())
        n = from.recv();
        //#omp await(send(T))
        to.send(n + 1);
      });
      last = to;
    }
    first.send(0);
    System.out.println(last.recv());
  }
}
