package dev.hocket.core.recording;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A part of a request that is no block and no dispatch; {@code docs/recording.md} describes it. */
// The thread that runs the part writes it. A snapshot reads it at any time, and may see the state
// before the last pause.
@Name("dev.hocket.Process")
@Label("Process")
@Category("Hocket")
@Description("A part of a request that is no block: a process, or its work on one message")
@StackTrace(false)
public final class ProcessEvent extends ProcessFields {
  // Used only to ask whether requests are followed.
  private static final ProcessEvent PROCESS = new ProcessEvent();

  /** Those that have not ended. */
  private static final Set<ProcessEvent> OPEN = ConcurrentHashMap.newKeySet();

  /** The most parts that are open; beyond it the older half is left out of the recording. */
  static final int MOST_OPEN = 100_000;

  /** Counts the recordings that began while no other ran. */
  private static volatile int recordings;

  /** The thread that runs the part; null if no thread runs it by itself. */
  private transient Thread thread;

  private transient long startedAt;

  /** The time at which the thread began to wait for a message; 0 if it does not. */
  private transient long pausedAt;

  /** Whether the thread has paused where its last message came from. */
  private transient boolean isOver;

  /** The innermost wait of the thread; null if it does not wait. */
  private transient volatile Waiting waiting;

  /** A wait for a thing of core's, in the middle of another wait or of none. */
  private record Waiting(Object what, long since, Waiting outer) {}

  private ProcessEvent() {}

  public static boolean isOn() {
    return PROCESS.isEnabled();
  }

  /** Returns the number of the present recording. */
  public static int recordings() {
    return recordings;
  }

  /** Begins a part; {@code request} is -1 if it begins a request of its own. */
  public static ProcessEvent begins(
      long request, long parent, String kind, String name, long queueTime) {
    ProcessEvent event = new ProcessEvent();
    event.id = BlockFields.nextId();
    event.request = request == BlockFields.UNKNOWN ? event.id : request;
    event.parent = parent;
    event.kind = kind;
    event.name = name;
    event.queueTime = queueTime;
    event.thread = Thread.currentThread();
    event.startedAt = System.nanoTime();
    event.begin();
    OPEN.add(event);
    if (OPEN.size() > MOST_OPEN) {
      forgetOlder();
    }
    return event;
  }

  /**
   * Leaves out the older half of the open parts. Those of threads that live long and never go on
   * with them, and those that a program never ends, would fill the memory otherwise.
   */
  private static synchronized void forgetOlder() {
    long[] ids = OPEN.stream().mapToLong(ProcessEvent::id).sorted().toArray();
    if (ids.length > MOST_OPEN) {
      long median = ids[ids.length / 2];
      OPEN.removeIf(part -> part.id < median);
    }
  }

  /** Notes that another program has begun the request. */
  public void continues(String traceId, String parentId) {
    trace = traceId;
    remoteParent = parentId;
  }

  /** Notes that no thread runs the part by itself. */
  public void isApart() {
    thread = null;
  }

  public long id() {
    return id;
  }

  /**
   * Notes that the thread begins to wait for a message: the end of the part, unless it goes on.
   *
   * @param forTheNext whether the message may come from where the last one did
   */
  public void pauses(boolean forTheNext) {
    isOver |= forTheNext;
    if (pausedAt == 0) {
      end();
      pausedAt = System.nanoTime();
    }
  }

  /**
   * Notes that the wait brought no message.
   *
   * @return whether the part goes on; false if it was over
   */
  public boolean resumes() {
    if (!isOver) {
      pausedAt = 0;
    }
    return !isOver;
  }

  /** Returns whether the thread waits for its next message. */
  public boolean isOver() {
    return isOver;
  }

  /** Ends the part: where it paused if the thread has done nothing for it since, or else now. */
  public void ends() {
    if (pausedAt == 0) {
      end();
    }
    write();
  }

  private void write() {
    if (OPEN.remove(this)) {
      commit();
    }
  }

  /** Leaves out the parts that have begun in an earlier recording, when a new one begins. */
  // A part that begins while this runs may be left out too.
  @SuppressWarnings("NonAtomicOperationOnVolatileField")
  static synchronized void dropThoseBefore(Instant start) {
    recordings = recordings + 1;
    long age = Duration.between(start, Instant.now()).toNanos();
    long then = System.nanoTime() - age;
    OPEN.removeIf(part -> part.startedAt - then < 0);
  }

  /** Notes that the thread begins a wait, perhaps in the middle of another. */
  void waits(Object wait) {
    waiting = new Waiting(wait, System.nanoTime(), waiting);
  }

  /** Notes the end of the innermost wait. */
  void waited() {
    waiting = waiting.outer;
  }

  /** Writes the parts that have not ended. */
  static void writeUnfinished(Inventory program) {
    for (ProcessEvent part : OPEN) {
      boolean isDead = part.thread != null && !part.thread.isAlive();
      // A thread that nobody made a process ends without ending its last part: at its last pause.
      if (!isDead || part.pausedAt != 0) {
        part.writeUnfinishedOne(program, isDead);
      }
      if (isDead) {
        OPEN.remove(part);
      }
    }
  }

  private void writeUnfinishedOne(Inventory program, boolean isDead) {
    long now = System.nanoTime();
    Waiting present = waiting;
    long end = isOver || isDead ? pausedAt : 0;
    UnfinishedProcessEvent event = new UnfinishedProcessEvent();
    event.id = id;
    event.request = request;
    event.parent = parent;
    event.kind = kind;
    event.name = name;
    event.queueTime = queueTime;
    event.trace = trace;
    event.remoteParent = remoteParent;
    event.age = now - startedAt;
    event.runTime = end == 0 ? event.age : end - startedAt;
    if (present != null) {
      event.what = program.named(present.what);
      // The wait for the next message is no part of the work on the last one.
      event.waitTime = end == 0 ? Math.max(0, now - present.since) : 0;
    }
    event.threadName = thread == null ? null : thread.getName();
    event.commit();
  }
}
