package dev.hocket.events;

import java.time.Duration;

/** Thrown if an event has not happened within the time limit of {@link Event#within}. */
public class EventTimeoutException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EventTimeoutException(Event<?> event, Duration time) {
    super(event + " has not happened within " + time);
  }
}
