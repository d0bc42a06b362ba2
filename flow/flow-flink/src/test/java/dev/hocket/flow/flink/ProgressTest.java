package dev.hocket.flow.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Tests what a job prints about its progress. */
class ProgressTest {
  @Test
  void lines_tellTheNumberOfPacketsAndTheRate() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    Iterator<Long> reports = List.of(0L, 20_000L, -1L, 50_000L, 40_000L).iterator();
    try (Progress progress =
        new Progress(
            "words",
            () -> {
              long packets = reports.next();
              if (packets < 0) {
                throw new CompletionException(new IllegalStateException("no answer"));
              }
              return packets;
            },
            out)) {
      for (long second = 0; second <= 40; second += 10) {
        progress.print(second * 1_000_000_000);
      }
    }
    List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals("flow words: 20,000 packets, 2,000 a second", lines.get(1));
    assertEquals("flow words: 50,000 packets, 3,000 a second", lines.get(2));
    assertEquals("flow words: 40,000 packets, 0 a second", lines.get(3));
  }
}
