package dev.hocket.plan.requests;

import dev.hocket.plan.measure.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A part of a request: a dispatch, a block, a process, the handling of a message.
 *
 * @param id its number in the recording
 * @param parent the number of the part that began it; −1 if there is none
 * @param kind its kind, as in {@code block} or {@code message}
 * @param name its label, or its name in words
 * @param place the target, loop or thread on which it ran; empty if that is unknown
 * @param span from its start to its end, in nanoseconds since 1970
 * @param queued nanoseconds for which it waited for its turn before its start; 0 or more
 * @param isInPlace whether it ran on the thread of the part that began it, as a piece of that part
 * @param outcome the end of a block, as in {@code failed}; else {@code completed}
 * @param pauses its waits of a millisecond or longer, in the order of time
 */
public record Part(
    long id,
    long parent,
    String kind,
    String name,
    String place,
    Span span,
    long queued,
    boolean isInPlace,
    String outcome,
    List<Pause> pauses) {

  /**
   * A wait in a part.
   *
   * @param what the thing that it waited for, in words
   * @param span from its begin to its end, with the time in which the part was queued again
   * @param isSuspended whether it had no thread meanwhile
   * @param requeued nanoseconds at the end for which it was queued for a thread
   */
  public record Pause(String what, Span span, boolean isSuspended, long requeued) {
    /**
     * The first part of the wait, in which what it waited for had not happened.
     *
     * @return the wait without the time in which the part was queued again
     */
    public Span waiting() {
      return new Span(span.start(), Math.max(span.start(), span.end() - requeued));
    }
  }

  /** Keeps a sorted copy of those pauses that lie within the part. */
  public Part {
    List<Pause> own = new ArrayList<>();
    for (Pause pause : pauses) {
      if (pause.span().start() < span.end() && pause.span().end() > span.start()) {
        own.add(pause);
      }
    }
    own.sort(Comparator.comparingLong(pause -> pause.span().start()));
    pauses = List.copyOf(own);
  }

  /** The same part with more waits. */
  Part with(List<Pause> more) {
    List<Pause> all = new ArrayList<>(pauses);
    all.addAll(more);
    return new Part(id, parent, kind, name, place, span, queued, isInPlace, outcome, all);
  }

  /**
   * The time at which it was handed over.
   *
   * @return nanoseconds since 1970
   */
  public long arrival() {
    return span.start() - queued;
  }
}
