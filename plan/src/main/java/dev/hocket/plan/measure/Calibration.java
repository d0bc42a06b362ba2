package dev.hocket.plan.measure;

import dev.hocket.plan.RecordingException;
import dev.hocket.plan.RecordingReader;
import dev.hocket.plan.model.SpeedUpFit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Collects run times of one handler or parallel region on different numbers of threads, from
 * recordings of the same program.
 *
 * <pre>{@code
 * Calibration runs = new Calibration("Photos.java:12");
 * runs.add(Path.of("one.jfr"), 1);
 * runs.add(Path.of("two.jfr"), 2);
 * SpeedUpFit fit = SpeedUpFit.usl(runs.runs(), 1);
 * }</pre>
 */
public final class Calibration {
  private static final String BLOCK = "dev.hocket.Block";
  private static final String REGION = "dev.hocket.Region";

  private final String label;
  private final List<SpeedUpFit.Run> runs = new ArrayList<>();

  /**
   * Makes a calibration without runs.
   *
   * @param label the position of the block or the region in the source
   */
  public Calibration(String label) {
    this.label = label;
  }

  /**
   * Adds the runs of a recording. A region counts for the number of threads that it got, a block
   * for {@code threads}.
   *
   * @param recording a file of JDK Flight Recorder
   * @param threads number of threads with which the program was run
   * @return the number of runs in the recording
   * @throws RecordingException if the file is missing or damaged, or has neither a block nor a
   *     region of that label
   */
  public int add(Path recording, int threads) throws RecordingException {
    int before = runs.size();
    TreeSet<String> seen = new TreeSet<>();
    RecordingReader.read(
        recording,
        event -> {
          String type = event.getEventType().getName();
          if (type.equals(BLOCK) || type.equals(REGION)) {
            seen.add(event.getString("label"));
            if (event.getString("label").equals(label)) {
              add(event, type.equals(REGION) ? event.getInt("threads") : threads);
            }
          }
        });
    if (runs.size() == before) {
      throw new RecordingException(
          recording + " has no block or region labelled " + label + ", only " + seen);
    }
    return runs.size() - before;
  }

  private void add(RecordedEvent event, int threads) {
    double seconds = event.getDuration().toNanos() / 1e9;
    if (event.hasField("waitTime")) {
      long paused =
          event.getLong("waitTime") + event.getLong("suspendedTime") + event.getLong("requeueTime");
      seconds -= Math.max(0, paused) / 1e9;
    }
    if (seconds > 0) {
      runs.add(new SpeedUpFit.Run(threads, seconds));
    }
  }

  /**
   * The measured runs.
   *
   * @return the runs of all recordings
   */
  public List<SpeedUpFit.Run> runs() {
    return Collections.unmodifiableList(runs);
  }
}
