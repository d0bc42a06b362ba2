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
 * try (Span _ = Span.request("GET /orders", header)) {
 *   Targets.of("worker").call("look up", () -> System.out.println(Span.traceparent()));
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

  final long request;
  final long id;

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

  /** Whether no thread has it as its part. */
  boolean isApart;

  /** Whether this is a dispatch that only runs blocks, which have requests of their own. */
  boolean carriesBlocks;

  Span(long request, long id, Remote remote, Span before) {
    this.request = request;
    this.id = id;
    this.remote = remote;
    this.before = before;
  }

  /** Makes the part of the same request that follows {@code before} on its thread. */
  Span part(long newId, Span newBefore) {
    return new Span(request, newId, remote, newBefore);
  }

  /**
   * Returns the part of a request that the calling thread works on.
   *
   * @return null if no recording runs, or the thread works for no request
   */
  public static Span current() {
    return Spans.areRecorded() ? Context.current().span : null;
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
   * one, or with the part in which the thread accepted it.
   *
   * @param name the connection in words
   */
  public static void accepted(String name) {
    if (Spans.areRecorded()) {
      Spans.accepted(name);
    }
  }

  /**
   * Notes that the calling thread is about to wait for a message, so that its work on the last one
   * may be over.
   */
  public static void pauses() {
    if (Spans.areRecorded()) {
      Spans.pauses();
    }
  }

  /**
   * Notes that the calling thread has not received a message after {@link #pauses}, so that it goes
   * on with its work on the last one.
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
   * request, or only because of an earlier message, works for this request from now on. A process
   * is a virtual thread, a thread whose code is that of {@link #process}, or the run of a {@link
   * Drain}; all other threads go on as they are, because what they do next need have nothing to do
   * with the message.
   *
   * @param how the receipt, whose text names it, as in {@code receive from channel orders}
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
