package dev.hocket.core;

import dev.hocket.core.loops.Toolkits;
import dev.hocket.core.platform.VirtualThreads;
import dev.hocket.core.pool.DefaultSize;
import dev.hocket.core.pool.QueueLength;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/**
 * Makes and finds targets. Names are unique in the program.
 *
 * <p>Some targets exist without being made: {@value #DEFAULT_WORKER}, a pool; {@code edt}, the
 * event thread of AWT and Swing; {@code fx}, the JavaFX application thread, and {@code android},
 * the main thread of an Android application, if the program has these; and the loops of {@link
 * LoopDriver} services. The pool has as many threads as the system property {@value #SIZE_PROPERTY}
 * or the environment variable {@value #SIZE_VARIABLE} sets, or else as there are processors.
 *
 * <pre>{@code
 * Worker pool = Targets.create("images", 4);
 * Block block = pool.submit("decode", () -> System.out.println("decoding"));
 * block.join();
 * }</pre>
 */
public final class Targets {
  /** The name of the pool that always exists. */
  public static final String DEFAULT_WORKER = "worker";

  /** The system property with the number of threads of the default worker. */
  public static final String SIZE_PROPERTY = "hocket.worker.threads";

  /** The environment variable with the number of threads of the default worker. */
  public static final String SIZE_VARIABLE = "HOCKET_WORKER_THREADS";

  private static final Map<String, Target> BY_NAME = new ConcurrentHashMap<>();
  private static final List<EventLoop> LOOPS = new CopyOnWriteArrayList<>();

  /** All targets that may still have work: those that are shut down leave when they are idle. */
  private static final List<Target> MADE = new CopyOnWriteArrayList<>();

  /**
   * True while the default worker is the built-in one, not the program's. Guarded by this class.
   */
  private static boolean workerIsImplicit;

  static {
    Toolkits.present().forEach(loop -> addLoop(new EventLoop.OfToolkit(loop)));
    addServices(ServiceLoader.load(LoopDriver.class).iterator());
    JvmLife.reportAtExit();
    Recorder.install();
  }

  private Targets() {}

  /**
   * Makes a pool whose queue has no limit. If the default worker exists only because it was used,
   * {@code create("worker", n)} resizes it and returns it.
   *
   * @param name the pool's name
   * @param threads the most blocks that run at once
   * @return the pool
   * @throws IllegalStateException if the name is taken
   * @throws IllegalArgumentException if the name is blank or the number less than 1
   */
  public static Worker create(String name, int threads) {
    return create(name, threads, QueueLength.UNLIMITED);
  }

  /**
   * Makes a pool whose queue is bounded: a block that finds it full is refused with a {@link
   * java.util.concurrent.RejectedExecutionException} at the place where it was handed over.
   *
   * @param name the pool's name
   * @param threads the most blocks that run at once
   * @param queueLimit the most blocks that may wait for a thread
   * @return the pool
   * @throws IllegalStateException if the name is taken
   * @throws IllegalArgumentException if the name is blank or a number less than 1
   */
  public static synchronized Worker create(String name, int threads, int queueLimit) {
    if (workerIsImplicit
        && DEFAULT_WORKER.equals(name)
        && queueLimit == QueueLength.UNLIMITED
        && BY_NAME.get(name) instanceof Worker worker) {
      worker.resize(threads);
      workerIsImplicit = false;
      return worker;
    }
    Worker worker = add(new Worker(checked(name), threads, queueLimit));
    workerIsImplicit &= !DEFAULT_WORKER.equals(name);
    return worker;
  }

  /**
   * Makes a target that runs each block on a virtual thread of its own.
   *
   * @param name the target's name
   * @return the target
   * @throws IllegalStateException if the name is taken
   * @throws IllegalArgumentException if the name is blank
   * @throws UnsupportedOperationException if the platform has no virtual threads, as Android
   */
  public static VirtualWorker createVirtual(String name) {
    return createVirtual(name, Integer.MAX_VALUE);
  }

  /**
   * Makes a target that runs each block on a virtual thread of its own, with a limit: a block that
   * exceeds the limit is refused with a {@link java.util.concurrent.RejectedExecutionException}.
   *
   * @param name the target's name
   * @param limit the most blocks that may run at once
   * @return the target
   * @throws IllegalStateException if the name is taken
   * @throws IllegalArgumentException if the name is blank or the limit less than 1
   * @throws UnsupportedOperationException if the platform has no virtual threads, as Android
   */
  public static synchronized VirtualWorker createVirtual(String name, int limit) {
    return add(new VirtualWorker(checked(name), limit));
  }

  /**
   * Gives the calling thread's event loop a name. A toolkit's loop keeps its own name as well.
   *
   * @param name the name
   * @return the loop
   * @throws IllegalStateException if the calling thread drives no loop that Hocket knows, or the
   *     name is taken by another target
   * @throws IllegalArgumentException if the name is blank
   */
  public static synchronized EventLoop register(String name) {
    if (!(currentOrNull() instanceof EventLoop loop)) {
      throw new IllegalStateException(
          "register(\""
              + name
              + "\"): thread \""
              + Thread.currentThread().getName()
              + "\" drives no event loop that Hocket knows. Call it on the loop's thread; for a loop"
              + " of your own, register(name, executor) says how to hand it a task");
    }
    return name(checked(name), loop);
  }

