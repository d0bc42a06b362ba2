package dev.hocket.flow.corpus;

import java.util.ArrayList;
import java.util.List;

/** Notifies listeners of events, as user interfaces do. */
public final class Bus {
  /** A listener that gets events. */
  public interface Listener {
    void heard(String event);
  }

  private final List<Listener> listeners = new ArrayList<>();

  public void subscribe(Listener listener) {
    listeners.add(listener);
  }

  public void publish(String event) {
    listeners.forEach(listener -> listener.heard(event));
  }
}
