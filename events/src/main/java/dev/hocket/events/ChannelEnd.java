package dev.hocket.events;

import dev.hocket.events.steps.Failure;

/** The end of a channel, with which operations on it fail. */
final class ChannelEnd extends Failure {
  private final String channel;
  private final Throwable cause;
  private final String branch;

  /**
   * Makes the end of a channel.
   *
   * @param channel the channel's name
   * @param cause the cause of a failure; null if the channel was closed
   * @param isEnd whether values sent before the end could be received
   */
  ChannelEnd(String channel, Throwable cause, boolean isEnd) {
    this(channel, cause, isEnd, null);
  }

  /** Makes the end; {@code branch} is the branch that failed by it, in words, or null. */
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
