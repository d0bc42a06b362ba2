package dev.hocket.casestudies.swerve;

import dev.hocket.events.Channel;

/**
 * The way of sending, for modules whose versions differ only in that: {@code Channel::send} waits
 * for the receiver, {@code Channel::aSend} leaves the value and continues.
 */
@FunctionalInterface
public interface Sending {
  <T> void send(Channel<T> to, T value) throws InterruptedException;
}
