package dev.hocket.events.io;

import dev.hocket.core.Eventually;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Support for tests of input and output. */
final class Trial {
  private Trial() {}

  static void eventually(BooleanSupplier condition) {
    Eventually.holds(condition::getAsBoolean);
  }

  /** Keeps carriers busy; returns when no processor is free for other virtual threads. */
  static void keepCarriersBusy(AtomicBoolean over) throws InterruptedException {
    int carriers = Runtime.getRuntime().availableProcessors();
    CountDownLatch busy = new CountDownLatch(carriers);
    for (int i = 0; i < carriers; i++) {
      Thread.startVirtualThread(() -> {
        busy.countDown();
        while (!over.get()) {
          Thread.onSpinWait();
        }
      });
    }
    busy.await();
  }

  static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the text with which a buffer was filled. */
  static String text(ByteBuffer filled) {
    filled.flip();
    String text = StandardCharsets.UTF_8.decode(filled).toString();
    filled.clear();
    return text;
  }

  static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(2, TimeUnit.MINUTES);
  }

  /** Counts the sockets of this process, as the system does. */
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
