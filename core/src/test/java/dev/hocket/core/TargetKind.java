package dev.hocket.core;

import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A kind of target; each test makes a new one. The kinds that need a toolkit from outside the JDK
 * are services of modules that have it.
 */
class TargetKind {
  static final TargetKind POOL_OF_ONE =
      new TargetKind("POOL_OF_ONE", true, () -> pool(Targets.create(freshName(), 1)));
  static final TargetKind POOL_OF_FOUR =
      new TargetKind("POOL_OF_FOUR", false, () -> pool(Targets.create(freshName(), 4)));
  static final TargetKind BOUNDED_POOL =
      new TargetKind("BOUNDED_POOL", false, () -> pool(Targets.create(freshName(), 2, 10_000)));
  static final TargetKind VIRTUAL_THREADS =
      new TargetKind("VIRTUAL_THREADS", false, () -> pool(Targets.createVirtual(freshName())));
  static final TargetKind ONE_VIRTUAL_PLACE =
      new TargetKind("ONE_VIRTUAL_PLACE", true, () -> pool(withPlaces(1)));
  static final TargetKind VIRTUAL_PLACES =
      new TargetKind("VIRTUAL_PLACES", false, () -> pool(withPlaces(3)));
  static final TargetKind SWING_LOOP = new TargetKind("SWING_LOOP", true, () -> loop("edt"));
  static final TargetKind LOOP_OF_A_SERVICE =
      new TargetKind("LOOP_OF_A_SERVICE", true, () -> loop("toy-toolkit"));
  static final TargetKind HOME_MADE_LOOP =
      new TargetKind("HOME_MADE_LOOP", true, TargetKind::homeMadeLoop);

  private static final List<TargetKind> OF_CORE =
      List.of(
          POOL_OF_ONE,
          POOL_OF_FOUR,
          BOUNDED_POOL,
          VIRTUAL_THREADS,
          ONE_VIRTUAL_PLACE,
          VIRTUAL_PLACES,
          SWING_LOOP,
          LOOP_OF_A_SERVICE,
          HOME_MADE_LOOP);

  private static final AtomicInteger NAMES = new AtomicInteger();

  private final String name;
  private final boolean sequential;
  private final Supplier<Made> maker;

  /**
   * {@code sequential}: it runs one block at a time, in the order in which they were handed over.
   */
  TargetKind(String name, boolean sequential, Supplier<Made> maker) {
    this.name = name;
    this.sequential = sequential;
    this.maker = maker;
  }

  private static VirtualWorker withPlaces(int places) {
    VirtualWorker target = Targets.createVirtual(freshName());
    target.runAtOnce(places);
    return target;
  }

  /**
   * Returns the kinds under test: those that the module adds, or in core, which adds none, core's
   * own.
   */
  static Stream<TargetKind> all() {
    List<TargetKind> added =
        ServiceLoader.load(TargetKind.class).stream().map(ServiceLoader.Provider::get).toList();
    return (added.isEmpty() ? OF_CORE : added).stream();
  }

  static Stream<TargetKind> sequential() {
    return all().filter(kind -> kind.sequential);
  }

  Made make() {
    return maker.get();
  }

  @Override
  public String toString() {
    return name;
  }

  static String freshName() {
    return "t" + NAMES.incrementAndGet();
  }

  private static Made pool(Target target) {
    return new Made(target, () -> target.shutdown(Duration.ofMinutes(2)));
  }

  /** Makes a target of a toolkit's loop, which lives on after the test. */
  static Made loop(String name) {
    Target loop = Targets.of(name);
    return new Made(loop, () -> loop.setUncaughtHandler((block, failure) -> {}));
  }

  private static Made homeMadeLoop() {
    HomeMadeLoop loop = new HomeMadeLoop(freshName());
    return new Made(loop.target, loop::end);
  }

  /** A target, and the code that ends it. */
  record Made(Target target, Body end) implements AutoCloseable {
    @Override
    public void close() {
      try {
        end.run();
      } catch (Throwable t) {
        throw new AssertionError(t);
      }
    }
  }

  /** A program's own loop, in the ten lines that the documentation shows. */
  static final class HomeMadeLoop {
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile boolean ended;
    volatile Target target;

    HomeMadeLoop(String name) {
      thread =
          new Thread(
              () -> {
                target = Targets.register(name, tasks::add);
                while (!ended) {
                  try {
                    tasks.take().run();
                  } catch (InterruptedException ignored) {
                    // The loop continues, as a toolkit's does.
                  }
                }
              },
              name + "-loop");
      thread.start();
      Eventually.holds(() -> target != null);
    }

    void end() throws InterruptedException {
      tasks.add(() -> ended = true);
      thread.join();
      Targets.free(target);
    }
  }
}
