package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The live page's server with clients that send wrong requests. */
@Timeout(600)
class LiveLimitsTest {
  @TempDir static Path folder;

  private static LiveProgram program;

  @BeforeAll
  static void start() throws IOException {
    program = LiveProgram.start(folder);
    Eventually.holds(program::isServed);
  }

  @AfterAll
  static void end() {
    program.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\0\1\2\3 \0\r\n\r\n",
        "GET\r\n\r\n",
        "GET % HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost.elsewhere.example\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost:80:elsewhere.example\r\nConnection: close\r\n\r\n",
        "DELETE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        "TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      })
  void wrongRequests_areRefused_andOthersAreServed(String request) throws Exception {
    String answer = program.answer(request);
    assertFalse(answer.startsWith("HTTP/1.1 200"), answer);
    Eventually.holds(program::isServed);
  }

  @Test
  void endlessHeader_isRefused() throws Exception {
    String header = "X-" + "a".repeat(60) + ": " + "b".repeat(4_000) + "\r\n";
    String answer =
        program.answer("GET / HTTP/1.1\r\nHost: localhost\r\n" + header.repeat(1_000) + "\r\n");
    assertFalse(answer.startsWith("HTTP/1.1 200"), answer);
    Eventually.holds(program::isServed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/..",
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%5c..%5cWorks.java",
        "/Works.java",
        "//etc/passwd",
        "/live.jfr",
        "http://elsewhere.example/other"
      })
  void pathsOutOfThePage_leadNowhere(String path) throws Exception {
    String answer =
        program.sureAnswer(
            "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assertTrue(answer.startsWith("HTTP/1.1 404") || answer.startsWith("HTTP/1.1 400"), answer);
  }

  @Test
  void page_loadsNothing_andMayNotBeFramedOrStored() throws Exception {
    String answer = program.sureAnswer(LiveProgram.PAGE);
    String head = answer.substring(0, answer.indexOf("\r\n\r\n")).toLowerCase();
    assertTrue(head.contains("content-security-policy: default-src 'none';"), head);
    assertTrue(head.contains("frame-ancestors 'none'"), head);
    assertTrue(head.contains("form-action 'none'"), head);
    assertTrue(head.contains("x-content-type-options: nosniff"), head);
    assertTrue(head.contains("cache-control: no-store"), head);
    assertFalse(answer.matches("(?s).*(src|href)=[\"']?(https?:|//).*"), "a link to another host");
  }

  @Test
  void otherAddressesOfTheMachine_doNotAnswer() throws Exception {
    for (NetworkInterface device : NetworkInterface.networkInterfaces().toList()) {
      for (InetAddress address : device.inetAddresses().toList()) {
        if (!address.isLoopbackAddress()) {
          Socket socket = new Socket();
          assertThrows(
              IOException.class,
              () -> socket.connect(new InetSocketAddress(address, program.port()), 60_000),
              address::toString);
          assertEquals(false, socket.isConnected());
        }
      }
    }
  }
}
