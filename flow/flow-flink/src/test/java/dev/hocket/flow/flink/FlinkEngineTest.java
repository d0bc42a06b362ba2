package dev.hocket.flow.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.Flow;
import dev.hocket.flow.graph.FlowException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a flow runs on the engine that the command line names. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class FlinkEngineTest {
  private static final String ENGINE = "hocket.engine";
  private static final String AT_MOST_ONCE = "hocket.flink.at-most-once";

  private static final String OUT = "hocket.flink.out";
  private static final String CLUSTER = "hocket.flink.cluster";

  @BeforeEach
  void chooseFlink() {
    System.setProperty(ENGINE, "flink");
  }

  @AfterEach
  void chooseNone() {
    System.clearProperty(ENGINE);
    System.clearProperty(AT_MOST_ONCE);
    System.clearProperty(OUT);
    System.clearProperty(CLUSTER);
  }

  private static Flow flow(String source) {
    return Flow.define("sample", Samples.library(), d -> d.call("count", d.call(source, 3)));
  }

  @Test
  void run_usesTheEngineWithItsSettings() {
    assertThrows(FlowException.class, flow("rest")::run);
    System.setProperty(AT_MOST_ONCE, "true");
    assertEquals(3L, flow("rest").run());
  }

  @Test
  void secondFlowOfAProgram_doesNotWriteToTheFolderOfTheFirst(@TempDir Path folder) {
    System.setProperty(OUT, folder.resolve("out").toString());
    Flow none = Flow.define("none", Samples.library(), d -> d.call("numbers", 0));
    none.run();
    String message = assertThrows(FlowException.class, flow("numbers")::run).getMessage();
    assertTrue(message.contains("which flow none does in this program"), message);
  }

  @Test
  void clusterThatDoesNotAnswer_isRefusedWithItsAddress() throws IOException {
    String nobody;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = "127.0.0.1:" + free.getLocalPort();
    }
    for (String place : List.of(nobody, "nowhere", "127.0.0.1:99999")) {
      System.setProperty(CLUSTER, place);
      String message = assertThrows(FlowException.class, flow("numbers")::run).getMessage();
      assertTrue(message.contains(place), message);
      assertTrue(message.contains("HOST:PORT of "), message);
    }
  }

  @Test
  void unknownEngine_isRefusedWithThoseThatThereAre() {
    System.setProperty(ENGINE, "storm");
    String message = assertThrows(IllegalStateException.class, flow("rest")::run).getMessage();
    assertEquals("no engine named storm is on the class path; there are [flink]", message);
  }

  @Test
  void runInTheBackground_isRefusedWithItsPlace() {
    FlowException refused = assertThrows(FlowException.class, flow("numbers")::start);
    assertTrue(refused.getMessage().contains("FlinkEngineTest.java:"), refused.getMessage());
    assertTrue(refused.getMessage().contains("a run in the background"), refused.getMessage());
  }
}
