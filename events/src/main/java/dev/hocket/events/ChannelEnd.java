package dev.hocket.events;

import dev.hocket.events.steps.Failure;

/** The end of a channel, as the operations that met it fail. */
final class ChannelEnd extends Failure {
  private final String channel;
  private final Throwable cause;
  private final String branch;

  /**
   * Makes the end of a channel.
   *
   * @param channel its name
   * @param cause null if it was simply closed
   * @param isEnd whether what had been sent before could be received
   */
  ChannelEnd(String channel, Throwable cause, boolean isEnd) {
    this(channel, cause, isEnd, null);
  }

  /** {@code branch} is the one that met the end, in words, or null. */
  private ChannelEnd(String channel, Throwable cause, boolean isEnd, String branch) {
    super(isEnd);
    this.channel = channel;
    this.cause = cause;
    this.branch = branch;
  }

  @Override
  public Throwable exception() {
    return new ChannelClosedException(channel, branch, cause);
  }

  @Override
  public Failure at(String where) {
    return branch == null ? new ChannelEnd(channel, cause, isEnd(), where) : this;
  }
}
