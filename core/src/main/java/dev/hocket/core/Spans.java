package dev.hocket.core;

import dev.hocket.core.platform.VirtualThreads;
import dev.hocket.core.recording.BlockEvent;
import dev.hocket.core.recording.ProcessEvent;
import java.util.HexFormat;

/**
 * The parts of requests as the rest of core, and {@link Span}, use them. As {@link Recorder}, it
 * loads without {@code jdk.jfr}, and leaves a part out for which there is no memory.
 */
// Context.span is the part that a thread works on. Parts nest on a thread as the code does: each
// knows the one before it. Only a message or a connection takes the place of the one before.
final class Spans {
  private static final long NONE = -1;

  private Spans() {}

  /** Returns whether requests are followed now. */
  static boolean areRecorded() {
    return Recorder.isThere() && ProcessEvent.isOn();
  }

  /** Returns a part; null if requests are not followed, or it began in an earlier recording. */
  static Span followed(Span part) {
    return part != null && areRecorded() && part.recording == ProcessEvent.recordings()
        ? part
        : null;
  }

  private static Span first(long id, Span.Remote remote, Span before) {
    return new Span(id, id, ProcessEvent.recordings(), remote, before);
  }

  /**
   * Makes a block's record, which is about to be queued or run, a part of the request of {@code
   * cause}.
   *
   * @param cause the part that hands the block over; null if none does
   * @param mayBegin whether the block begins a request if there is no cause
   */
  static void joins(BlockEvent block, Span cause, boolean mayBegin) {
    if (cause != null) {
      block.belongsTo(cause.request, cause.part(block.id(), null));
    } else if (mayBegin && areRecorded()) {
      block.belongsTo(block.id(), first(block.id(), null, null));
    }
  }

  /** Begins a dispatch, which is a request; returns the argument for {@link #dispatched}. */
  static Object dispatches(long id) {
    if (!areRecorded()) {
      return null;
    }
    try {
      Context context = Context.current();
      Span dispatch = first(id, null, context.span);
      context.span = dispatch;
      return dispatch;
    } catch (OutOfMemoryError noMemory) {
      return null;
    }
  }

  /** Ends a dispatch; returns whether it was a request, because it did not only run a block. */
  static boolean dispatched(Object begun) {
    if (begun == null) {
      return false;
    }
    Span dispatch = (Span) begun;
    returnTo(Context.current(), dispatch.before);
    return !dispatch.runsQueuedBlock || dispatch.isCause;
  }

  /** Notes that the calling thread, in a dispatch, runs a block of its loop's queue. */
  static void runsQueuedBlock() {
    Span dispatch = areRecorded() ? Context.current().span : null;
    if (dispatch != null) {
      dispatch.runsQueuedBlock = true;
    }
  }

  static Span beginRequest(String name, Span.Remote remote) {
    try {
      ProcessEvent event = ProcessEvent.begins(NONE, NONE, "request", name, NONE);
      if (remote != null) {
        HexFormat hex = HexFormat.of();
        event.continues(
            hex.toHexDigits(remote.high()) + hex.toHexDigits(remote.low()),
            hex.toHexDigits(remote.parent()));
      }
      return enter(first(event.id(), remote, Context.current().span), event);
    } catch (OutOfMemoryError noMemory) {
      return null;
    }
  }

  static Span begin(Span parent, String kind, String name, long queuedNanos) {
    if (followed(parent) == null) {
      return null;
    }
    try {
      ProcessEvent event = ProcessEvent.begins(parent.request, parent.id, kind, name, queuedNanos);
      return enter(parent.part(event.id(), Context.current().span), event);
    } catch (OutOfMemoryError noMemory) {
      return null;
    }
  }

  static Span beginApart(Span parent, String kind, String name) {
    if (followed(parent) == null) {
      return null;
    }
    try {
      ProcessEvent event = ProcessEvent.begins(parent.request, parent.id, kind, name, NONE);
      event.isApart();
      Span apart = parent.part(event.id(), null);
      apart.record = event;
      apart.isApart = true;
      return apart;
    } catch (OutOfMemoryError noMemory) {
      return null;
    }
  }

  static void endApart(Span span) {
    try {
      ((ProcessEvent) span.record).ends();
    } catch (OutOfMemoryError noMemory) {
      // The recording lacks the part.
    }
  }

