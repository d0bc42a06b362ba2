package dev.hocket.events;

import dev.hocket.events.steps.Failure;

/**
 * Thrown if the channel of the chosen communication is closed, or has failed; in the second case
 * the exception has a cause.
 */
public class ChannelClosedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The name of the channel. */
  private final String channel;

  ChannelClosedException(String channel, String branch, Throwable cause) {
    super((branch == null ? channel : branch + ": the channel") + end(cause), cause);
    this.channel = channel;
  }

  private static String end(Throwable cause) {
    return cause == null
        ? " is closed; Event.wrapHandler says what to do then"
        : " has failed: " + Failure.words(cause);
  }

  /**
   * Returns the name of the channel.
   *
   * @return its name in messages, such as {@code channel x}
   */
  public String channel() {
    return channel;
  }
}
