package dev.hocket.core;

import java.util.Objects;
import java.util.function.Supplier;

/**
 * A part of a request that a recording follows: an event's dispatch, a block, a process, the
 * handling of a message. All parts have the number of their request, by which {@code hocket report}
 * and {@code hocket trace} put them together again.
 *
 * <p>A request begins with the dispatch of an event, with an accepted connection, with a block that
 * no part of a request hands over, or with {@link #request}, for a server that Hocket does not see
 * into:
 *
 * <pre>{@code
 * String header = null; // the request's header "traceparent", if it has one
 * try (Span request = Span.request("GET /orders", header)) {
 *   Targets.of("worker").call("look up", () -> System.out.println("work for " + request));
 * }
 * }</pre>
 *
 * <p>The blocks that a part hands over belong to its request, and so do the processes it spawns,
 * the messages it sends and the packets they become. The other methods are for libraries that hand
 * work from one thread to another. While nothing is recorded all of them read a constant and do
 * nothing. None waits, and none throws for lack of memory: the recording then lacks that part.
 */
public final class Span implements AutoCloseable {
  /** The request that another program has begun: its trace, and the part that called this one. */
  record Remote(long high, long low, long parent) {}

  /**
   * The places from which a thread's messages come.
   *
   * @param how a receipt, compared by its identity
   * @param more the others, or null
   */
  record Source(Object how, Source more) {
    /** Beyond it the oldest are forgotten, which only makes some parts end later. */
    private static final int MOST = 8;

    /**
     * The places of a part that a message has begun on a thread whose messages came from others.
     */
    static Source with(Object how, Source others) {
      return has(others, how) ? others : new Source(how, first(others, MOST - 1));
    }

    private static Source first(Source all, int count) {
      return all == null || count == 0 ? null : new Source(all.how, first(all.more, count - 1));
    }

    static boolean has(Source all, Object how) {
      for (Source one = all; one != null; one = one.more) {
        if (one.how == how) {
          return true;
        }
      }
      return false;
    }
  }

  final long request;
  final long id;

  /** The number of the recording in which the part began. */
  final int recording;

  /** Null if the request has begun in this program. */
  final Remote remote;

  /** The thread's part before this one, which continues after it; null if there was none. */
  final Span before;

  /**
   * The open record of this part, of core's package {@code recording}; null if core has another
   * record of it, as of blocks.
   */
  Object record;

  /** Whether the next connection or message of the thread ends this part. */
  boolean isReplaceable;

  /** Whether the thread's next message may end this part, which a message has begun. */
  boolean isAdopted;

  /** Where messages that end this part come from; null unless it is replaceable. */
  Source sources;

  /** Whether no thread has it as its part. */
  boolean isApart;

  /** Whether this is a dispatch that runs a queued block, which has a request of its own. */
  boolean runsQueuedBlock;

  /** Whether other parts may follow from this one. */
  boolean isCause;

  Span(long request, long id, int recording, Remote remote, Span before) {
    this.request = request;
    this.id = id;
    this.recording = recording;
    this.remote = remote;
    this.before = before;
  }

  /** Makes the part of the same request that follows {@code before} on its thread. */
  Span part(long newId, Span newBefore) {
    isCause = true;
    return new Span(request, newId, recording, remote, newBefore);
  }

  /**
   * Returns the part of a request that the calling thread works on.
   *
   * @return null if no recording runs, or the thread works for no request
   */
  public static Span current() {
    if (!Spans.areRecorded()) {
      return null;
    }
    Span current = Spans.followed(Context.current().span);
    if (current != null) {
      current.isCause = true;
    }
    return current;
  }

  /**
   * Lets the calling thread work on this part too, for a library that distributes a part's work
   * over threads.
   *
   * @return the thread's share in the part, which it ends with {@link #close}; null if there is no
   *     memory for it
   */
  public Span enter() {
    try {
      Context context = Context.current();
      Span share = part(id, context.span);
      context.span = share;
      return share;
    } catch (OutOfMemoryError noMemory) {
      return null;
    }
  }

  /**
   * Begins a request on the calling thread, which ends it with {@link #close}. A handler that is
   * suspended meanwhile ends it too.
   *
   * @param name the request in words, as in {@code GET /orders}
   * @param traceparent the W3C header {@code traceparent} by which the request belongs to one of
   *     another program; null if there is none. One that is not of this form is ignored, as the
   *     standard demands
   * @return the first part of the request; null if nothing is recorded
   */
  public static Span request(String name, String traceparent) {
    Objects.requireNonNull(name, "name");
    return Spans.areRecorded() ? Spans.beginRequest(name, TraceParent.parse(traceparent)) : null;
  }

  /**
   * Begins a part of this request on the calling thread, which ends it with {@link #close}.
   *
   * @param kind what kind of part it is, in a word, as in {@code packet}
   * @param name its name in the report
   * @param queuedNanos nanoseconds for which it has waited for its turn; -1 if that is unknown
   * @return the part; null if nothing is recorded
   */
  public Span begin(String kind, String name, long queuedNanos) {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(name, "name");
    return Spans.areRecorded() ? Spans.begin(this, kind, name, queuedNanos) : null;
  }

