package dev.hocket.casestudies.swerve;

import dev.hocket.events.Channel;

/**
 * How modules send where nothing but that differs between the versions: {@code Channel::send} waits
 * for the receiver, {@code Channel::aSend} leaves the value and continues.
 */
@FunctionalInterface
public interface Sending {
  <T> void send(Channel<T> to, T value) throws InterruptedException;
}
