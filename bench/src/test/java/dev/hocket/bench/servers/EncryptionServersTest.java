package dev.hocket.bench.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.hocket.bench.race.Printed;
import dev.hocket.bench.race.Settings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** The benchmark of the service that encrypts runs, and its users notice wrong answers. */
class EncryptionServersTest {
  @Test
  void everyService_hasARowInBothTables() throws Exception {
    String printed = Printed.by(() -> EncryptionServers.run(Settings.QUICK));
    for (String server :
        List.of(
            "Hocket, target virtual",
            "Hocket, target virtual and parallel for",
            "Jetty's pool",
            "Jetty's pool and parallel for")) {
      assertEquals(2, Printed.rows(printed, server), printed);
    }
  }

  @Test
  void users_countAnswersAndTheirTime() throws Exception {
    double[] figures = withAnswer("right", 200, users -> users.run(3, 0.05));
    assertTrue(figures[0] >= 0 && figures[1] > 0, figures[0] + " " + figures[1]);
  }

  @Test
  void wrongAnswer_endsTheRun() {
    for (int status : new int[] {200, 500}) {
      String answer = status == 200 ? "wrong" : "right";
      ExecutionException wrong =
          assertThrows(
              ExecutionException.class, () -> withAnswer(answer, status, users -> users.run(1, 0)));
      assertTrue(wrong.getMessage().contains("wrong answer: HTTP/1.1 " + status), "" + wrong);
    }
  }

  private interface Load {
    double[] of(VirtualUsers users) throws Exception;
  }

  /** Runs load from users that expect the answer {@code right}. */
  private static double[] withAnswer(String answer, int status, Load load) throws Exception {
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(anyPort, 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(status, answer.length());
            exchange.getResponseBody().write(answer.getBytes());
          }
        });
    server.start();
    try {
      return load.of(
          new VirtualUsers(server.getAddress().getPort(), "text".getBytes(), "right".getBytes()));
    } finally {
      server.stop(0);
    }
  }
}
