package dev.hocket.events.steps;

import dev.hocket.core.Span;

/**
 * A value on its way through a channel, with the part of a request that has sent it. Values travel
 * in envelopes only while requests are recorded; that of a sender that works for none has no part.
 */
// This is a class of its own and not a field of every waiter and every place of a ring: values
// without a request must cost nothing.
public final class Envelope {
  private final Object value;
  private final Span sender;
  private final long sentAt = System.nanoTime();

  private Envelope(Object value, Span sender) {
    this.value = value;
    this.sender = sender;
  }

  /** Puts a value that the calling thread sends into an envelope if requests are recorded. */
  public static Object around(Object value) {
    return !Span.areFollowed() || value instanceof Token
        ? value
        : new Envelope(value, Span.current());
  }

  /**
   * Takes a value out of its envelope, if it is in one, on the thread that has received it: the
   * thread may work for the sender's request from now on, or no longer for that of the last
   * message.
   *
   * @param how the operation that has received it
   */
  public static Object open(Object value, Object how) {
    if (!(value instanceof Envelope envelope)) {
      if (value != Token.CONNECTION) {
        // No message, so the thread goes on with the last one.
        Span.resumes();
      }
      return value;
    }
    if (envelope.sender == null) {
      Span.reachedByNone();
    } else {
      envelope.sender.reached(how, System.nanoTime() - envelope.sentAt);
    }
    return envelope.value;
  }

  /** Takes a value out of its envelope, if it is in one, for code that does not receive it. */
  public static Object content(Object value) {
    return value instanceof Envelope envelope ? envelope.value : value;
  }

  /** Returns the sender's part; null for a value without an envelope, or if the sender has none. */
  public static Span sender(Object value) {
    return value instanceof Envelope envelope ? envelope.sender : null;
  }
}
