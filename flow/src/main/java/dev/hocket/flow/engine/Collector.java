package dev.hocket.flow.engine;

import dev.hocket.flow.code.Sink;
import dev.hocket.flow.settings.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Receives the packets at the end of a flow and makes the flow's result from them. Used by one
 * section only.
 */
public class Collector implements Sink {
  private final Results results;
  private final List<Object> all = new ArrayList<>();
  private volatile Section section;
  private Object last;
  private long collected;
  private long skipped;

  public Collector(Results results) {
    this.results = results;
  }

  /** The number of requested packets; null for any number. */
  public Gate demand() {
    return null;
  }

  public void bind(Execution execution) {
    // The caller wants the result.
  }

  /** Sets the section in which the collector runs; called before a deployment begins. */
  public void at(Section where) {
    section = where;
  }

  @Override
  public Results keeps() {
    return results;
  }

  public Section section() {
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
  public final void collect(Object value) {
    collected++;
    take(value);
    section.collected();
  }

  @Override
  public final void drop() {
    collected++;
    skipped++;
    skip();
    section.collected();
  }

  @Override
  public final void collected(int packets, int skippedOfThem, Object lastValue) {
    collected += packets;
    skipped += skippedOfThem;
    if (packets > skippedOfThem && results == Results.LAST) {
      last = lastValue;
    }
  }

  @Override
  public void skip() {
    // The packet leaves no value.
  }

  @Override
  public void take(Object result) {
    switch (results) {
      case ALL -> all.add(result);
      case LAST -> last = result;
      case NONE -> {
        // No value is kept.
      }
    }
  }

  public void finish(CompletableFuture<Object> done) {
    done.complete(results == Results.ALL ? all : last);
  }

  public void fail(CompletableFuture<Object> done, Throwable failure) {
    done.completeExceptionally(failure);
  }
}
