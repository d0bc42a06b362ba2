package dev.hocket.cli;

import static dev.hocket.cli.Invocation.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.hocket.cli.terminal.ExitCode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.jr.ob.JSON;

class PlanCommandTest {
  @TempDir Path folder;

  private static Invocation model(String... arguments) {
    String[] all = new String[arguments.length + 2];
    all[0] = "plan";
    all[1] = "model";
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return Invocation.of(all);
  }

  @Test
  void model_answersInWords() {
    Invocation model =
        model("--lambda", "10", "--service", "177ms", "--servers", "3", "--as-printed");
    assertEquals(
        """
        utilisation            0.5900
        speed-up               1.000
        service time           177.0 ms
        probability of waiting 0.3274
        mean wait              26.45 ms
        mean flow time         203.4 ms
          50 % are done in     177.0 ms
          95 % are done in     315.8 ms
          99 % are done in     413.7 ms
        share over 100 ms      1.000
        mean queue length      0.2645
        formula (4) as printed 143.1 ms
        """,
        model.out());
    assertEquals(ExitCode.OK, model.exitCode());
  }

  @Test
  void model_answersInJson() {
    Invocation model =
        model("--lambda", "0.75", "--service", "1", "--servers", "1", "--exp", "--json");
    var answers = JSON.std.mapFrom(model.out());
    assertEquals(.75, answers.get("utilisation"));
    assertEquals(4, (double) answers.get("meanFlowSeconds"), 1e-9);
    assertEquals(4 * Math.log(20), (double) answers.get("p95FlowSeconds"), 1e-9);
  }

  @Test
  void overload_isInfinite_andNullInJson() {
    String[] arguments = {"--lambda", "3", "--service", "1s", "--servers", "2"};
    Invocation model = model(arguments);
    assertTrue(model.out().contains("mean flow time         infinite\n"), model.out());
    assertTrue(model.out().endsWith("the queue grows without end.\n"), model.out());
    Invocation json = model("--lambda", "3", "--service", "1s", "--servers", "2", "--json");
    assertTrue(json.out().contains("\"meanFlowSeconds\":null"), json.out());
  }

  @Test
  void parallelHandlers_areFasterByAmdahl() {
    Invocation model =
        model(
            "--lambda",
            "1",
            "--service",
            "1",
            "--servers",
            "1",
            "--threads",
            "4",
            "--serial",
            ".05");
    assertTrue(model.out().contains("speed-up               3.478\n"), model.out());
  }

  @ParameterizedTest
  @CsvSource({
    "10, 177 apples, 3, 'expected a time like 177ms, 20us or 1.2s'",
    "10, 177ms, 0, 'the number of servers must be between 1 and 1000000, not 0'",
    "-1, 177ms, 3, 'the arrival rate must be 0 or more and finite, not -1.0'",
    "NaN, 177ms, 3, 'the arrival rate must be 0 or more and finite, not NaN'"
  })
  void badInput_isRefusedInOneMessage(String rate, String time, String servers, String message) {
    Invocation model = model("--lambda=" + rate, "--service=" + time, "--servers=" + servers);
    assertEquals(ExitCode.BAD_INPUT, model.exitCode());
    assertTrue(model.err().contains(message), model.err());
  }

  @Test
  void figures_nameTheCommandThatDrawsThem() {
    assertRefused(
        "hocket: the figures of papers are drawn by 'hocket bench figures'\n",
        "plan",
        "figures",
        "-o",
        folder.toString(),
        "--demo");
  }

  @Test
  void load_countsAnswersAndLatencies() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    try {
      Invocation load = Invocation.of("plan", "load", "--rate", "500", "--for", "100ms", url);
      assertEquals(ExitCode.OK, load.exitCode());
      assertTrue(
          load.out().matches("(?s)requests       \\d+ in .*  204          \\d+\n.*"), load.out());
      Invocation json =
          Invocation.of("plan", "load", "--rate", "500", "--for", "100ms", "--json", url);
      var answers = JSON.std.mapFrom(json.out());
      assertEquals(Map.of("204", answers.get("requests")), answers.get("answers"));
      assertTrue((double) answers.get("maxLatencySeconds") > 0, json.out());
    } finally {
      server.stop(0);
    }
    Invocation gone = Invocation.of("plan", "load", "--rate", "500", "--for", "20ms", url);
    assertEquals(ExitCode.FAILED, gone.exitCode());
    assertTrue(gone.out().contains("ConnectException"), gone.out());
  }

  @Test
  @Timeout(300)
  void interruptedLoad_printsItsMeasurementsUntilThen() throws Exception {
    CountDownLatch requests = new CountDownLatch(20);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
          requests.countDown();
        });
    server.start();
    Path out = folder.resolve("out");
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    Process load =
        ChildRun.builder(folder, List.of(), "plan", "load", "--rate", "100", "--for", "3600s", url)
            .redirectOutput(out.toFile())
            .start();
    try {
      requests.await();
      load.destroy();
      assertEquals(143, load.waitFor(), "ended by a signal");
      assertTrue(
          Files.readString(out).matches("(?s)requests       \\d+ in .*generator lag .*"),
          Files.readString(out));
    } finally {
      load.destroyForcibly();
      server.stop(0);
    }
  }

  @Test
  void load_onSomethingElse_isRefused() {
    Invocation load = Invocation.of("plan", "load", "--rate", "5", "file:///etc/hosts");
    assertEquals(ExitCode.BAD_INPUT, load.exitCode());
    assertTrue(load.err().contains("expected an address like http"), load.err());
  }

  @Test
  void withoutARecording_theMissingArgumentIsReported() {
    Invocation plan = Invocation.of("plan");
    assertEquals(ExitCode.BAD_INPUT, plan.exitCode());
    assertTrue(plan.err().contains("say what to plan"), plan.err());
  }
}
