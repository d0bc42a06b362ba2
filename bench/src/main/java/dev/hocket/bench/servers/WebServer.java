package dev.hocket.bench.servers;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A web server in a separate process that listens on a port of the loopback interface. */
final class WebServer implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofMinutes(5);
  private static final int STOP_LIMIT_SECONDS = 15;

  private final String name;
  private final int port;
  private final Path output;
  private final Process process;

  /** Starts the server; its output goes to a file. */
  WebServer(String name, int port, Path output, List<String> command) throws IOException {
    this.name = name;
    this.port = port;
    this.output = output;
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
  }

  String name() {
    return name;
  }

  URI page(String file) {
    return URI.create("http://127.0.0.1:" + port + "/" + file);
  }

  /** Waits until the server answers, and checks that it serves these bytes. */
  void check(String file, byte[] expected) throws IOException, InterruptedException {
    awaitListening();
    byte[] body = get(file);
    if (!Arrays.equals(body, expected)) {
      throw new IOException(
          "it serves %s as %,d bytes that differ from the file's %,d%s"
              .formatted(page(file), body.length, expected.length, printed()));
    }
  }

  /** Waits until the server accepts connections. */
  void awaitListening() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (true) {
      try {
        new Socket("127.0.0.1", port).close();
        return;
      } catch (ConnectException notYet) {
        if (!process.isAlive()) {
          throw new IOException("ended with status %d%s".formatted(process.exitValue(), printed()));
        }
        if (System.nanoTime() > deadline) {
          throw new IOException("does not listen on port " + port + printed(), notYet);
        }
        Thread.sleep(20);
      }
    }
  }

  private byte[] get(String file) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(page(file)).timeout(START_LIMIT).build();
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (response.statusCode() != 200) {
        throw new IOException(
            "status %d for %s%s".formatted(response.statusCode(), request.uri(), printed()));
      }
      return response.body();
    }
  }

  /** The processor time that the server's process has used so far. */
  Duration processorTime() throws IOException {
    Optional<Duration> time = process.info().totalCpuDuration();
    if (time.isEmpty()) {
      throw new IOException(name + ": its processor time is unknown" + printed());
    }
    return time.get();
  }

  private String printed() throws IOException {
    return "; it printed: " + Files.readString(output).strip();
  }

  /** Ends the server's input, and waits until a server that ends with it has ended. */
  void endInput() throws IOException, InterruptedException {
    process.getOutputStream().close();
    if (!process.waitFor(STOP_LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException(name + " did not end well with its input" + printed());
    }
  }

  /** Asks the server to end; {@link #close} waits until it has ended. */
  void askToEnd() {
    process.destroy();
  }

  /** Ends the server and the processes that it started. Returns when they have ended. */
  @Override
  public void close() {
    List<ProcessHandle> all =
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    process.destroy();
    try {
      CompletableFuture.allOf(
              all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
          .get(STOP_LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException late) {
      all.forEach(ProcessHandle::destroyForcibly);
    } catch (InterruptedException e) {
      all.forEach(ProcessHandle::destroyForcibly);
      Thread.currentThread().interrupt();
    }
  }
}
