package dev.hocket.bench.channels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.bench.Main;
import dev.hocket.bench.race.Printed;
import java.io.File;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The benchmarks of channels run, check their results, and print the expected tables. */
class ChannelBenchmarksTest {
  private static final int CELLS = 18;

  @Test
  void channels_haveARowForEachPeer_andOneForEachInstalledLanguage() throws Exception {
    String tables = run("channels");
    for (String peer : List.of("Jox", "Kotlin coroutines", "core.async")) {
      assertMeasured(CELLS, tables, peer);
    }
    assertMeasured(6, tables, "SynchronousQueue, ArrayBlockingQueue");
    assertMeasured(4, tables, "LinkedTransferQueue.transfer");
    assertMeasured(3, tables, "Exchanger");
    assertLanguage(tables, "Go", "go");
    assertLanguage(tables, "crossbeam, threads of the system", "cargo");
  }

  /** A peer that cannot do what a table measures has a dash there. */
  private static void assertMeasured(int cells, String tables, String peer) {
    assertEquals(CELLS, Printed.rows(tables, peer), peer);
    assertEquals(CELLS - cells, Printed.dashes(tables, peer), peer);
  }

  /** An installed language need not work: cargo may be unable to download crossbeam. */
  private static void assertLanguage(String tables, String peer, String tool) {
    int rows = Printed.rows(tables, peer);
    boolean isExplained = tables.contains("\n" + peer + ": not measured: ");
    assertEquals(isExplained ? 0 : CELLS, rows, tables);
    if (!isOnPath(tool)) {
      assertTrue(tables.contains("not measured: " + tool + " not found on the PATH"), tables);
    } else if (tool.equals("go")) {
      assertEquals(CELLS, rows, tables);
    }
  }

  @Test
  void sends_compareWithSynchronousOnesAndThreads() throws Exception {
    String tables = run("sends");
    assertEquals(1, Printed.rows(tables, "Hocket, aSync(aSendEvt)"));
    assertEquals(1, Printed.rows(tables, "Hocket, send"));
    assertEquals(1, Printed.rows(tables, "a virtual thread per send"));
    assertEquals(1, Printed.rows(tables, "Hocket, aSync(aSendEvt.aWrap(action))"));
  }

  @Test
  void mailboxes_compareWithBothClassicDesigns_inFourConfigurations() throws Exception {
    String tables = run("mailboxes");
    assertEquals(4, Printed.rows(tables, "Hocket, asynchronous events"));
    assertEquals(4, Printed.rows(tables, "a state under a lock, I-variables"));
    assertEquals(4, Printed.rows(tables, "a server process"));
  }

  @Test
  void multicast_comparesWithTheClassicDesign_forThreeNumbersOfListeners() throws Exception {
    String tables = run("multicast");
    assertEquals(3, Printed.rows(tables, "Hocket, asynchronous events"));
    assertEquals(3, Printed.rows(tables, "a server process, I-variables"));
  }

  @Test
  void sockets_compareWithThreadsThatBlock() throws Exception {
    String tables = run("sockets");
    assertEquals(3, Printed.rows(tables, "Hocket, readEvt"));
    assertEquals(3, Printed.rows(tables, "virtual threads that block"));
  }

  @Test
  void blocked_comparesWithParkedThreads() throws Exception {
    String tables = run("blocked");
    assertEquals(1, Printed.rows(tables, "Hocket, in recv"));
    assertEquals(1, Printed.rows(tables, "Hocket, in a choice of 2, made by each"));
    assertEquals(1, Printed.rows(tables, "a parked virtual thread each"));
    assertEquals(1, Printed.rows(tables, "Hocket, aSync(aSendEvt)"));
    assertEquals(1, Printed.rows(tables, "Hocket, with a post-consumption action"));
  }

  private static String run(String name) throws Exception {
    return Printed.by(() -> Main.main(new String[] {"--quick", name}));
  }

  private static boolean isOnPath(String tool) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> new File(folder, tool).canExecute());
  }
}
