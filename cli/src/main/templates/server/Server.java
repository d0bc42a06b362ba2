package com.example.app;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.spawn;
import static dev.hocket.events.Events.timeOutEvt;

import dev.hocket.events.io.Acceptor;
import dev.hocket.events.io.Connection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.LongStream;

/** Answers a number in a line with the number of primes below it. */
final class Server {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long LARGEST = 10_000_000;
  private static final int LONGEST_LINE = 100;

  private Server() {}

  /** Serves each connection on its own virtual thread, until the calling thread is interrupted. */
  static void serve(Acceptor acceptor) throws InterruptedException {
    while (true) {
      Connection connection = acceptor.acceptEvt().sync();
      spawn(() -> answer(connection));
    }
  }

  private static void answer(Connection connection) throws InterruptedException {
    ByteBuffer line = ByteBuffer.allocate(LONGEST_LINE);
    try (connection) {
      while (line.hasRemaining() && !text(line).endsWith("\n")) {
        // Waits for bytes, at most until the server's patience ends.
        int read =
            choose(connection.readEvt(line), timeOutEvt(PATIENCE).wrap(late -> -1)).sync();
        if (read < 0) {
          return;
        }
      }
      byte[] reply = (reply(text(line).strip()) + "\n").getBytes(StandardCharsets.UTF_8);
      connection.writeAll(ByteBuffer.wrap(reply));
    } catch (IOException | UncheckedIOException e) {
      System.err.println("A client has gone: " + e.getMessage());
    }
  }

  /** Thousands of connections may wait here; as many of them compute as there are processors. */
  static String reply(String line) {
    if (!line.matches("[0-9]{1,8}") || Long.parseLong(line) > LARGEST) {
      return "expected a number up to " + LARGEST + ", got: " + line;
    }
    long limit = Long.parseLong(line);
    long primes;
    //#omp target virtual(worker)
    primes = LongStream.range(2, limit).filter(Server::isPrime).count();
    return Long.toString(primes);
  }

  private static boolean isPrime(long n) {
    return LongStream.rangeClosed(2, (long) Math.sqrt(n)).allMatch(d -> n % d != 0);
  }

  private static String text(ByteBuffer line) {
    return new String(line.array(), 0, line.position(), StandardCharsets.UTF_8);
  }
}
