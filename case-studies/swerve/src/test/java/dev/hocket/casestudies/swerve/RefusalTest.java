package dev.hocket.casestudies.swerve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.casestudies.http.Client;
import dev.hocket.casestudies.http.Client.Reply;
import dev.hocket.casestudies.http.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The answers to requests that must be refused. */
@ParameterizedClass
@EnumSource(Kind.class)
@Timeout(300)
class RefusalTest {
  private static final String HOST = " HTTP/1.1\r\nHost: a\r\n";
  private final Kind kind;
  @TempDir Path temp;
  private Site site;

  RefusalTest(Kind kind) {
    this.kind = kind;
  }

  @BeforeEach
  void start() throws IOException {
    Files.writeString(temp.resolve("secret"), "secret");
    site = new Site(kind, Files.createDirectory(temp.resolve("root")));
    site.write("a.txt", "content".getBytes());
  }

  @AfterEach
  void stop() {
    site.close();
  }

  /** Asserts that the response has the status and is complete, and that nothing follows it. */
  private void assertRefused(int status, String request) throws IOException {
    try (Client client = site.connect()) {
      client.send(request);
      Reply reply = client.reply();
      assertEquals(status, reply.status(), request);
      assertTrue(reply.text().startsWith(status + " "), reply.text());
      assertEquals("close", reply.field("Connection"), request);
      assertEquals(-1, client.read(), request);
    }
  }

  /** Asserts the same, but the connection stays open. */
  private void assertDeclined(int status, String request) throws IOException {
    try (Client client = site.connect()) {
      client.send(request);
      assertEquals(status, client.reply().status(), request);
      assertEquals("content", client.get("/a.txt").text(), request);
    }
  }

  @Test
  void malformedRequests_are400() throws Exception {
    assertRefused(400, "GET /a.txt HTTP/1.1\r\nHost : a\r\n\r\n");
    assertRefused(400, "GET /a.txt HTTP/1.1\r\n\r\n");
    assertRefused(400, "\0\1\2\3\r\n\r\n");
    assertRefused(400, "POST /" + HOST + "Transfer-Encoding: chunked\r\n\r\nzz\r\n");
    assertRefused(400, "POST /" + HOST + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n");
    assertDeclined(400, "GET /%zz" + HOST + "\r\n");
  }

  @Test
  void refusalsOfHead_haveNoBody_soTheNextResponseIsFound() throws Exception {
    try (Client client = site.connect()) {
      for (String target : new String[] {"/%zz", "/" + "a".repeat(9000), "/none"}) {
        client.send("HEAD " + target + HOST + "\r\n");
        assertTrue(client.head().startsWith("HTTP/1.1 4"));
      }
      assertEquals("content", client.get("/a.txt").text());
    }
  }

  @Test
  void pathsOutOfTheRoot_areNotFound() throws Exception {
    String[] targets = {
      "/../secret",
      "/%2e%2e/secret",
      "/..%2fsecret",
      "/a/../../secret",
      "/%2e%2e%2fsecret",
      "/..\\secret",
      "/..%5csecret",
      "//secret",
      "/./../secret",
      "/..;/secret",
      "/%c0%ae%c0%ae/secret"
    };
    for (String target : targets) {
      String answer = site.exchange("GET " + target + HOST + "\r\n");
      assertTrue(answer.startsWith("HTTP/1.1 40"), target + ": " + answer);
      assertTrue(!answer.contains("\r\n\r\nsecret"), target);
    }
  }

  @Test
  void linksOutOfTheRoot_areNotFound_alsoWhenTheyReplaceAFile() throws Exception {
    Files.createSymbolicLink(site.root.resolve("link"), temp.resolve("secret"));
    Files.createSymbolicLink(site.root.resolve("up"), temp);
    try (Client client = site.connect()) {
      assertEquals(404, client.get("/link").status());
      assertEquals(404, client.get("/up/secret").status());
      assertEquals(200, client.get("/a.txt").status());
      Files.delete(site.root.resolve("a.txt"));
      Files.createSymbolicLink(site.root.resolve("a.txt"), temp.resolve("secret"));
      Eventually.holds(() -> {
        Reply reply = client.get("/a.txt");
        assertTrue(!reply.text().equals("secret"));
        return reply.status() == 404;
      });
    }
  }

  @Test
  void unsupportedRequests_areRefused() throws Exception {
    assertDeclined(405, "DELETE /a.txt" + HOST + "\r\n");
    assertDeclined(405, "POST /a.txt" + HOST + "Content-Length: 3\r\n\r\nabc");
    assertDeclined(501, "FLY /" + HOST + "\r\n");
    assertRefused(501, "POST /" + HOST + "Transfer-Encoding: gzip, chunked\r\n\r\n");
    assertRefused(505, "GET / HTTP/2.0\r\nHost: a\r\n\r\n");
    assertRefused(505, "GET /\r\n");
    assertRefused(417, "POST /" + HOST + "Content-Length: 1\r\nExpect: wonders\r\n\r\n");
  }

  @Test
  void largeRequests_areRefused_andTheRefusalIsNotLostInAReset() throws Exception {
    assertDeclined(414, "GET /" + "a".repeat(9000) + HOST + "\r\n");
    assertRefused(414, "GET /" + "a".repeat(100_000) + HOST + "\r\n");
    assertRefused(431, "GET /" + HOST + "X: " + "a".repeat(100_000) + "\r\n\r\n");
    assertRefused(431, "GET /" + HOST + "X: y\r\n".repeat(101) + "\r\n");
    assertRefused(413, "POST /" + HOST + "Content-Length: 300000\r\n\r\n" + "x".repeat(300_000));
    String chunk = "1000\r\n" + "x".repeat(4096) + "\r\n";
    assertRefused(413, "POST /" + HOST + "Transfer-Encoding: chunked\r\n\r\n" + chunk.repeat(100));
  }

  @Test
  void aBodyThatIsExpected_isAskedForOnce() throws Exception {
    try (Client client = site.connect()) {
      client.send("POST /" + HOST + "Content-Length: 3\r\nExpect: 100-continue\r\n\r\n");
      assertEquals("HTTP/1.1 100 Continue\r\n\r\n", client.head());
      client.send("abc");
      assertEquals(405, client.reply().status());
      assertEquals("content", client.get("/a.txt").text());
    }
  }
}
