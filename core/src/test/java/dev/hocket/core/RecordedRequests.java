package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Records the requests of a program, and finds their parts, for the tests of all modules. */
// These tests need no module descriptor to read jdk.jfr.
@SuppressWarnings("exports")
public final class RecordedRequests {
  private RecordedRequests() {}

  /** A piece of a program. */
  public interface Code {
    void run() throws Exception;
  }

  /** Returns Hocket's events, however short, that a program causes. */
  public static List<RecordedEvent> during(Code program) throws Exception {
    try (Recording recording = new Recording()) {
      for (String type : List.of("Block", "Process", "Dispatch", "Wait", "Region", "Program")) {
        recording.enable("dev.hocket." + type).withThreshold(Duration.ZERO);
      }
      recording.enable("dev.hocket.UnfinishedProcess");
      recording.start();
      program.run();
      recording.stop();
      Path file = Files.createTempFile("hocket", ".jfr");
      try {
        recording.dump(file);
        return RecordingFile.readAllEvents(file);
      } finally {
        Files.delete(file);
      }
    }
  }

  /** Returns the events of a type, named without its package. */
  public static List<RecordedEvent> of(List<RecordedEvent> all, String type) {
    return all.stream()
        .filter(event -> event.getEventType().getName().equals("dev.hocket." + type))
        .toList();
  }

  /** Returns the one event of a type of which a field has a value. */
  public static RecordedEvent one(
      List<RecordedEvent> all, String type, String field, String value) {
    List<RecordedEvent> found =
        of(all, type).stream().filter(event -> value.equals(event.getString(field))).toList();
    assertEquals(1, found.size(), () -> type + " " + value + " in " + all);
    return found.getFirst();
  }

  /** Returns the one process with a name. */
  public static RecordedEvent process(List<RecordedEvent> all, String name) {
    return one(all, "Process", "name", name);
  }

  /** Returns the processes of a kind. */
  public static List<RecordedEvent> processes(List<RecordedEvent> all, String kind) {
    return of(all, "Process").stream()
        .filter(event -> event.getString("kind").equals(kind))
        .toList();
  }

  /** Returns the one block with a label. */
  public static RecordedEvent block(List<RecordedEvent> all, String label) {
    return one(all, "Block", "label", label);
  }

  /** Fails if a part has another request, or another parent. */
  public static void assertPart(RecordedEvent part, long request, long parent) {
    assertEquals(request, part.getLong("request"), part::toString);
    assertEquals(parent, part.getLong("parent"), part::toString);
  }

  /**
   * Fails if a part has not the request that begins with one part, or not another as its parent.
   */
  public static void assertPart(RecordedEvent part, RecordedEvent first, RecordedEvent parent) {
    assertPart(part, first.getLong("id"), parent.getLong("id"));
  }

  /** Fails unless one event has ended when another begins. */
  public static void assertBefore(RecordedEvent one, RecordedEvent other) {
    if (one.getEndTime().isAfter(other.getStartTime())) {
      throw new AssertionError(one + " has not ended when this begins: " + other);
    }
  }
}
