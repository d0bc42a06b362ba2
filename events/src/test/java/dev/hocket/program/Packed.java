package dev.hocket.program;

import dev.hocket.events.Channel;

/** A program that is packed into one archive with the library. */
public final class Packed {
  private Packed() {}

  /**
   * Leaves a receive.
   *
   * @param channel where
   */
  public static void receive(Channel<?> channel) throws InterruptedException {
    channel.aRecvEvt().aSync();
  }
}
