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

  /** The thread that runs the part; null if no thread runs it by itself. */
  private transient Thread thread;

  private transient long startedAt;

  /** The time at which the thread last began to wait for a message; 0 if it has not. */
  private transient long pausedAt;

  /** The time at which the thread began to wait, for anything; 0 if it does not wait. */
  private transient volatile long waitsSince;

  private ProcessEvent() {}

  public static boolean isOn() {
    return PROCESS.isEnabled();
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
    return event;
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

  /** Notes that the thread begins to wait for a message: the end of the part, unless it goes on. */
  public void pauses() {
    end();
    pausedAt = System.nanoTime();
  }

  /** Notes that the wait brought no message, so that the part goes on. */
  public void resumes() {
    pausedAt = 0;
  }

  /** Ends the part where it last paused, because the thread did nothing for it since. */
  public void endsAtPause() {
    if (pausedAt == 0) {
      end();
    }
    write();
  }

  public void ends() {
    end();
    write();
  }

  private void write() {
    if (OPEN.remove(this)) {
      commit();
    }
  }

  /** Leaves out the parts that have begun in an earlier recording, when a new one begins. */
  static void dropThoseBefore(Instant start) {
    long age = Duration.between(start, Instant.now()).toNanos();
    long then = System.nanoTime() - age;
    OPEN.removeIf(part -> part.startedAt - then < 0);
  }

  /** Notes that the thread parks. */
  public void waits() {
    waitsSince = System.nanoTime();
  }

  public void waited() {
    waitsSince = 0;
  }

  /** Writes the parts that have not ended. */
  static void writeUnfinished(Inventory program) {
    for (ProcessEvent part : OPEN) {
      boolean isOver = part.thread != null && !part.thread.isAlive();
      // A thread that nobody made a process ends without ending its last part: at its last pause.
      if (!isOver || part.pausedAt != 0) {
        part.writeUnfinishedOne(program);
      }
      if (isOver) {
        OPEN.remove(part);
      }
    }
  }

  private void writeUnfinishedOne(Inventory program) {
    long now = System.nanoTime();
    long since = waitsSince;
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
    event.runTime = pausedAt == 0 ? event.age : pausedAt - startedAt;
    // The wait for the next message is no part of the work on the last one.
    if (since != 0 && pausedAt == 0 && thread != null) {
      event.waitTime = Math.max(0, now - since);
      event.what = program.waitOf(thread);
    }
    event.threadName = thread == null ? null : thread.getName();
    event.commit();
  }
}
