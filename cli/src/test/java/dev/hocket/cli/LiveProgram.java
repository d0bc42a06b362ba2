package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program that {@code hocket run --live} runs until its input ends, with the port of its page.
 */
record LiveProgram(Process process, int port) implements AutoCloseable {
  /** A request for the page. */
  static final String PAGE = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

  private static final Pattern SHOWN =
      Pattern.compile("hocket: http://localhost:(\\d+)/ shows process (\\d+) until it ends");

  static LiveProgram start(Path folder) throws IOException {
    Files.writeString(
        folder.resolve("Works.java"),
        """
        public class Works {
          static volatile int done;

          /** Runs until its input ends. */
          public static void main(String[] arguments) throws Exception {
            Thread worker = Thread.ofPlatform().daemon().start(Works::work);
            while (System.in.read() >= 0) {}
          }

          /** Pauses between blocks, so that the program leaves the processors to other tests. */
          static void work() {
            while (true) {
              //#omp target virtual(worker) await
              done++;
              java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
            }
          }
        }
        """);
    Path err = folder.resolve("err");
    Process program =
        ChildRun.builder(folder, List.of(), "run", "--live", "0", "Works.java")
            .redirectError(err.toFile())
            .start();
    try {
      Eventually.holds(() -> SHOWN.matcher(Files.readString(err)).find());
      Matcher shown = SHOWN.matcher(Files.readString(err));
      assertTrue(shown.find());
      assertTrue(Long.parseLong(shown.group(2)) == program.pid(), shown.group());
      return new LiveProgram(program, Integer.parseInt(shown.group(1)));
    } catch (Throwable failure) {
      program.destroyForcibly();
      throw failure;
    }
  }

  Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), port);
  }

  /** Everything that the page's server answers; empty if it drops the connection. */
  String answer(String request) throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException dropped) {
      return "";
    }
  }

  /**
   * The answer to a request that the server does not drop. The request is sent again if the machine
   * stood still for so long that the server took this client for a slow one.
   */
  String sureAnswer(String request) {
    AtomicReference<String> answer = new AtomicReference<>();
    Eventually.holds(() -> {
      answer.set(answer(request));
      return !answer.get().isEmpty();
    });
    return answer.get();
  }

  boolean isServed() throws IOException {
    return answer(PAGE).startsWith("HTTP/1.1 200");
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
