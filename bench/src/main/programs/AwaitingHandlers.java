import dev.hocket.bench.channels.HandlerChannels;
import dev.hocket.bench.race.Spin;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;

/** Handlers that await; {@code hocket bench await} compiles and runs them. */
public final class AwaitingHandlers {
  /** A handler that awaits n blocks of the target {@code worker}, one after the other. */
  public ObjIntConsumer<Runnable> roundTrips() {
    return (done, n) -> {
      int count = 0;
      for (int i = 0; i < n; i++) {
        //#omp target virtual(worker) await
        count++;
      }
      if (count != n) {
        throw new AssertionError(count + " round trips of " + n);
      }
      done.run();
    };
  }

  /** The handler of {@link #roundTrips} with blocks of 5 µs on {@code slow}. */
  public ObjIntConsumer<Runnable> slowTrips() {
    return (done, n) -> {
      int count = 0;
      for (int i = 0; i < n; i++) {
        //#omp target virtual(slow) await
        {
          Spin.spin(5_000);
          count++;
        }
      }
      if (count != n) {
        throw new AssertionError(count + " round trips of " + n);
      }
      done.run();
    };
  }

  /** A handler that awaits futures, one after the other; each makes the next, and the last is 0. */
  public BiConsumer<Runnable, IntFunction<CompletableFuture<Integer>>> futures() {
    return (done, next) -> {
      int left = -1;
      while (left != 0) {
        //#omp await(join())
        left = next.apply(left).join();
      }
      done.run();
    };
  }

  /** A handler that awaits one future, n times; the future may be finished. */
  public ObjIntConsumer<CompletableFuture<Integer>> sameFuture() {
    return (future, n) -> {
      int sum = 0;
      for (int i = 0; i < n; i++) {
        //#omp await(join())
        sum += future.join();
      }
      if (sum != n) {
        throw new AssertionError(sum + " instead of " + n);
      }
    };
  }

  /** A process that receives each message, if it has a channel for that, and sends it on. */
  public HandlerChannels.Process process() {
    return (from, to, messages, done) -> () -> {
      long sum = 0;
      for (int i = 0; i < messages; i++) {
        Integer message = 1;
        if (from != null) {
          //#omp await(recv())
          message = from.recv();
          sum += message;
        }
        if (to != null) {
          //#omp await(send(T))
          to.send(message);
        }
      }
      done.accept(to == null ? sum : 0);
    };
  }

  /** A handler that waits for the tag {@code gate}, and then reports its number. */
  public ObjIntConsumer<IntConsumer> waiting() {
    return (told, number) -> {
      //#omp wait(gate) await
      told.accept(number);
    };
  }
}
