package org.example.steps;

import org.example.names.Named;

/** A library's class whose method can be awaited. */
@Named
public final class Search {
  /** Finds one thing on a worker. */
  //#omp async
  public String find(String what) {
    String found;
    //#omp target virtual(worker) await
    found = SearchName.NAME + " found " + what + (onWorker() ? " on a worker" : "");
    return found;
  }

  private static boolean onWorker() {
    return Thread.currentThread().getName().startsWith("worker");
  }
}
