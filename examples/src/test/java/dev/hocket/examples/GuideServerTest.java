package dev.hocket.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The web server of the guide, on a free port. */
class GuideServerTest {
  private static final String NAME = "Greeter";
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir Path folder;
  private Process server;

  @AfterEach
  void stop() {
    server.destroyForcibly();
  }

  @Test
  void aRequest_isAnswered() throws Exception {
    assertEquals("hello\n", answerOf(start("getBytes();", "getBytes();")));
  }

  @Test
  void aFailureAfterTheAwait_endsTheExchange_andIsPrinted() throws Exception {
    int port =
        start("return \"hello\\n\".getBytes();", "throw new IllegalStateException(\"no page\");");
    IOException failure = assertThrows(IOException.class, () -> answerOf(port));
    assertFalse(failure instanceof HttpTimeoutException, "the client would wait for ever");
    BufferedReader output = server.inputReader();
    String printed =
        CompletableFuture.supplyAsync(() -> lineWith("no page", output))
            .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    assertTrue(printed.contains("IllegalStateException"), printed);
  }

  private static String lineWith(String text, BufferedReader output) {
    return output.lines().filter(line -> line.contains(text)).findFirst().orElse("");
  }

  /** Starts the server with one piece of its text replaced; returns its port. */
  private int start(String before, String after) throws Exception {
    String text =
        GuideTest.programs().stream()
            .filter(program -> program.name().equals(NAME))
            .findFirst()
            .orElseThrow()
            .text();
    String started = "server.start();";
    assertTrue(text.contains("8080") && text.contains(started) && text.contains(before), text);
    String changed =
        text.replace("8080", "0")
            .replace(started, started + " System.out.println(server.getAddress().getPort());")
            .replace(before, after);
    Path source = Files.writeString(folder.resolve(NAME + ".java"), changed);
    Programs.compile(List.of(source), folder, false);
    server = Programs.start(folder, NAME);
    return Integer.parseInt(server.inputReader().readLine());
  }

  private static String answerOf(int port) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/")).timeout(LIMIT).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
  }
}
