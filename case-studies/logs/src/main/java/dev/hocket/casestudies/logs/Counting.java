package dev.hocket.casestudies.logs;

import dev.hocket.flow.Definition;
import dev.hocket.flow.Definition.Value;
import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.functions.Replayable;
import dev.hocket.flow.settings.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the logs of a folder once, without an index, by the functions of {@link Ingest}. It runs
 * on one machine and, with {@code hocket run --engine flink}, on a cluster, which saves positions
 * and counts together and continues from them after a failure.
 */
public final class Counting {
  /** The copies that parse lines on a cluster. On one machine they share its cores. */
  private static final int COPIES = 4;

  private Counting() {}

  /** Returns the number of lines that count in each place. */
  static Map<Tally, Long> count(Path folder) {
    return counts(flow(folder).run());
  }

  static Flow flow(Path folder) {
    return Flow.define(
            "counting",
            Library.of(Ingest.class, Counting.class),
            f -> counted(f, f.call("lines", folder.toString())))
        .result(Results.LAST);
  }

  /** The result of the flow: what has been counted when its last packet, the mark, came. */
  static Map<Tally, Long> counts(Object result) {
    Map<Tally, Long> counts = new HashMap<>();
    ((Map<?, ?>) result).forEach((tally, lines) -> counts.put((Tally) tally, (Long) lines));
    return counts;
  }

  /** The algorithm behind the source. */
  static Value counted(Definition f, Value batch) {
    Value places = f.balance(COPIES, batch, one -> f.call("places", one));
    return f.call("count", batch, places);
  }

  /** The source, which can go back: what follows a position is the same again. */
  public static class Lines implements Replayable {
    private List<Position> read = List.of();
    private boolean isMarked;
    private Tail tail;

    /**
     * How far the source is.
     *
     * @param isMarked whether it has given the mark at the end
     */
    record Place(List<Position> read, boolean isMarked) {}

    /** Gives all lines that are in the folder now, and then one mark. */
    @Function(source = true)
    public Object lines(String folder) throws IOException, InterruptedException {
      if (isMarked) {
        return Flow.END;
      }
      if (tail == null) {
        tail = new Tail(Path.of(folder), read, true);
      }
      Batch batch = tail.next();
      if (batch != null && batch.to() != null) {
        read = tail.positions();
        // When the tail marks depends on the time; here the counts are handed over at the end.
        return batch.marked(false);
      }
      if (tail.hasLeftOut()) {
        throw new IOException("not everything can be counted; the messages above say what");
      }
      isMarked = true;
      return Batch.onlyMark();
    }

    @Override
    public Object position() {
      return new Place(read, isMarked);
    }

    @Override
    public void seek(Object position) {
      Place place = (Place) position;
      read = place.read();
      isMarked = place.isMarked();
    }
  }
}
