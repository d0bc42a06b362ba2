package dev.hocket.core;

import dev.hocket.core.platform.VirtualThreads;
import dev.hocket.core.pool.PoolSize;
import dev.hocket.core.recording.Load;
import dev.hocket.core.recording.Shape;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A target that runs each block on a virtual thread of its own: for blocks that wait for something
 * outside the program most of the time (files, sockets). For blocks that compute, a {@link Worker}
 * bounds how many run at once.
 */
public final class VirtualWorker extends Target {
  private final ThreadFactory threads;
  private final PoolSize size;
  private final AtomicInteger taken = new AtomicInteger();

  /** By thread, since a {@link Drain} may be on its next one before it has left the last. */
  private final Map<Thread, Block> blocks = new ConcurrentHashMap<>();

  VirtualWorker(String name, int limit) {
    super(name);
    this.size =
        new PoolSize(checkedLimit(name, limit), (from, to) -> Recorder.resized(name, from, to));
    this.threads = VirtualThreads.factory(name + "-");
  }

  /**
   * How many blocks may have a thread at once.
   *
   * @return the limit, {@link Integer#MAX_VALUE} if there is none
   */
  public int limit() {
    return size.now();
  }

  /**
   * Changes how many blocks may have a thread at once, while the target runs. Those that run are
   * left to end when the new limit is below their number.
   *
   * @param blocks the new limit; {@link Integer#MAX_VALUE} for none
   * @throws IllegalArgumentException if it is less than 1
   */
  public void resize(int blocks) {
    size.change(checkedLimit(name(), blocks));
  }

  /**
   * How many blocks have a thread now.
   *
   * @return a number that may be stale by the time it is read
   */
  public int running() {
    return taken.get();
  }

  @Override
  public int queued() {
    return 0;
  }

  @Override
  public boolean isCurrent() {
    return Context.current().pool == this;
  }

  @Override
  boolean hasWork() {
    return taken.get() > 0;
  }

  @Override
  void post(Block block) {
    int limit = size.now();
    if (taken.getAndIncrement() >= limit) {
      taken.decrementAndGet();
      throw new RejectedExecutionException(
          "block " + block.label() + ": target " + name() + " is full: limit=" + limit);
    }
    start(block);
  }

  @Override
  void repost(Block block) {
    taken.incrementAndGet();
    start(block);
  }

  private void start(Block block) {
    Thread thread = null;
    try {
      thread = threads.newThread(() -> serve(block));
      blocks.put(thread, block);
      thread.start();
    } catch (Throwable noThread) {
      ended(thread);
      throw noThread;
    }
  }

  @Override
  boolean forget(Block block) {
    // Its thread has been started and will find that there is nothing to run.
    return false;
  }

  @Override
  List<Block> unfinished() {
    return blocks.values().stream().filter(block -> !block.isDone()).toList();
  }

  @Override
  Shape shape() {
    return new Shape(name(), "virtual", size.now(), 0);
  }

  @Override
  Load load() {
    return new Load(name(), queued(), taken.get(), -1);
  }

  // A virtual thread has no permit: while it waits, its carrier runs others.
  @Override
  Parking.End waitFor(Wait wait, Parking.Terms terms) {
    return Parking.untilOver(wait, terms, null);
  }

  @Override
  void checkRoomToWait() {
    // Each block has its own thread, whether or not it waits.
  }

  @Override
  void checkMayBlock(String what) {
    // It may.
  }

  @Override
  <T, X extends Throwable> T callBlocking(Blocking.Call<T, X> body) throws X {
    return body.call();
  }

  private void serve(Block block) {
    Context.current().pool = this;
    try {
      block.run(false);
    } finally {
      ended(Thread.currentThread());
    }
  }

  /** {@code thread} is null if no thread could be started. */
  private void ended(Thread thread) {
    if (thread != null) {
      blocks.remove(thread);
    }
    if (taken.decrementAndGet() == 0) {
      JvmLife.targetIsIdle();
    }
  }

  private static int checkedLimit(String name, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException(
          "target " + name + ": a limit of " + limit + " blocks; it must be 1 or more");
    }
    return limit;
  }
}
