package dev.hocket.bench.windows;

import dev.hocket.bench.processes.Programs;
import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures the time from a typed character to the messages of {@code hocket lsp} about the text: a
 * file of 1,000 lines in a project of 500 files. The server is a process, and this program its
 * editor. Each second key removes the character of the key before.
 */
public final class TypingTime implements AutoCloseable {
  private static final int FILES = 500;
  private static final int METHODS = 125;
  private static final int METHODS_OF_OTHERS = 15;
  private static final int KEYS = 200;
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: *([0-9]+)");
  private static final Pattern REQUEST =
      Pattern.compile("\"id\": *(\"[^\"]*\"|[0-9]+), *\"method\"");

  private final Process server;
  private final InputStream in;
  private final OutputStream out;
  private int version;

  private TypingTime() throws IOException {
    server =
        new ProcessBuilder("./hocket", "lsp")
            .directory(Programs.ROOT.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    in = new BufferedInputStream(server.getInputStream());
    out = server.getOutputStream();
  }

  public static void run(Settings settings) throws Exception {
    Path folder = Files.createTempDirectory("hocket-bench");
    try (TypingTime typing = new TypingTime()) {
      for (int i = 0; i < FILES; i++) {
        Files.writeString(folder.resolve("C" + i + ".java"), source(i, METHODS_OF_OTHERS));
      }
      typing.measure(folder, settings.isQuick() ? 2 : KEYS);
    } finally {
      Programs.delete(folder);
    }
  }

  private void measure(Path folder, int keys) throws IOException {
    String text = source(FILES, METHODS);
    String uri = folder.resolve("C" + FILES + ".java").toUri().toString();
    send(
        """
        "id": 1, "method": "initialize", "params": {"processId": null, "capabilities": {},
        "workspaceFolders": [{"uri": "%s", "name": "measured"}]}
        """
            .formatted(folder.toUri()));
    receive("\"id\": *1\\b.*\"result\"");
    send("\"method\": \"initialized\", \"params\": {}");
    long start = System.nanoTime();
    send(
        """
        "method": "textDocument/didOpen", "params": {"textDocument":
        {"uri": "%s", "languageId": "java", "version": %d, "text": "%s"}}
        """
            .formatted(uri, ++version, text.replace("\n", "\\n")));
    awaitMessages(uri);
    double first = (System.nanoTime() - start) / 1e6;
    long line = text.substring(0, text.indexOf("n + ")).lines().count() - 1;
    int column = text.indexOf("n + ") - text.lastIndexOf('\n', text.indexOf("n + ")) - 1 + 4;
    double[] millis = new double[keys];
    for (int i = 0; i < keys; i++) {
      boolean adds = i % 2 == 0;
      start = System.nanoTime();
      send(
          """
          "method": "textDocument/didChange", "params": {"textDocument": {"uri": "%s", "version": %d},
          "contentChanges": [{"range": {"start": {"line": %d, "character": %d},
          "end": {"line": %3$d, "character": %d}}, "text": "%s"}]}
          """
              .formatted(uri, ++version, line, column, column + (adds ? 0 : 1), adds ? "1" : ""));
      awaitMessages(uri);
      millis[i] = (System.nanoTime() - start) / 1e6;
    }
    Arrays.sort(millis);
    System.out.printf(
        "%n| from a key to the messages, %,d lines, %d files | median | 90 %% | 99 %% | maximum | after opening the file |%n"
            + "| --- | --- | --- | --- | --- | --- |%n"
            + "| `hocket lsp` | %.0f ms | %.0f ms | %.0f ms | %.0f ms | %,.0f ms |%n",
        text.lines().count(),
        FILES,
        Race.quantile(millis, .5),
        Race.quantile(millis, .9),
        Race.quantile(millis, .99),
        millis[keys - 1],
        first);
  }

  private void awaitMessages(String uri) throws IOException {
    String published =
        receive("\"textDocument/publishDiagnostics\".*\"version\": *" + version + "\\b");
    if (!published.contains(uri) || !published.contains("\"diagnostics\":[]")) {
      throw new AssertionError("unexpected messages: " + published);
    }
  }

  private void send(String message) throws IOException {
    byte[] bytes = ("{\"jsonrpc\": \"2.0\", " + message + "}").getBytes(StandardCharsets.UTF_8);
    out.write(("Content-Length: " + bytes.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    out.write(bytes);
    out.flush();
  }

  /** Reads messages until one contains the pattern; answers requests in between with null. */
  private String receive(String pattern) throws IOException {
    Pattern wanted = Pattern.compile(pattern, Pattern.DOTALL);
    String message = read();
    while (!wanted.matcher(message).find()) {
      Matcher request = REQUEST.matcher(message);
      if (request.find()) {
        send("\"id\": " + request.group(1) + ", \"result\": null");
      }
      message = read();
    }
    return message;
  }

  private String read() throws IOException {
    int length = 0;
    for (String header = line(); !header.isEmpty(); header = line()) {
      Matcher found = LENGTH.matcher(header);
      length = found.find() ? Integer.parseInt(found.group(1)) : length;
    }
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server has ended");
      }
      line.append((char) c);
    }
    return line.toString().strip();
  }

  /** A class whose methods contain blocks and call those of other classes. */
  private static String source(int number, int methods) {
    StringBuilder text = new StringBuilder("package big;\n\nclass C" + number + " {\n");
    for (int i = 0; i < methods; i++) {
      int other = (number * 31 + i * 7) % FILES;
      text.append(
          """
            static void m%d(int n) {
              int[] sum = new int[1];
              //#omp target virtual(worker)
              {
                sum[0] += n + %d;
              }
              C%d.m0(sum[0]);
            }
          """
              .formatted(i, i, other));
    }
    return text.append("}\n").toString();
  }

  @Override
  public void close() {
    server.descendants().forEach(ProcessHandle::destroy);
    server.destroy();
  }
}
