package dev.hocket.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Takes packets at the end of a flow, and makes its result of them. Of one section. */
class Collector implements Step.Action {
  private final Results results;
  private final List<Object> all = new ArrayList<>();
  private Op.Input value;
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

  /** Where it runs, and what a packet's value is; before the run begins. */
  void at(Section where, Op.Input valueOfPacket) {
    section = where;
    value = valueOfPacket;
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

  @Override
  public void run(Frame frame) {
    collected++;
    if (frame.dead) {
      skipped++;
      skip();
    } else {
      take(value.get(frame.slots));
    }
    section.collected();
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
