package dev.hocket.plan.requests;

import dev.hocket.plan.RecordingException;
import dev.hocket.plan.RecordingReader;
import dev.hocket.plan.measure.Span;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Finds the slowest requests of a recording. The first reading of the recording only notes when
 * each request began and ended, so that memory does not grow with the number of parts; the second
 * one keeps the parts of the slowest.
 */
public final class RequestLog {
  /** The most requests whose begin and end are kept; beyond it, the faster half is forgotten. */
  static final int MOST = 1_000_000;

  private final int most;
  private final Map<Long, Span> requests = new HashMap<>();
  private boolean hasForgotten;

  /** Makes an empty log. */
  public RequestLog() {
    this(MOST);
  }

  RequestLog(int most) {
    this.most = most;
  }

  /**
   * Notes the time of an event that is a part of a request; ignores all others.
   *
   * @param event any event
   */
  public void add(RecordedEvent event) {
    Span span = PartReader.extent(event);
    if (span != null) {
      requests.merge(
          event.getLong("request"),
          span,
          (a, b) -> new Span(Math.min(a.start(), b.start()), Math.max(a.end(), b.end())));
      if (requests.size() > most) {
        forgetFaster();
      }
    }
  }

  private void forgetFaster() {
    long[] lengths = requests.values().stream().mapToLong(Span::length).sorted().toArray();
    long median = lengths[lengths.length / 2];
    requests.values().removeIf(span -> span.length() <= median);
    hasForgotten = true;
  }

  /**
   * Returns whether there were too many requests to keep the times of all. Then the slowest may not
   * be exact: the length of one that was forgotten counts from its next part.
   *
   * @return true if there were more than a million
   */
  public boolean hasForgotten() {
    return hasForgotten;
  }

  /**
   * Reads the slowest requests, those that took longest until their last part had ended.
   *
   * @param recording the recording whose events have been added
   * @param count how many requests at most
   * @return the slowest first; empty if the recording has none
   * @throws RecordingException if the recording cannot be read again
   */
  public List<Request> slowest(Path recording, int count) throws RecordingException {
    long[] ids =
        requests.entrySet().stream()
            .sorted(
                Comparator.comparingLong((Map.Entry<Long, Span> one) -> -one.getValue().length())
                    .thenComparing(Map.Entry::getKey))
            .limit(count)
            .mapToLong(Map.Entry::getKey)
            .toArray();
    if (ids.length == 0) {
      return List.of();
    }
    Map<Long, PartReader> readers = new HashMap<>();
    Arrays.stream(ids).forEach(id -> readers.put(id, new PartReader(PartReader.MOST_PARTS)));
    RecordingReader.read(
        recording,
        event -> {
          if (event.hasField("request")) {
            PartReader reader = readers.get(event.getLong("request"));
            if (reader != null) {
              reader.add(event);
            }
          }
        });
    return Arrays.stream(ids).mapToObj(id -> readers.get(id).request(id)).toList();
  }

  /**
   * Counts the requests.
   *
   * @return how many requests have a part in the recording; a million at most
   */
  public int size() {
    return requests.size();
  }
}
