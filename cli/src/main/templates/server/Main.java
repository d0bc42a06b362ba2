package com.example.app;

import dev.hocket.events.io.Acceptor;
import java.net.InetSocketAddress;

/** Counts primes for its clients: {@code echo 100 | nc 127.0.0.1 8080}. */
public final class Main {
  private static final int MOST_WAITING = 50;

  private Main() {}

  public static void main(String[] arguments) throws Exception {
    int port = arguments.length == 0 ? 8080 : Integer.parseInt(arguments[0]);
    try (Acceptor acceptor = Acceptor.bind(new InetSocketAddress("127.0.0.1", port), MOST_WAITING)) {
      System.out.println("Listening on " + acceptor.address());
      Server.serve(acceptor);
    }
  }
}
