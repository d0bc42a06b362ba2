package dev.hocket.events;

/**
 * Thrown if the limit on a channel's pending asynchronous sends is reached, or a listener of a
 * {@link Multicast} has as many values to receive as it may have; nothing was sent. It is also the
 * cause of the end of a listener that had reached its limit.
 */
public class ChannelFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final String OF_POLICY_FAIL =
      "its policy is Overflow.FAIL: aSendEvt(value).aSync() waits for room on a channel with"
          + " Overflow.WAIT, send(value) for a receiver on any";
  private static final String OF_ASEND_THAT_COULD_WAIT =
      "aSend never waits: aSendEvt(value).aSync() waits for room, send(value) for a receiver";

  /** The name of the channel. */
  private final String channel;

  private ChannelFullException(String channel, String message) {
    super(message);
    this.channel = channel;
  }

  /**
   * Makes the exception of a send that is refused by the policy of its channel, or because {@link
   * Channel#aSend} never waits.
   *
   * @param branch the branch of a choice, in words, or null
   */
  static ChannelFullException ofSend(String channel, String branch, int limit, Overflow policy) {
    return new ChannelFullException(
        channel,
        (branch == null ? channel : branch + ": the channel")
            + " is full: limit="
            + limit
            + " pending asynchronous sends; "
            + (policy == Overflow.FAIL ? OF_POLICY_FAIL : OF_ASEND_THAT_COULD_WAIT));
  }

  /**
   * Makes the exception of a listener with as many values as it may have.
   *
   * @param listener the listener in words
   * @param wayOut advice to the program
   */
  static ChannelFullException ofListener(
      String multicast, String listener, int limit, String wayOut) {
    return new ChannelFullException(
        multicast, listener + " is full: limit=" + limit + " values to receive; " + wayOut);
  }

  /**
   * Returns the name of the channel.
   *
   * @return its name in messages, such as {@code channel x} or {@code multicast x}
   */
  public String channel() {
    return channel;
  }
}
