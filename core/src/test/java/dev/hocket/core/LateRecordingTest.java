package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Programs that begin without a recording: most never have one, some get it while they run. */
@Timeout(600)
class LateRecordingTest {
  private static final Worker WORKER = Targets.create("late", 1);

  /** The JDK's class that reads the types of all events, some 0.3 s of processor time. */
  private static final String TYPES = "jdk.jfr.internal.TypeLibrary ";

  @Test
  void programWithoutARecording_doesNotLoadTheTypesOfEvents() throws Exception {
    ChildJvm child = ChildJvm.run(Unrecorded.class, "-Xlog:class+load:stdout");
    assertEquals(0, child.exitCode(), child.err());
    assertFalse(child.out().contains(TYPES), () -> "the program has loaded " + TYPES);
  }

  @Test
  void recordingBegunByARunningProgram_hasItsTargetsAndWhatHappensFromThenOn() throws Exception {
    ChildJvm child = ChildJvm.run(RecordedLater.class);
    assertEquals(
        "[A.java:2] [dev.hocket.Block, dev.hocket.Program, dev.hocket.Region, dev.hocket.Target]\n",
        child.out(),
        child.err());
  }

  static final class Unrecorded {
    public static void main(String[] args) throws Exception {
      run("A.java:1");
    }
  }

  static final class RecordedLater {
    public static void main(String[] args) throws Exception {
      run("A.java:1");
      Path file = Files.createTempFile("hocket", ".jfr");
      try (Recording recording = new Recording()) {
        recording.enable("dev.hocket.Wait").with("threshold", "1 h");
        recording.start();
        run("A.java:2");
        recording.stop();
        recording.dump(file);
        print(RecordingFile.readAllEvents(file));
      } finally {
        Files.delete(file);
      }
    }

    private static void print(List<RecordedEvent> events) {
      TreeSet<String> types = new TreeSet<>();
      TreeSet<String> blocks = new TreeSet<>();
      for (RecordedEvent event : events) {
        String type = event.getEventType().getName();
        if (type.startsWith("dev.hocket.") && !type.equals("dev.hocket.Load")) {
          types.add(type);
        }
        if (type.equals("dev.hocket.Block")) {
          blocks.add(event.getString("label"));
        }
      }
      System.out.println(blocks + " " + types);
    }
  }

  /** Runs a block and a region, and waits for both. */
  private static void run(String label) throws InterruptedException {
    WORKER.submit(label, () -> {}).join();
    Region.open(label, 1, false).close();
  }
}