  /**
   * Begins a part of this request that no thread works on by itself, such as the run of a flow. Any
   * thread may end it with {@link #close}, and {@link #enter} it.
   *
   * @param kind what kind of part it is, in a word
   * @param name its name in the report
   * @return the part; null if nothing is recorded
   */
  public Span beginApart(String kind, String name) {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(name, "name");
    return Spans.areRecorded() ? Spans.beginApart(this, kind, name) : null;
  }

  /**
   * Ends the part, and all that its thread has begun in it. Unless it is apart, the thread that
   * began it calls this; a part that has ended, or that another thread has begun, stays as it is.
   */
  @Override
  public void close() {
    if (isApart) {
      Spans.endApart(this);
    } else {
      Spans.end(this);
    }
  }

  /**
   * Makes code for a new thread a process of the calling thread's request. If the calling thread
   * works for none, the code's work on the messages it receives ends with it. Code that runs on a
   * thread that works for a request, as that of {@code Runnable::run}, leaves that request as it
   * was.
   *
   * @param name makes its name in the report, such as the place where it was spawned; called only
   *     if the name is needed
   * @param body the code
   * @return the same code, recorded as a part of the request; {@code body} itself if nothing is
   *     recorded
   */
  public static Runnable process(Supplier<String> name, Runnable body) {
    if (!Spans.areRecorded()) {
      return body;
    }
    Span parent = current();
    String known = parent == null ? null : name.get();
    return () -> {
      Context context = Context.current();
      Span before = context.span;
      boolean wasProcess = context.isProcess;
      context.span = null;
      context.isProcess = true;
      if (parent != null) {
        parent.begin("process", known, -1);
      }
      try {
        body.run();
      } finally {
        Spans.returnTo(context, null);
        context.span = before;
        context.isProcess = wasProcess;
      }
    };
  }

  /**
   * Begins a request with a connection that the calling thread has accepted. It ends with the next
   * one, or with the part in which the thread accepted it. A thread that does something else
   * afterwards ends it by {@link #rests}.
   *
   * @param by the thing that has accepted it, as passed to {@link #pauses}
   * @param name the connection in words
   */
  public static void accepted(Object by, String name) {
    Objects.requireNonNull(by, "by");
    if (Spans.areRecorded()) {
      Spans.accepted(by, name);
    }
  }

  /**
   * Notes that the calling thread is about to wait for a message or connection, so its work on the
   * last one may have ended. The work has ended if the last one came from the same source; if not,
   * the wait may be for a reply.
   *
   * @param source the source, compared by its identity: the receipt that {@link #reached} would
   *     name, or the argument of {@link #accepted}
   */
  public static void pauses(Object source) {
    Objects.requireNonNull(source, "source");
    if (Spans.areRecorded()) {
      Spans.pauses(source);
    }
  }

  /**
   * Notes that the calling thread has not received a message after {@link #pauses}, so it goes on
   * with its work on the last one, unless that has ended.
   */
  public static void resumes() {
    if (Spans.areRecorded()) {
      Spans.resumes();
    }
  }

  /**
   * Returns the part that a message or connection has begun on the calling thread.
   *
   * @return null if the thread works on something else, or nothing is recorded
   */
  public static Span ofMessage() {
    Span current = current();
    return current != null && current.isReplaceable ? current : null;
  }

  /**
   * Ends the part that a message or connection has begun on the calling thread, for a library whose
   * threads take turns on several requests.
   */
  public static void rests() {
    if (Spans.areRecorded()) {
      Spans.rests();
    }
  }

  /**
   * Notes that a message of this part has reached the calling thread. A process that works for no
   * request, or only because of an earlier message, works for this request from now on. If it works
   * for this request already, and its earlier messages had other sources, this one is a reply, and
   * its work goes on. A process is a virtual thread, a thread whose code is that of {@link
   * #process}, or the run of a {@link Drain}; all other threads go on as they are, because what
   * they do next need have nothing to do with the message.
   *
   * @param how the receipt, as passed to {@link #pauses}; its text names it, as in {@code receive
   *     from channel orders}
   * @param queuedNanos nanoseconds since it was sent
   */
  public void reached(Object how, long queuedNanos) {
    if (Spans.areRecorded()) {
      Spans.reached(this, how, queuedNanos);
    }
  }

  /**
   * Notes that a message of a sender that works for no request has reached the calling thread. A
   * process that works for a request only because of an earlier message no longer does.
   */
  public static void reachedByNone() {
    if (Spans.areRecorded()) {
      Spans.reachedByNone();
    }
  }

  /**
   * Returns whether a recording follows requests now.
   *
   * @return whether the calling thread would find its part if it had one
   */
  public static boolean areFollowed() {
    return Spans.areRecorded();
  }

  /**
   * Returns the W3C header {@code traceparent} by which another program continues the request that
   * the calling thread works on.
   *
   * @return null if nothing is recorded, or the thread works for no request; then send none
   */
  public static String traceparent() {
    Span current = current();
    return current == null ? null : TraceParent.of(current);
  }

  @Override
  public String toString() {
    return "part " + id + " of request " + request;
  }
}
