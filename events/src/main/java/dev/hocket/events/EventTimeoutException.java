package dev.hocket.events;

import java.time.Duration;

/** An event has not happened within the time that {@link Event#within} gave it. */
public class EventTimeoutException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EventTimeoutException(Event<?> event, Duration time) {
    super(event + " has not happened within " + time);
  }
}
