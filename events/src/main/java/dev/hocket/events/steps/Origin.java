package dev.hocket.events.steps;

import dev.hocket.events.waiting.Synchronization;
import dev.hocket.events.waiting.Trace;
import java.util.List;

/**
 * The origin of post-consumption actions, for messages: the event consumed, and the thread that
 * created it.
 *
 * @param event the consumed event, named by its text
 * @param creator the name of the thread
 * @param site the place of the creation, if tracing was on
 */
public record Origin(Object event, String creator, List<StackTraceElement> site) {
  private static final String NO_NAME = "a thread without a name";

  /** Makes the origin of an event that the calling thread creates. */
  public static Origin here(Object event) {
    return new Origin(event, creatorHere(), List.of());
  }

  public static Origin of(Object event, String creator, Synchronization created) {
    return new Origin(event, creator, Trace.isOn() ? Trace.site(created) : List.of());
  }

  /** The name of the calling thread. */
  public static String creatorHere() {
    return Thread.currentThread().getName();
  }

  /** Adds this, once, to a failure that no code waits for. */
  void addTo(Throwable failure) {
    Note note = new Note(this);
    for (Throwable known : failure.getSuppressed()) {
      if (known instanceof Note && known.getMessage().equals(note.getMessage())) {
        return;
      }
    }
    failure.addSuppressed(note);
  }

  private String words() {
    return event + ", created by " + words(creator);
  }

  /** Describes a creator in words. */
  public static String words(String creator) {
    return creator.isEmpty() ? NO_NAME : "thread " + creator;
  }

  /** A note on a failure; its stack trace is the place where the event was created. */
  private static final class Note extends Exception {
    private static final long serialVersionUID = 1L;

    Note(Origin origin) {
      super(origin.words(), null, false, true);
      setStackTrace(origin.site().toArray(StackTraceElement[]::new));
    }

    @Override
    public String toString() {
      return "thrown by a post-consumption action of " + getMessage();
    }
  }
}
