package dev.hocket.events;

/** A communication was chosen whose channel is closed, or has failed: then there is a cause. */
public class ChannelClosedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String channel;

  ChannelClosedException(String channel, Throwable cause) {
    super(
        cause == null
            ? channel + " is closed; Event.wrapHandler says what to do then"
            : channel + " has failed: " + cause,
        cause);
    this.channel = channel;
  }

  /**
   * Which channel it is.
   *
   * @return its name
   */
  public String channel() {
    return channel;
  }
}
