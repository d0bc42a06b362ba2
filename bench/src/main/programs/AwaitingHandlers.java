import dev.hocket.bench.Spin;
import java.util.function.IntConsumer;
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

  /** A handler that waits for the tag {@code gate}, and then reports its number. */
  public ObjIntConsumer<IntConsumer> waiting() {
    return (told, number) -> {
      //#omp wait(gate) await
      told.accept(number);
    };
  }
}
