package dev.hocket.core;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Makes recordings for tests. */
final class Recorded {
  static final String BLOCK = "dev.hocket.Block";

  private Recorded() {}

  /** Returns all events of one type, however short, that a program causes. */
  static List<RecordedEvent> during(String type, Body program) throws Throwable {
    return during(type, Map.of("threshold", "0 ns"), program);
  }

  static List<RecordedEvent> during(String type, Map<String, String> settings, Body program)
      throws Throwable {
    try (Recording recording = new Recording()) {
      settings.forEach((name, value) -> recording.enable(type).with(name, value));
      recording.start();
      program.run();
      return upTo(recording, type);
    }
  }

  /** Ends a recording and returns its events of one type, in the order of their start. */
  static List<RecordedEvent> upTo(Recording recording, String type) throws Exception {
    recording.stop();
    Path file = Files.createTempFile("hocket", ".jfr");
    try {
      recording.dump(file);
      return RecordingFile.readAllEvents(file).stream()
          .filter(event -> event.getEventType().getName().equals(type))
          .sorted(Comparator.comparing(RecordedEvent::getStartTime))
          .toList();
    } finally {
      Files.delete(file);
    }
  }

  /** Returns the one event with a label. */
  static RecordedEvent labelled(List<RecordedEvent> events, String label) {
    List<RecordedEvent> found =
        events.stream().filter(event -> label.equals(event.getString("label"))).toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " events with label " + label + ": " + events);
    }
    return found.getFirst();
  }

  /** Occupies its thread for at least some nanoseconds; returns the actual number. */
  static long hold(long atLeast) {
    long start = System.nanoTime();
    long now;
    do {
      Thread.onSpinWait();
      now = System.nanoTime();
    } while (now - start < atLeast);
    return now - start;
  }

  /** Waits until a thread is parked in one of Hocket's waits. */
  static void awaitParked(Thread thread) {
    Eventually.holds(() -> LockSupport.getBlocker(thread) instanceof Wait);
  }

  static void holdOnceParked(Thread thread, long nanos) {
    awaitParked(thread);
    hold(nanos);
  }
}
