package dev.hocket.program;

import dev.hocket.events.Channel;

/** A program that is packed into one archive with the library. */
public final class Packed {
  private Packed() {}

  /**
   * Puts an asynchronous receive in place.
   *
   * @param channel the channel
   */
  public static void receive(Channel<?> channel) throws InterruptedException {
    channel.aRecvEvt().aSync();
  }
}
