import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Handlers that await futures, processes and threads of the JDK, in all places of expressions. */
public class AwaitedFutures {
  private static final ExecutorService POOL =
      Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
      });

  /** It overrides {@code join}, so the twin must call the overriding method. */
  static final class Counted extends CompletableFuture<Integer> {
    int joins;

    @Override
    public Integer join() {
      joins++;
      return super.join();
    }
  }

  /** It overrides {@code get} with the same type of result as an array. */
  static final class Texts extends CompletableFuture<String[]> {
    @Override
    public String[] get() throws InterruptedException, ExecutionException {
      return super.get();
    }
  }

  /** Its {@code get} throws what no future of the JDK throws. */
  record Unusual(Throwable thrown) implements Future<String> {
    @Override
    public boolean cancel(boolean interrupts) {
      return false;
    }

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public boolean isDone() {
      return false;
    }

    @Override
    public String get() throws InterruptedException {
      if (thrown instanceof InterruptedException interrupted) {
        throw interrupted;
      }
      throw (Error) thrown;
    }

    @Override
    public String get(long timeout, TimeUnit unit) throws InterruptedException {
      return get();
    }
  }

  static <T> CompletableFuture<T> soon(T value) {
    return CompletableFuture.supplyAsync(() -> value, POOL);
  }

  static <T> CompletableFuture<T> failing(String message) {
    return CompletableFuture.supplyAsync(
        () -> {
          throw new IllegalStateException(message);
        },
        POOL);
  }

  //#omp async
  static int sum() throws Exception {
    //#omp await(join())
    int sum = soon(1).join() + (soon(2).join() > 1 ? soon(3).join() : 0) + CompletableFuture.completedFuture(4).join();
    long wide = 7L;
    for (int i = 0; i < 3; i++) {
      //#omp await(get())
      wide += POOL.submit(() -> 10L).get();
    }
    System.out.println(wide);
    return sum;
  }

  //#omp async
  static <F extends Future<String>> String generic(F future) throws Exception {
    //#omp await(get())
    return future.get() + future.get();
  }

  //#omp async
  static void failures() throws Exception {
    try {
      //#omp await(join())
      failing("joined").join();
    } catch (CompletionException e) {
      System.out.println(e.getCause().getMessage());
    }
    try {
      //#omp await(get())
      failing("got").get();
    } catch (ExecutionException e) {
      System.out.println(e.getCause().getMessage());
    } finally {
      System.out.println("finally");
    }
    CompletableFuture<String> never = new CompletableFuture<>();
    try {
      //#omp await(get(long, TimeUnit))
      System.out.println(never.get(1, TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      System.out.println("too late");
    }
    //#omp await(get(long, TimeUnit))
    System.out.println(soon("in time").get(1, TimeUnit.HOURS));
  }

  //#omp async
  static void unusual() throws Exception {
    for (Throwable thrown : new Throwable[] {new AssertionError("e"), new InterruptedException("i")}) {
      try {
        //#omp await(get())
        new Unusual(thrown).get();
      } catch (AssertionError | InterruptedException e) {
        System.out.println(e.getMessage());
      }
      try {
        //#omp await(get(long, TimeUnit))
        new Unusual(thrown).get(1, TimeUnit.HOURS);
      } catch (AssertionError | InterruptedException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  //#omp async
  static void others() throws Exception {
    Process process = new ProcessBuilder("sh", "-c", "exit 3").start();
    //#omp await(waitFor())
    int status = process.waitFor();
    System.out.println("status " + status);
    Process second = new ProcessBuilder("sh", "-c", "exit 0").start();
    //#omp await(waitFor(long, TimeUnit))
    boolean ended = second.waitFor(1, TimeUnit.HOURS);
    System.out.println(ended);
    Thread thread = new Thread(() -> System.out.println("in a thread"));
    thread.start();
    //#omp await(join())
    thread.join();
    System.out.println("joined " + thread.isAlive());
    ForkJoinTask<String> task = ForkJoinPool.commonPool().submit(() -> "forked");
    //#omp await(get())
    System.out.println(task.get());
    FutureTask<String> mine = new FutureTask<>(() -> "mine");
    POOL.execute(mine);
    //#omp await(get())
    System.out.println(mine.get());
    Counted counted = new Counted();
    POOL.execute(() -> counted.complete(5));
    CompletableFuture<Integer> plain = counted;
    //#omp await(join())
    int five = plain.join();
    System.out.println(five + " " + counted.joins);
    Counted narrow = new Counted();
    POOL.execute(() -> narrow.complete(7));
    // The class file calls a method whose result is an Integer, not an Object.
    //#omp await(join())
    int seven = 1 + narrow.join() - 1;
    System.out.println(seven + " " + narrow.joins);
    Texts texts = new Texts();
    POOL.execute(() -> texts.complete(new String[] {"an", "array"}));
    //#omp await(get())
    System.out.println(texts.get()[1]);
    CompletableFuture<? extends Number> wild = soon(6);
    //#omp await(join())
    Number six = wild.join();
    System.out.println(six);
  }

  //#omp async
  static void all() throws Exception {
    //#omp await(sum())
    System.out.println(sum());
    //#omp await(generic(F))
    System.out.println(generic(soon("twice ")));
    //#omp await(failures())
    failures();
    //#omp await(unusual())
    unusual();
    //#omp await(others())
    others();
  }

  public static void main(String[] args) throws Exception {
    //#omp target virtual(worker)
    {
      //#omp await(all())
      all();
    }
  }
}
