package dev.hocket.casestudies.swerve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The server with curl as a client. Part of {@code ./check --long}, because not every machine has
 * curl.
 */
@ParameterizedClass
@EnumSource(Kind.class)
@Timeout(300)
class CurlTest {
  private static final int OK = 0;

  /** The exit code of {@code --fail} for a status of 400 or more. */
  private static final int REFUSED = 22;

  private static final int LARGE = 3_000_000;

  /** A size larger than the server reads of a body. */
  private static final int TOO_LARGE = 1_000_000;

  private final Kind kind;
  private final byte[] large = new byte[LARGE];
  @TempDir Path root;
  @TempDir Path folder;
  private Site site;

  CurlTest(Kind kind) {
    this.kind = kind;
  }

  @BeforeEach
  void start() throws IOException {
    new Random(1).nextBytes(large);
    site = new Site(kind, root);
    site.write("large.bin", large);
    site.write("a.txt", "0123456789".getBytes());
  }

  @AfterEach
  void stop() {
    site.close();
  }

  private String url(String target) throws IOException {
    return "http://127.0.0.1:" + site.port() + target;
  }

  /** Runs curl; returns its standard output. The machine's settings and proxy are ignored. */
  private String curl(int exitCode, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("curl", "-q", "-sS"));
    command.addAll(List.of("--max-time", "30"));
    command.addAll(List.of(arguments));
    File output = folder.resolve("output").toFile();
    File errors = folder.resolve("errors").toFile();
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("no_proxy", "*");
    Process curl;
    try {
      curl = builder.redirectOutput(output).redirectError(errors).start();
    } catch (IOException missing) {
      throw new AssertionError("this test needs curl; apt-get install curl", missing);
    }
    try {
      curl.getOutputStream().close();
      assertTrue(curl.waitFor(2, TimeUnit.MINUTES), "curl has not ended within 2 minutes");
    } finally {
      curl.destroyForcibly();
    }
    assertEquals(exitCode, curl.exitValue(), () -> command + ": " + read(errors.toPath()));
    return read(output.toPath());
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Returns the words of {@code format} for each transfer, one line per transfer; bodies are
   * discarded.
   */
  private List<String> outcomes(String format, String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("-o", "/dev/null", "-w", format + "\n"));
    return curl(OK, all.toArray(String[]::new)).lines().toList();
  }

  @Test
  void twoFiles_arriveWholeOnOneConnection() throws Exception {
    Path first = folder.resolve("first");
    Path second = folder.resolve("second");
    String connections =
        curl(
            OK,
            "-w",
            "%{http_code} %{num_connects}\n",
            "-o",
            first.toString(),
            url("/large.bin"),
            "-o",
            second.toString(),
            url("/a.txt"));
    assertEquals("200 1\n200 0\n", connections);
    assertArrayEquals(large, Files.readAllBytes(first));
    assertEquals("0123456789", read(second));
  }

  @Test
  void head_hasTheLengthAndNoBody() throws Exception {
    String head = curl(OK, "--head", url("/large.bin"));
    assertTrue(head.startsWith("HTTP/1.1 200 "), head);
    assertTrue(head.contains("\r\nContent-Length: " + LARGE + "\r\n"), head);
    assertTrue(head.endsWith("\r\n\r\n"), head);
  }

  @Test
  void ranges_areTheseBytes() throws Exception {
    assertEquals("56789", curl(OK, "--range", "5-9", url("/a.txt")));
    assertEquals("789", curl(OK, "--range", "-3", url("/a.txt")));
    assertEquals(List.of("206"), outcomes("%{http_code}", "--range", "5-", url("/a.txt")));
    assertEquals(List.of("416"), outcomes("%{http_code}", "--range", "10-", url("/a.txt")));
  }

  @Test
  void aDownloadThatWasCut_isResumed() throws Exception {
    Path part = Files.write(folder.resolve("part"), Arrays.copyOf(large, 1_234_567));
    curl(OK, "--continue-at", "-", "-o", part.toString(), url("/large.bin"));
    assertArrayEquals(large, Files.readAllBytes(part));
  }

  @Test
  void aFileThatHasNotChanged_isNotSentAgain() throws Exception {
    String copy = folder.resolve("copy").toString();
    String tag = folder.resolve("tag").toString();
    curl(OK, "--remote-time", "--etag-save", tag, "-o", copy, url("/a.txt"));
    String format = "%{http_code} %{size_download}";
    assertEquals(List.of("304 0"), outcomes(format, "--time-cond", copy, url("/a.txt")));
    assertEquals(List.of("304 0"), outcomes(format, "--etag-compare", tag, url("/a.txt")));
    String before = "Fri, 01 Jan 2010 00:00:00 GMT";
    assertEquals(List.of("200 10"), outcomes(format, "--time-cond", before, url("/a.txt")));
    Files.writeString(Path.of(tag), "\"another\"\n");
    assertEquals(List.of("200 10"), outcomes(format, "--etag-compare", tag, url("/a.txt")));
  }

  /** The server reads the upload to its end, so it finds the next request on the connection. */
  @Test
  void aChunkedUpload_is405_andTheConnectionLivesOn() throws Exception {
    String upload = Files.write(folder.resolve("upload"), new byte[50_000]).toString();
    String chunked = "Transfer-Encoding: chunked";
    String format = "%{http_code} %{num_connects}\n";
    String answers =
        curl(
            OK,
            "-o",
            "/dev/null",
            "-w",
            format,
            "-H",
            chunked,
            "-T",
            upload,
            url("/new.txt"),
            "--next",
            "-o",
            "/dev/null",
            "-w",
            format,
            url("/a.txt"));
    assertEquals("405 1\n200 0\n", answers);
    assertTrue(Files.notExists(root.resolve("new.txt")));
  }

  @Test
  void aChunkedUploadThatIsTooLarge_isRefused() throws Exception {
    String upload = Files.write(folder.resolve("upload"), new byte[TOO_LARGE]).toString();
    assertEquals(
        List.of("413"),
        outcomes(
            "%{http_code}", "-H", "Transfer-Encoding: chunked", "-T", upload, url("/new.txt")));
  }

  @Test
  void aMissingResource_is404() throws Exception {
    assertTrue(curl(OK, url("/none")).startsWith("404 "));
    assertEquals("", curl(REFUSED, "--fail", url("/none")));
  }
}
