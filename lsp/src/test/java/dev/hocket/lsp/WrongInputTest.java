package dev.hocket.lsp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid input from a client. */
class WrongInputTest {
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}";
  private static final String SHUTDOWN = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"shutdown\"}";
  private static final String EXIT = "{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}";

  private final PrintStream usual = System.err;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final ByteArrayOutputStream answers = new ByteArrayOutputStream();

  @BeforeEach
  void captureWhatIsSaid() {
    System.setErr(new PrintStream(said, true, UTF_8));
  }

  @AfterEach
  void showItAgain() {
    System.setErr(usual);
  }

  private int serve(String written) throws InterruptedException {
    return LanguageServers.serve(
        new ByteArrayInputStream(written.getBytes(UTF_8)), answers, Editor.PAGES, "0");
  }

  private static String message(String body) {
    return "Content-Length: " + body.getBytes(UTF_8).length + "\r\n\r\n" + body;
  }

  private String said() {
    return said.toString(UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 99999999999999999999\r\n\r\n{}",
        "Content-Length: 2147483647\r\n\r\n{}",
        "Content-Length: -1\r\n\r\n{}",
        "Content-Length: two\r\n\r\n{}",
        "Content-Length: \r\n\r\n{}",
        "Content-Type: text/plain\r\n\r\n{}",
        "GET / HTTP/1.1\r\nHost: here\r\n\r\n",
        "\r\n\r\n{}",
        "{\"jsonrpc\":\"2.0\"}\n",
        "\u0000\u0001\u0002\n\n\n",
        "hocket lsp\n",
      })
  void garbage_endsTheServer_withOneLineThatShowsIt(String garbage) throws Exception {
    assertEquals(2, serve(message(INITIALIZE) + garbage));
    assertTrue(said().startsWith("hocket lsp: an editor should write messages of the"), said());
    assertEquals(1, said().lines().count(), said());
    assertTrue(answers.toString(UTF_8).contains("\"capabilities\""), answers.toString(UTF_8));
  }

  @Test
  void garbageWithoutEnd_isNotReadToItsEnd() throws Exception {
    assertEquals(2, serve("x".repeat(1_000_000)));
    assertEquals(1, said().lines().count(), said());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "nothing",
        "[]",
        "null",
        "\"text\"",
        "{}",
        "{\"jsonrpc\":\"2.0\",\"id\":3}",
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":null}",
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":7,\"params\":7}",
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"unknown\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"textDocument/hover\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"textDocument/hover\",\"params\":[1,2]}",
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"textDocument/hover\",\"params\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"textDocument/codeAction\",\"params\":"
            + "{\"textDocument\":{\"uri\":\"%\"},\"range\":{},\"context\":{}}}",
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":null}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didClose\",\"params\":"
            + "{\"textDocument\":{\"uri\":\"not a uri\"}}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"workspace/didChangeConfiguration\",\"params\":"
            + "{\"settings\":{\"hocket\":{\"inlayHints\":{}}}}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"workspace/didChangeWatchedFiles\",\"params\":{}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancelRequest\",\"params\":{\"id\":\"none\"}}",
      })
  void wrongMessages_areRefused_andTheServerContinues(String wrong) throws Exception {
    String all = message(INITIALIZE) + message(wrong) + message(SHUTDOWN) + message(EXIT);
    assertEquals(0, serve(all), said());
    assertFalse(said().contains("\tat "), said());
    assertTrue(answers.toString(UTF_8).contains("\"id\":9"), answers.toString(UTF_8));
  }

  /** The server has said at its start that it does not format. */
  @Test
  void requestThatIsNotOffered_isAnswered_andNotLogged() throws Exception {
    String format =
        """
        {"jsonrpc":"2.0","id":3,"method":"textDocument/formatting","params":
        {"textDocument":{"uri":"file:///x/A.java"},"options":{"tabSize":2,"insertSpaces":true}}}
        """;
    assertEquals(
        0, serve(message(INITIALIZE) + message(format) + message(SHUTDOWN) + message(EXIT)));
    assertEquals("", said());
    assertTrue(answers.toString(UTF_8).contains("\"code\":-32601"), answers.toString(UTF_8));
  }

  @Test
  void initializeWithoutFolders_orWithStrangeOnes_isAnswered() throws Exception {
    for (String folders : List.of("null", "[]", "[{\"uri\":\"untitled:x\",\"name\":\"x\"}]")) {
      String initialize =
          INITIALIZE.replace("{\"capa", "{\"workspaceFolders\":" + folders + ",\"capa");
      assertEquals(0, serve(message(initialize) + message(SHUTDOWN) + message(EXIT)), said());
    }
    assertEquals("", said());
  }

  @Test
  void streamThatEndsInAMessage_endsTheServer() throws Exception {
    assertEquals(1, serve("Content-Length: 50\r\n\r\n{\"jsonrpc\":"));
    assertEquals(1, serve("Content-Le"));
    assertEquals(1, serve(""));
    assertFalse(said().contains("\tat "), said());
  }
}
