package org.example.app;

import org.example.steps.Search;

/** A substitute for a window: its handlers run on the event thread. */
final class Window {
  private final Search search = new Search();
  private final StringBuffer log = new StringBuffer();

  /** Handles a click. It leaves the event thread where it awaits, and ends there. */
  //#omp async
  void clicked(Runnable ended) {
    String found;
    //#omp await(String find(String))
    found = search.find("one") + ", " + search.find("two");
    log.append(found).append(java.awt.EventQueue.isDispatchThread() ? " (event thread)" : "");
    ended.run();
  }

  void note(String what) {
    log.append(what);
  }

  String log() {
    return log.toString();
  }
}
