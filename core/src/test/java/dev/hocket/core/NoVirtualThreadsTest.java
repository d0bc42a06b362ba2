package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that core loads in a Java without virtual threads. */
class NoVirtualThreadsTest {
  /** Uses what of core such a Java allows. */
  public static final class Program implements Callable<String> {
    @Override
    public String call() throws Exception {
      StringBuilder said = new StringBuilder();
      Targets.of("worker").call("a", () -> said.append("pool; "));
      if (!Blocking.await(Wait.of("nothing", () -> false), Duration.ofMillis(1))) {
        said.append("waits; ");
      }
      try {
        Targets.createVirtual("v");
      } catch (UnsupportedOperationException refusal) {
        said.append(refusal.getMessage());
      }
      return said.toString();
    }
  }

  @AfterEach
  void theTestsOwnLoaderAgain() {
    Thread.currentThread().setContextClassLoader(NoVirtualThreadsTest.class.getClassLoader());
  }

  @Test
  void withoutVirtualThreads_poolsWork_andAVirtualTargetIsRefusedWithAMessage() throws Exception {
    ClassLoader old = new WithoutVirtualThreads();
    Thread.currentThread().setContextClassLoader(old);
    Class<?> program = old.loadClass(Program.class.getName());
    Object said = ((Callable<?>) program.getConstructor().newInstance()).call();
    assertEquals(
        "pool; waits; there are no virtual threads on this platform;"
            + " Targets.create(name, n) makes a pool of platform threads",
        said);
  }

  /**
   * Loads a second copy of core, in which the one call that makes virtual threads names a method
   * that does not exist.
   */
  private static final class WithoutVirtualThreads extends ClassLoader {
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("dev.hocket.core.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        String bytes = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        // Same length: the constant pool stays well-formed.
        byte[] renamed =
            bytes
                .replace("ofVirtual", "noVirtual")
                .replace("isVirtual", "unVirtual")
                .getBytes(StandardCharsets.ISO_8859_1);
        return defineClass(name, renamed, 0, renamed.length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
