package dev.hocket.cli;

import static dev.hocket.cli.Invocation.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.core.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code hocket run --live} and {@code hocket report --live} on a running program. */
@Timeout(600)
class LiveTest {
  /** The answer to a client whose connection was closed. */
  private static final String DROPPED = "";

  @TempDir Path folder;

  private static String get(int port, String path, String method) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() + " " + answer.body();
    } catch (IOException dropped) {
      return DROPPED;
    }
  }

  /** The server drops a client that stands still for ten seconds, as a busy machine may do. */
  private static void assertAnswers(String expected, Callable<String> request) {
    AtomicReference<String> answer = new AtomicReference<>();
    Eventually.holds(() -> {
      answer.set(request.call());
      return !answer.get().equals(DROPPED);
    });
    assertEquals(expected, answer.get());
  }

  /** Sends a request with a chosen host header, which the JDK's client does not allow. */
  private static String asHost(int port, String host) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String request = "GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    } catch (IOException dropped) {
      return DROPPED;
    }
  }

  @Test
  void runningProgram_isShownAndUpdated_toThisMachine_untilItEnds() throws Exception {
    try (LiveProgram program = LiveProgram.start(folder)) {
      int port = program.port();
      Eventually.holds(() -> get(port, "/", "GET").contains("Works.java:"));
      assertAnswers("200 ", () -> get(port, "/", "HEAD"));
      assertAnswers("404 There is one page, at /.\n", () -> get(port, "/other", "GET"));
      assertAnswers("405 This page can only be read.\n", () -> get(port, "/", "POST"));
      assertAnswers("HTTP/1.1 403", () -> asHost(port, "elsewhere.example"));
      assertAnswers("HTTP/1.1 200", () -> asHost(port, "127.0.0.1:" + port));
      program.process().getOutputStream().close();
      assertEquals(0, program.process().waitFor());
      Eventually.holds(() -> isFree(port));
    }
  }

  private static boolean isFree(int port) {
    try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void aProcessThatCannotBeShown_isRefusedWithTheReason() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    assertRefused(
        "hocket: there is no process " + ended.pid() + "; jcmd lists the JVMs of this user\n",
        "report",
        "--live",
        "0",
        Long.toString(ended.pid()));
    Process other = new ProcessBuilder("cat").start();
    assertRefused(
        "hocket: process " + other.pid() + " is no JVM of this user; jcmd lists those that are\n",
        "report",
        "--live",
        "0",
        Long.toString(other.pid()));
    assertTrue(other.isAlive());
    other.destroy();
    assertRefused(
        "hocket: --live needs the number of a process, not 'run.jfr'; jcmd lists them\n",
        "report",
        "--live",
        "8000",
        "run.jfr");
    assertRefused(
        "hocket: --live needs a port from 0 to 65535, not 70000\n",
        "report",
        "--live",
        "70000",
        "1");
  }

  @Test
  void portInUse_isRefused_beforeAProgramRuns() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      String refusal =
          "hocket: port "
              + port
              + " is in use or not permitted; name another, or 0 for any that is"
              + " free\n";
      assertRefused(
          refusal, "report", "--live", port, Long.toString(ProcessHandle.current().pid()));
      Files.writeString(
          folder.resolve("Says.java"),
          """
          class Says {
            public static void main(String[] arguments) {
              System.out.println("it runs");
            }
          }
          """);
      assertEquals(
          new ChildRun(ExitCode.BAD_INPUT, "", refusal),
          ChildRun.in(folder, "run", "--live", port, "Says.java"));
    }
  }
}
