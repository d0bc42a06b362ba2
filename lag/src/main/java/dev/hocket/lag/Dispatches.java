package dev.hocket.lag;

import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Records the dispatches of event threads. A dispatch may contain others, for example while a modal
 * dialog is open, so a thread has a stack of open dispatches. Between its inner dispatches, the
 * outer one either waits for the next event or continues.
 */
final class Dispatches {
  private static final AtomicLong IDS = new AtomicLong();

  /** The open dispatches of all event threads; few programs have more than one such thread. */
  private static final Queue<Deque<Open>> ALL = new ConcurrentLinkedQueue<>();

  private static final ThreadLocal<ThreadStack> THREADS = ThreadLocal.withInitial(ThreadStack::new);

  /** The innermost running dispatch, for the sampler; null while no thread dispatches. */
  private static volatile Running running;

  /**
   * A running dispatch.
   *
   * @param since its start, or the end of the last dispatch inside it, as {@link System#nanoTime()}
   */
  record Running(Thread thread, long since) {}

  /**
   * A dispatch that has begun and not ended.
   *
   * @param event the event to record, or null if it is not recorded
   * @param since its start, as {@link System#nanoTime()}
   */
  private record Open(DispatchEvent event, long since) {}

  private static final class ThreadStack {
    final Deque<Open> open = new ConcurrentLinkedDeque<>();

    /** Whether the event loop calls {@link Dispatches#idles}. */
    boolean reportsIdle;

    /** The current wait for an event inside a dispatch, or null. */
    IdleEvent idle;

    ThreadStack() {
      ALL.add(open);
    }
  }

  private Dispatches() {}

  static void begin(String loop, String event, boolean input, long waitNanos) {
    DispatchEvent dispatch = new DispatchEvent();
    dispatch.id = IDS.incrementAndGet();
    dispatch.loop = loop;
    dispatch.event = event;
    dispatch.input = input;
    dispatch.waitTime = waitNanos;
    long now = System.nanoTime();
    THREADS.get().open.push(new Open(dispatch, now));
    running = new Running(Thread.currentThread(), now);
    dispatch.begin();
  }

  static void beginUnrecorded() {
    THREADS.get().open.push(new Open(null, System.nanoTime()));
  }

  static void end() {
    ThreadStack thread = THREADS.get();
    DispatchEvent dispatch = thread.open.pop().event;
    if (dispatch != null) {
      // If waits for events are not reported, the outer dispatch may be waiting for its dialog now,
      // and the stack of a wait would show no lag.
      boolean goesOn = thread.reportsIdle && isRecorded(thread.open.peek());
      running = goesOn ? runningFromNow() : null;
      dispatch.commit();
    }
  }

  private static boolean isRecorded(Open open) {
    return open != null && open.event != null;
  }

  private static Running runningFromNow() {
    return new Running(Thread.currentThread(), System.nanoTime());
  }

  /** Records that the thread waits for its next event. */
  static void idles(String loop) {
    ThreadStack thread = THREADS.get();
    thread.reportsIdle = true;
    if (isRecorded(thread.open.peek())) {
      running = null;
      IdleEvent idle = new IdleEvent();
      idle.loop = loop;
      idle.begin();
      thread.idle = idle;
    }
  }

  /** Records that the thread has got its next event. */
  static void resumes() {
    ThreadStack thread = THREADS.get();
    IdleEvent idle = thread.idle;
    if (idle != null) {
      thread.idle = null;
      idle.commit();
      running = runningFromNow();
    }
  }

  /** Records all open dispatches; any thread may call this. */
  static void recordUnfinished() {
    long now = System.nanoTime();
    for (Deque<Open> thread : ALL) {
      for (Open open : thread) {
        if (open.event != null) {
          UnfinishedDispatchEvent unfinished = new UnfinishedDispatchEvent();
          unfinished.describe(open.event);
          unfinished.runTime = now - open.since;
          unfinished.commit();
        }
      }
    }
  }

  /** The innermost open dispatch, or null. */
  static Running running() {
    return running;
  }
}
