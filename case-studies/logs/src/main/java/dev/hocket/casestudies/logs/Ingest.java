package dev.hocket.casestudies.logs;

import dev.hocket.flow.Definition.Value;
import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.settings.Results;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The flow from the files to the index. Five ordinary functions, one after the other; which of them
 * run in parallel, and in how many copies, is decided by measurement while it runs. The order of
 * the lines is kept.
 */
public final class Ingest {
  /** The most batches in flight, which bounds the memory. */
  private static final int IN_FLIGHT = 8;

  private Ingest() {}

  /** Makes the flow; each of its runs needs a tail, a ledger and an index of its own. */
  static Flow flow(Tail tail, Ledger ledger, Index index) {
    return Flow.define(
            "ingest",
            Library.of(Ingest.class),
            f -> {
              Value batch = f.call("next-batch", f.environment("tail", Tail.class, tail));
              Value counted = f.call("count", batch, f.call("places", batch));
              Value ledgerOfAll = f.environment("ledger", Ledger.class, ledger);
              Value news = f.call("keep", ledgerOfAll, batch, counted);
              return f.call("publish", f.environment("index", Index.class, index), news);
            })
        .result(Results.NONE)
        .inFlight(IN_FLIGHT);
  }

  /** The source: waits for lines. */
  @Function(source = true, blocking = true)
  public static Object nextBatch(Tail tail) throws IOException, InterruptedException {
    Batch batch = tail.next();
    return batch == null ? Flow.END : batch;
  }

  /**
   * Where each line counts. Nearly all the time goes here, and it has no state, so it is copied.
   */
  @Function
  public static List<Tally> places(Batch batch) {
    Formats formats = new Formats();
    List<Tally> places = new ArrayList<>();
    // As in the index, only a newline ends a line: a progress bar's line has many returns.
    for (String line : batch.text().split("\n")) {
      if (!line.isBlank()) {
        places.add(formats.of(batch.log(), line));
      }
    }
    return places;
  }

  /** Counts lines until they are to be stored. A function with state: the fields of its object. */
  public static class Count {
    private Map<Tally, Long> counts = new HashMap<>();

    /** Returns the counts since the last mark; null if this batch has none. */
    @Function
    public Map<Tally, Long> count(Batch batch, List<Tally> places) {
      for (Tally place : places) {
        counts.merge(place, 1L, Long::sum);
      }
      if (!batch.mark()) {
        return null;
      }
      // Hands the state over: this object no longer refers to it.
      Map<Tally, Long> counted = counts;
      counts = new HashMap<>();
      return counted;
    }
  }

  /** Stores lines, counts and position together. */
  @Function(blocking = true)
  public static News keep(Ledger ledger, Batch batch, Map<Tally, Long> counted) throws IOException {
    return ledger.keep(batch, counted);
  }

  /** Passes on what is stored. Waits if the index is behind, and with it all of the flow. */
  @Function(blocking = true)
  public static Object publish(Index index, News news) throws InterruptedException {
    if (news != null) {
      index.arrivals().send(news);
    }
    return null;
  }
}
