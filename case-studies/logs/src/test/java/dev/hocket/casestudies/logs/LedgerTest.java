package dev.hocket.casestudies.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class LedgerTest {
  private static final Tally PLACE = new Tally("a", Level.INFO, 17);
  private static final Position START = Position.start("a", "head");

  @TempDir Path folder;

  private static Batch batch(String text, long from, boolean mark) {
    return new Batch("a", text, at(from), at(from + text.length()), mark);
  }

  private static Position at(long offset) {
    return offset == 0 ? START : new Position("a", "head", offset, 1, "t" + offset);
  }

  private List<String> indexed() throws IOException {
    List<String> lines = new ArrayList<>();
    try (Ledger ledger = Ledger.open(folder)) {
      for (Segment segment : ledger.whole().segments()) {
        lines.addAll(Files.readAllLines(segment.file()));
      }
    }
    return lines;
  }

  @Test
  void mark_storesLinesCountsAndPositionTogether() throws IOException {
    try (Ledger ledger = Ledger.open(folder)) {
      ledger.keep(batch("one\n", 0, false), null);
      News news = ledger.keep(batch("two\n", 4, true), Map.of(PLACE, 2L));
      assertEquals(Map.of(PLACE, 2L), news.counts());
    }
    Checkpoint stored = Checkpoint.load(folder);
    assertEquals(Map.of(PLACE, 2L), stored.counts());
    assertEquals(Set.of(at(8)), stored.positions());
    assertEquals(List.of("one", "two"), indexed());
  }

  @Test
  void whatFollowsTheLastMark_isForgottenAsAWhole() throws IOException {
    try (Ledger ledger = Ledger.open(folder)) {
      ledger.keep(batch("one\n", 0, true), Map.of(PLACE, 1L));
      ledger.keep(batch("two and more\n", 4, false), null);
    }
    // The name of a segment that was begun, and that of a checkpoint that was not finished.
    Files.writeString(Segment.file(folder, 1), "three\n");
    Files.writeString(folder.resolve("checkpoint.new"), "segment\t9");
    try (Ledger ledger = Ledger.open(folder)) {
      assertEquals(Set.of(at(4)), ledger.checkpoint().positions());
      ledger.keep(batch("two\n", 4, true), Map.of(PLACE, 1L));
    }
    assertEquals(Map.of(PLACE, 2L), Checkpoint.load(folder).counts());
    assertEquals(List.of("one", "two"), indexed());
  }

  @Test
  void placesAndServices_areLimited() throws IOException {
    try (Ledger ledger = Ledger.open(folder, 2, 2)) {
      for (int i = 0; i < 100; i++) {
        Tally place = new Tally("s" + i / 50 * i, Level.INFO, i + 1);
        ledger.keep(batch("one\n", 4 * i, true), Map.of(place, 1L));
      }
    }
    Map<Tally, Long> expected =
        Map.of(
            new Tally("s0", Level.INFO, 1), 1L,
            new Tally("s0", Level.INFO, 2), 1L,
            new Tally("s0", Level.INFO, 0), 48L,
            new Tally("s50", Level.INFO, 0), 1L,
            new Tally("other", Level.INFO, 0), 49L);
    assertEquals(expected, Checkpoint.load(folder).counts());
  }

  @Test
  void fullSegment_getsASuccessor() throws IOException {
    String text = "x".repeat(1_048_575) + "\n";
    try (Ledger ledger = Ledger.open(folder)) {
      for (int i = 0; i < 9; i++) {
        ledger.keep(batch(text, i * (long) text.length(), true), Map.of(PLACE, 1L));
      }
      assertEquals(2, ledger.whole().segments().size());
    }
    assertEquals(9, indexed().size());
    Files.delete(Segment.file(folder, 0));
    String message = assertThrows(IOException.class, () -> Ledger.open(folder)).getMessage();
    assertTrue(message.contains("000000.lines is missing; delete its folder"), message);
  }

  @Test
  void blocksOfWhatWasForgotten_areForgotten_andMissingOnesMadeAgain() throws IOException {
    String text = "x".repeat(1_048_575) + "\n";
    try (Ledger ledger = Ledger.open(folder)) {
      for (int i = 0; i < 9; i++) {
        ledger.keep(batch(text, i * (long) text.length(), false), null);
      }
      assertTrue(Files.exists(folder.resolve("000000.blocks")));
    }
    String other = text.replace('x', 'y');
    for (int start = 0; start < 2; start++) {
      try (Ledger ledger = Ledger.open(folder)) {
        for (int i = 0; i < 9 && start == 0; i++) {
          ledger.keep(batch(other, i * (long) text.length(), true), Map.of(PLACE, 1L));
        }
        Query query = Query.of("yyyy");
        Hits hits =
            Finder.find(ledger.whole().segments(), query, Long.MAX_VALUE, new AtomicBoolean());
        assertEquals(9, hits.count());
      }
      Files.delete(folder.resolve("000000.blocks"));
    }
  }

  @Test
  void damagedCheckpoint_isRefusedWithItsPlace() throws IOException {
    try (Ledger ledger = Ledger.open(folder)) {
      ledger.keep(batch("one\n", 0, true), Map.of(PLACE, 1L));
    }
    Path file = folder.resolve("checkpoint");
    Files.writeString(file, Files.readString(file).replace("end\n", ""));
    String message = assertThrows(IOException.class, () -> Ledger.open(folder)).getMessage();
    assertTrue(message.startsWith(file + ":4: the checkpoint is damaged"), message);
    Files.writeString(file, "version\t2\nend\n");
    message = assertThrows(IOException.class, () -> Ledger.open(folder)).getMessage();
    assertTrue(message.contains("another version; delete its folder"), message);
    Files.write(file, new byte[] {'s', (byte) 0xFF, '\n'});
    message = assertThrows(IOException.class, () -> Ledger.open(folder)).getMessage();
    assertTrue(message.contains(": the checkpoint is damaged"), message);
  }

  @Test
  void shortenedSegment_isRefused() throws IOException {
    try (Ledger ledger = Ledger.open(folder)) {
      ledger.keep(batch("one\n", 0, true), Map.of(PLACE, 1L));
    }
    Files.writeString(Segment.file(folder, 0), "on");
    String message = assertThrows(IOException.class, () -> Ledger.open(folder)).getMessage();
    assertTrue(message.contains("has 2 bytes, and 4 were stored"), message);
  }

  @Test
  void folderInUse_isRefused() throws IOException {
    try (Ledger ledger = Ledger.open(folder)) {
      assertEquals(new HashSet<>(), ledger.checkpoint().positions());
      String message = assertThrows(IOException.class, () -> Ledger.open(folder)).getMessage();
      assertTrue(message.contains("is used by another log explorer"), message);
    }
  }
}
