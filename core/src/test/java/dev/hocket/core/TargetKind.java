package dev.hocket.core;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Every kind of target there is, made fresh for one test. */
enum TargetKind {
  POOL_OF_ONE {
    @Override
    Made make() {
      return pool(Targets.create(freshName(), 1));
    }
  },
  POOL_OF_FOUR {
    @Override
    Made make() {
      return pool(Targets.create(freshName(), 4));
    }
  },
  BOUNDED_POOL {
    @Override
    Made make() {
      return pool(Targets.create(freshName(), 2, 10_000));
    }
  },
  VIRTUAL_THREADS {
    @Override
    Made make() {
      return pool(Targets.createVirtual(freshName()));
    }
  },
  SWING_LOOP {
    @Override
    Made make() {
      Target edt = Targets.of("edt");
      return new Made(edt, () -> edt.setUncaughtHandler((block, failure) -> {}));
    }
  },
  LOOP_OF_A_SERVICE {
    @Override
    Made make() {
      Target loop = Targets.of("toy-toolkit");
      return new Made(loop, () -> loop.setUncaughtHandler((block, failure) -> {}));
    }
  },
  HOME_MADE_LOOP {
    @Override
    Made make() {
      HomeMadeLoop loop = new HomeMadeLoop(freshName());
      return new Made(loop.target, loop::end);
    }
  };

  private static final AtomicInteger NAMES = new AtomicInteger();

  abstract Made make();

  static String freshName() {
    return "t" + NAMES.incrementAndGet();
  }

  private static Made pool(Target target) {
    return new Made(target, () -> target.shutdown(Duration.ofSeconds(10)));
  }

  /** A target and how to get rid of it. */
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

  /** The ten lines of a loop of one's own. */
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
                    // The loop goes on, as a toolkit's would.
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
