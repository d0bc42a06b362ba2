package dev.hocket.events;

/**
 * Thrown if the limit on a channel's pending asynchronous sends is reached, or a listener of a
 * {@link Multicast} has as many values to receive as it may have; nothing was sent. The cause of
 * the end of a listener that was ended because it had reached its limit.
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
   * A send that is refused by the policy of its channel, or because {@link Channel#aSend} never
   * waits.
   *
   * @param branch of a choice, in words, or null
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
   * A listener with as many values as it may have.
   *
   * @param listener in words
   * @param wayOut what the program can do
   */
  static ChannelFullException ofListener(
      String multicast, String listener, int limit, String wayOut) {
    return new ChannelFullException(
        multicast, listener + " is full: limit=" + limit + " values to receive; " + wayOut);
  }

  /**
   * Which channel it is.
   *
   * @return what messages call it, such as {@code channel x} or {@code multicast x}
   */
  public String channel() {
    return channel;
  }
}
