package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The live page's server with too many clients, and with clients that are too slow. Runs beside
 * other tests, because it waits for half a minute.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(600)
class SilentClientsTest {
  private static final int CONNECTIONS = 64;

  /** Requests that do not end. */
  private static final List<String> BEGINNINGS =
      List.of(
          "G",
          "\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: loc",
          "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nx");

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
  void silentSlowAndTooManyClients_areDropped_andOthersAreServed(@TempDir Path folder)
      throws Exception {
    try (LiveProgram program = LiveProgram.start(folder)) {
      Eventually.holds(program::isServed);
      dropsClients(program);
    }
  }

  private static void dropsClients(LiveProgram program) throws Exception {
    List<Socket> slow = new ArrayList<>();
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 30; i++) {
        Socket socket = program.connect();
        slow.add(socket);
        String begun = BEGINNINGS.get(i % BEGINNINGS.size());
        socket.getOutputStream().write(begun.getBytes(StandardCharsets.ISO_8859_1));
      }
      Eventually.holds(program::isServed);
      long begun = System.nanoTime();
      for (int i = 0; i < 4 * CONNECTIONS; i++) {
        silent.add(program.connect());
      }
      // Connections beyond the limit are dropped immediately, the others after ten seconds.
      Eventually.holds(() -> isDroppedNow(silent.getLast()));
      boolean isFirstDropped = isDroppedNow(silent.getFirst());
      // If the machine stood still for ten seconds, the server was right to drop it.
      boolean isEarly = System.nanoTime() - begun < TimeUnit.SECONDS.toNanos(10);
      assertFalse(isFirstDropped && isEarly, "the first connection is dropped, too");
      Eventually.holds(program::isServed);
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
}
