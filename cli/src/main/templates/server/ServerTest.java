package com.example.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.events.io.Acceptor;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServerTest {
  private Acceptor acceptor;
  private Thread server;

  @BeforeEach
  void start() throws Exception {
    acceptor = Acceptor.bind(new InetSocketAddress("127.0.0.1", 0), 10);
    server = Thread.startVirtualThread(this::serve);
  }

  @AfterEach
  void stop() throws Exception {
    server.interrupt();
    server.join();
    acceptor.close();
  }

  @Test
  void number_isAnsweredByThePrimesBelowIt() throws Exception {
    assertEquals("25", ask("100"));
    assertEquals("0", ask("2"));
  }

  @Test
  void otherText_isAnsweredByWhatIsExpected() throws Exception {
    assertEquals("expected a number up to 10000000, got: many", ask("many"));
  }

  private void serve() {
    try {
      Server.serve(acceptor);
    } catch (InterruptedException e) {
      // The test has ended.
    }
  }

  private String ask(String line) throws Exception {
    try (Socket socket = new Socket()) {
      socket.connect(acceptor.address());
      socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
          .readLine();
    }
  }
}
