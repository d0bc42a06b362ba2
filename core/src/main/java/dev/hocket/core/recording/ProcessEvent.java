package dev.hocket.core.recording;

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

  private final transient Thread thread = Thread.currentThread();
  private final transient long startedAt = System.nanoTime();

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
    event.begin();
    OPEN.add(event);
    return event;
  }

  /** Notes that another program has begun the request. */
  public void continues(String traceId, String parentId) {
    trace = traceId;
    remoteParent = parentId;
  }

  public long id() {
    return id;
  }

  /** Notes that the thread begins to wait for a message: the end of the part, unless it goes on. */
  public void pauses() {
    end();
    pausedAt = System.nanoTime();
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
    OPEN.remove(this);
    commit();
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
    // A thread that began before the recording may have ended without ending its last part.
    OPEN.removeIf(part -> !part.thread.isAlive());
    OPEN.forEach(part -> part.writeUnfinishedOne(program));
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
    if (since != 0) {
      event.waitTime = Math.max(0, now - since);
      event.what = program.waitOf(thread);
    }
    event.threadName = thread.getName();
    event.commit();
  }
}
