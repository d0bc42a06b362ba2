import java.util.ArrayList;
import java.util.List;

/** A short program with the directives of version 0.1.0. Its class files are kept, and must run on every later version. */
public class Kept {
  private int sum;

  public static void main(String[] args) throws Exception {
    Kept kept = new Kept();
    kept.blocks();
    kept.critical();
    System.out.println(kept.search("bread", 2));
    kept.failures();
    kept.handler();
  }

  private void blocks() {
    List<String> seen = new ArrayList<>();
    String name = "outer";
    int copied = 3;
    //#omp target virtual(worker)
    {
      name = Thread.currentThread().getName().startsWith("worker") ? "a worker" : "another thread";
    }
    seen.add(name);
    int first;
    int second;
    //#omp target virtual(worker) name_as(both) firstprivate(copied)
    first = copied++;
    //#omp target virtual(worker) name_as(both) if(copied > 100)
    second = copied;
    //#omp wait(both)
    seen.add(first + " " + second + " " + copied);
    System.out.println(seen);
  }

  private void critical() {
    //#omp target virtual(worker) name_as(adds)
    add(1);
    //#omp target virtual(worker) name_as(adds)
    add(2);
    //#omp wait(adds)
    System.out.println(sum);
  }

  private void add(int number) {
    //#omp critical(sum)
    sum += number;
  }

  //#omp async
  String search(String what, int times) {
    StringBuilder found = new StringBuilder();
    for (int i = 0; i < times; i++) {
      String one;
      //#omp target virtual(worker) await
      one = what + i;
      found.append(one).append(' ');
    }
    return found.toString().strip();
  }

  private void failures() {
    try {
      //#omp target virtual(worker)
      {
        throw new IllegalStateException("from a block");
      }
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
  }

  private void handler() throws Exception {
    java.util.concurrent.CountDownLatch ended = new java.util.concurrent.CountDownLatch(1);
    java.awt.EventQueue.invokeLater(
        () -> {
          String found;
          //#omp await(String search(String, int))
          found = search("milk", 1) + ", " + search("tea", 1);
          boolean loop = java.awt.EventQueue.isDispatchThread();
          System.out.println(found + (loop ? " on the event thread" : ""));
          ended.countDown();
        });
    ended.await();
  }
}