  /**
   * Makes the calling thread a target: the event loop that runs the tasks given to an executor.
   *
   * <pre>{@code
   * BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
   * Targets.register("game", tasks::add);
   * while (true) {
   *   tasks.take().run();
   * }
   * }</pre>
   *
   * @param name the loop's name
   * @param tasks hands a task to the loop, from any thread, without blocking; the loop runs the
   *     tasks on the calling thread
   * @return the loop
   * @throws IllegalStateException if the name is taken or the thread has a loop already
   * @throws IllegalArgumentException if the name is blank
   */
  public static synchronized EventLoop register(String name, Executor tasks) {
    Objects.requireNonNull(tasks, "tasks");
    Target current = currentOrNull();
    if (current != null) {
      throw new IllegalStateException(
          "register(\""
              + name
              + "\", executor): thread \""
              + Thread.currentThread().getName()
              + "\" belongs to target "
              + current.name()
              + " already; register(name) gives a loop another name");
    }
    Thread thread = Thread.currentThread();
    EventLoop loop = new EventLoop(new EventLoop.Registered(checked(name), thread, tasks));
    Parking.aVirtualThreadDrivesALoop |= VirtualThreads.isVirtual(thread);
    add(loop);
    LOOPS.add(loop);
    return loop;
  }

  /**
   * Finds a target.
   *
   * @param name the target's name
   * @return the target
   * @throws IllegalArgumentException if there is none; the message lists the existing ones
   */
  public static Target of(String name) {
    Target target = BY_NAME.get(name);
    if (target != null) {
      return target;
    }
    if (DEFAULT_WORKER.equals(name)) {
      return defaultWorker();
    }
    throw new IllegalArgumentException(
        "no target is named "
            + name
            + "; there are "
            + String.join(", ", all().keySet())
            + ". Targets.create(name, threads) makes a pool,"
            + " Targets.register(name) names the calling thread's event loop");
  }

  /**
   * Returns the target to which the calling thread belongs.
   *
   * @return empty on a thread of no target, such as the main thread
   */
  public static Optional<Target> current() {
    return Optional.ofNullable(currentOrNull());
  }

  /**
   * Returns all targets by their names. This call also makes those that exist without being made,
   * such as the default worker.
   *
   * @return a copy, sorted by name
   */
  public static Map<String, Target> all() {
    Map<String, Target> all = new TreeMap<>(BY_NAME);
    all.put(DEFAULT_WORKER, of(DEFAULT_WORKER));
    return all;
  }

  /**
   * Cancels every block created under a tag so far: see {@link Tag#cancel}.
   *
   * @param tag the tag's name, as in {@code name_as(tag)}
   * @return the number of blocks that will never run
   */
  public static int cancel(String tag) {
    return Tag.of(tag).cancel();
  }

  /**
   * Shuts down every pool; see {@link Target#shutdown}. Loops belong to their frameworks and stay.
   *
   * @param grace the longest time to wait, for all pools together
   * @return the blocks left when the grace was over; empty if none
   * @throws InterruptedException if the calling thread is interrupted
   */
  public static List<Block> shutdown(Duration grace) throws InterruptedException {
    long deadline = System.nanoTime() + Target.nanos(grace);
    List<Block> left = new ArrayList<>();
    for (Target target : MADE) {
      if (!(target instanceof EventLoop)) {
        long rest = Math.max(0, deadline - System.nanoTime());
        left.addAll(target.shutdown(Duration.ofNanos(rest)));
      }
    }
    return left;
  }

  static Target currentOrNull() {
    Target pool = Context.current().pool;
    if (pool != null) {
      return pool;
    }
    for (EventLoop loop : LOOPS) {
      if (loop.isCurrent()) {
        return loop;
      }
    }
    return null;
  }

  /** Returns the targets that may have work. */
  static List<Target> made() {
    return MADE;
  }

  /** Drops shut-down targets that have nothing left to do. */
  static void forgetIdle() {
    MADE.removeIf(target -> target.isShutDown() && !target.isBusy());
    // A loop stays known until it is idle, because its thread runs the loop's blocks while it
    // waits.
    LOOPS.removeIf(loop -> loop.isShutDown() && !loop.isBusy());
  }

  /** Frees the names of a target that is shut down. */
  static synchronized void free(Target target) {
    BY_NAME.values().removeIf(named -> named == target);
    workerIsImplicit &= BY_NAME.containsKey(DEFAULT_WORKER);
  }

  /** Reports a service that cannot be used and leaves it out: the others still work. */
  private static void addServices(Iterator<LoopDriver> drivers) {
    boolean more = true;
    while (more) {
      try {
        more = drivers.hasNext();
        if (more) {
          addLoop(drivers.next());
        }
      } catch (RuntimeException | LinkageError | ServiceConfigurationError unusable) {
        System.err.println("hocket: an event loop is left out: " + unusable);
      }
    }
  }

  private static void addLoop(LoopDriver driver) {
    EventLoop loop = new EventLoop(driver);
    name(driver.name(), loop);
    MADE.add(loop);
    LOOPS.add(loop);
    Recorder.made(loop);
  }

  private static <T extends Target> T add(T target) {
    name(target.name(), target);
    MADE.add(target);
    Recorder.made(target);
    return target;
  }

  private static <T extends Target> T name(String name, T target) {
    Target taken = BY_NAME.putIfAbsent(name, target);
    if (taken != null && taken != target) {
      throw new IllegalStateException(
          "there is a target named "
              + name
              + " already; names are unique. Targets.of(\""
              + name
              + "\") finds it");
    }
    return target;
  }

  private static String checked(String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a target needs a name");
    }
    return name;
  }

  private static synchronized Target defaultWorker() {
    Target target = BY_NAME.get(DEFAULT_WORKER);
    if (target == null) {
      target =
          add(
              new Worker(
                  DEFAULT_WORKER,
                  DefaultSize.read(SIZE_PROPERTY, SIZE_VARIABLE),
                  QueueLength.UNLIMITED));
      workerIsImplicit = true;
    }
    return target;
  }
}
