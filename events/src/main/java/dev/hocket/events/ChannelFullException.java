package dev.hocket.events;

/** A channel has as many asynchronous sends pending as it may have; nothing was sent. */
public class ChannelFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ChannelFullException(String channel, int limit) {
    super(
        channel
            + " is full: limit="
            + limit
            + " pending asynchronous sends; Overflow.WAIT and aSendEvt(value).aSync() wait for"
            + " room");
  }
}
