package dev.hocket.events.io;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** What tests of input and output have in common. */
final class Trial {
  private static final long LIMIT_NANOS = Duration.ofSeconds(30).toNanos();

  private Trial() {}

  static void eventually(BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        fail("did not come true within " + LIMIT_NANOS + " ns");
      }
      Thread.yield();
    }
  }

  static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /** What a buffer was filled with; empties it. */
  static String text(ByteBuffer filled) {
    filled.flip();
    String text = StandardCharsets.UTF_8.decode(filled).toString();
    filled.clear();
    return text;
  }

  static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(30, TimeUnit.SECONDS);
  }

  /** The sockets of this process, as the system counts them. */
  static long sockets() {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.filter(Trial::isSocket).count();
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  private static boolean isSocket(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }
}
