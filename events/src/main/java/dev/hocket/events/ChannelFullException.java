package dev.hocket.events;

/** Thrown if the limit on a channel's pending asynchronous sends is reached; nothing was sent. */
public class ChannelFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The name of the channel. */
  private final String channel;

  ChannelFullException(String channel, String branch, int limit) {
    super(
        (branch == null ? channel : branch + ": the channel")
            + " is full: limit="
            + limit
            + " pending asynchronous sends; Overflow.WAIT and aSendEvt(value).aSync() wait for"
            + " room");
    this.channel = channel;
  }

  /**
   * Which channel it is.
   *
   * @return what messages call it, such as {@code channel x}
   */
  public String channel() {
    return channel;
  }
}
