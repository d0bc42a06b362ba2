package dev.hocket.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Receives the packets at the end of a flow and makes the flow's result of them. Used by one
 * section only.
 */
class Collector {
  private final Results results;
  private final List<Object> all = new ArrayList<>();
  private Section section;
  private Object last;
  private long collected;
  private long skipped;

  Collector(Results results) {
    this.results = results;
  }

  /** How many packets are wanted; null for any number. */
  Gate demand() {
    return null;
  }

  void bind(Run run) {
    // The result is asked for.
  }

  /** Sets the section it runs in; called before the run begins. */
  void at(Section where) {
    section = where;
  }

  /** Which values it keeps; null if it hands each value to a subscriber. */
  Results keeps() {
    return results;
  }

  Section section() {
    return section;
  }

  long collected() {
    return collected;
  }

  long skipped() {
    return skipped;
  }

  long finished() {
    return collected - skipped;
  }

  /** A packet has come. */
  final void collect(Object value) {
    collected++;
    take(value);
    section.collected();
  }

  /** Counts a packet on which a function has failed. */
  final void drop() {
    collected++;
    skipped++;
    skip();
    section.collected();
  }

  /**
   * Counts packets that ended in the loop that began them; the loop calls {@link #take} only if all
   * values are wanted.
   *
   * @param lastValue the value of the last packet that was not skipped
   */
  final void collected(int packets, int skippedOfThem, Object lastValue) {
    collected += packets;
    skipped += skippedOfThem;
    if (packets > skippedOfThem && results == Results.LAST) {
      last = lastValue;
    }
  }

  void skip() {
    // It leaves no value.
  }

  void take(Object result) {
    switch (results) {
      case ALL -> all.add(result);
      case LAST -> last = result;
      case NONE -> {
        // Nobody asks.
      }
    }
  }

  void finish(CompletableFuture<Object> done) {
    done.complete(results == Results.ALL ? all : last);
  }

  void fail(CompletableFuture<Object> done, Throwable failure) {
    done.completeExceptionally(failure);
  }
}
