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
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The live page's server with clients that send too many, too slow or wrong requests. */
@Timeout(600)
class LiveLimitsTest {
  private static final String PAGE =
      "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  private static final int CONNECTIONS = 64;

  /** Requests that do not end. */
  private static final List<String> BEGINNINGS =
      List.of(
          "G",
          "\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: loc",
          "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nx");

  @TempDir static Path folder;

  private static LiveProgram program;

  @BeforeAll
  static void start() throws IOException {
    program = LiveProgram.start(folder);
    Eventually.holds(() -> answer(PAGE).startsWith("HTTP/1.1 200"));
  }

  @AfterAll
  static void end() {
    program.close();
  }

  private static Socket connected() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), program.port());
  }

  /** Everything that the server sends; empty if it drops the connection. */
  private static String answer(String request) throws IOException {
    try (Socket socket = connected()) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException dropped) {
      return "";
    }
  }

  private static boolean isServed() throws IOException {
    return answer(PAGE).startsWith("HTTP/1.1 200");
  }

  private static boolean isDropped(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (IOException e) {
      return true;
    }
  }

  private static boolean isDroppedNow(Socket socket) throws IOException {
    socket.setSoTimeout(1);
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException open) {
      return false;
    } catch (IOException e) {
      return true;
    } finally {
      socket.setSoTimeout(0);
    }
  }

  private static void close(List<Socket> sockets) throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  /** All wait at the same time, because the server drops a client after ten seconds. */
  @Test
  void silentSlowAndTooManyClients_areDropped_andOthersAreServed() throws Exception {
    List<Socket> slow = new ArrayList<>();
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 30; i++) {
        Socket socket = connected();
        slow.add(socket);
        String begun = BEGINNINGS.get(i % BEGINNINGS.size());
        socket.getOutputStream().write(begun.getBytes(StandardCharsets.ISO_8859_1));
      }
      Eventually.holds(LiveLimitsTest::isServed);
      for (int i = 0; i < 4 * CONNECTIONS; i++) {
        silent.add(connected());
      }
      // Connections beyond the limit are dropped immediately, the others after ten seconds.
      Eventually.holds(() -> isDroppedNow(silent.getLast()));
      assertFalse(isDroppedNow(silent.getFirst()), "the first connection is dropped, too");
      Eventually.holds(LiveLimitsTest::isServed);
      for (Socket socket : silent) {
        assertTrue(isDropped(socket));
      }
      for (Socket socket : slow) {
        Eventually.holds(() -> isDropped(socket));
      }
    } finally {
      close(silent);
      close(slow);
    }
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
    String answer = answer(request);
    assertFalse(answer.startsWith("HTTP/1.1 200"), answer);
    assertTrue(isServed());
  }

  @Test
  void endlessHeader_isRefused() throws Exception {
    String header = "X-" + "a".repeat(60) + ": " + "b".repeat(4_000) + "\r\n";
    String answer = answer("GET / HTTP/1.1\r\nHost: localhost\r\n" + header.repeat(1_000) + "\r\n");
    assertFalse(answer.startsWith("HTTP/1.1 200"), answer);
    assertTrue(isServed());
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
        answer("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assertTrue(answer.startsWith("HTTP/1.1 404") || answer.startsWith("HTTP/1.1 400"), answer);
  }

  @Test
  void page_loadsNothing_andMayNotBeFramedOrStored() throws Exception {
    String answer = answer(PAGE);
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