  static void rests() {
    Context context = Context.current();
    Span current = context.span;
    if (current != null && current.isReplaceable) {
      returnTo(context, current.before);
    }
  }

  static void accepted(Object by, String name) {
    try {
      Span before = replaced();
      ProcessEvent event = ProcessEvent.begins(NONE, NONE, "connection", name, NONE);
      Span connection = first(event.id(), null, before);
      connection.isReplaceable = true;
      connection.sources = new Span.Source(by, null);
      enter(connection, event);
    } catch (OutOfMemoryError noMemory) {
      // The recording lacks the part.
    }
  }

  static void reached(Span sender, Object how, long queuedNanos) {
    Context context = Context.current();
    Span current = followed(context.span);
    boolean isFree = current == null ? isProcess(context) : current.isAdopted;
    if (!isFree || isReply(sender, how, current)) {
      resumes();
      return;
    }
    if (followed(sender) == null) {
      reachedByNone();
      return;
    }
    try {
      Span.Source sources = Span.Source.with(how, current == null ? null : current.sources);
      Span before = replaced();
      ProcessEvent event =
          ProcessEvent.begins(sender.request, sender.id, "message", how.toString(), queuedNanos);
      Span adopted = sender.part(event.id(), before);
      adopted.isReplaceable = true;
      adopted.isAdopted = true;
      adopted.sources = sources;
      enter(adopted, event);
    } catch (OutOfMemoryError noMemory) {
      // The recording lacks the part.
    }
  }

  private static boolean isReply(Span sender, Object how, Span current) {
    return current != null
        && current.request == sender.request
        && !Span.Source.has(current.sources, how);
  }

  static void reachedByNone() {
    Span current = Context.current().span;
    if (current == null || !current.isAdopted) {
      resumes();
      return;
    }
    try {
      replaced();
    } catch (OutOfMemoryError noMemory) {
      // The recording lacks the part.
      Context.current().span = current.before;
    }
  }

  private static boolean isProcess(Context context) {
    return context.block == null
        ? context.isProcess || VirtualThreads.isVirtual(context.thread)
        : context.block instanceof Drain;
  }

  /** Ends the part that the next one replaces; returns the one before both. */
  private static Span replaced() {
    Span current = Context.current().span;
    if (current == null || !current.isReplaceable) {
      return current;
    }
    if (current.record != null) {
      ((ProcessEvent) current.record).ends();
      current.record = null;
    }
    Context.current().span = current.before;
    return current.before;
  }

  private static Span enter(Span next, ProcessEvent event) {
    next.record = event;
    Context.current().span = next;
    return next;
  }

  static void pauses(Object source) {
    Span current = Context.current().span;
    if (current != null && current.isReplaceable && current.record != null) {
      ((ProcessEvent) current.record).pauses(Span.Source.has(current.sources, source));
    }
  }

  static void resumes() {
    Context context = Context.current();
    Span current = context.span;
    if (current != null
        && current.isReplaceable
        && current.record != null
        && !((ProcessEvent) current.record).resumes()) {
      returnTo(context, current.before);
    }
  }

  /** Returns whether the thread of a part waits for its next message. */
  static boolean isOver(Span part) {
    return part.record != null && ((ProcessEvent) part.record).isOver();
  }

  /** Ends a part of the calling thread, and those in it; none if it is not, or no longer, there. */
  static void end(Span part) {
    Context context = Context.current();
    for (Span span = context.span; span != null; span = span.before) {
      if (span == part) {
        returnTo(context, part.before);
        return;
      }
    }
  }

  /** Ends the part that has the id of a region, and those in it, as {@link #end} does. */
  static void endRegion(Context context, long id) {
    for (Span span = context.span; span != null; span = span.before) {
      if (span.id == id) {
        returnTo(context, span.before);
        return;
      }
    }
  }

  /** Ends the parts of the calling thread that began after {@code outer}. */
  static void returnTo(Context context, Span outer) {
    try {
      for (Span span = context.span; span != null && span != outer; span = span.before) {
        if (span.record != null) {
          ((ProcessEvent) span.record).ends();
          span.record = null;
        }
      }
    } catch (OutOfMemoryError noMemory) {
      // The recording lacks the part.
    }
    context.span = outer;
  }
}
