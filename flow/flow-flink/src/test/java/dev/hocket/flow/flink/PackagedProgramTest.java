package dev.hocket.flow.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import clojure.java.api.Clojure;
import clojure.lang.AFn;
import clojure.lang.Symbol;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Position;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the begin of a packaged program. */
class PackagedProgramTest {
  @Test
  void refusal_isPrintedWithoutTheWayToIt(@TempDir Path jar) throws Throwable {
    FlowException refused = new FlowException(new Position("sales.clj", 7, 5), "there is no shop");
    Clojure.var("clojure.core", "create-ns").invoke(Symbol.intern("packaged"));
    Clojure.var("clojure.core", "intern")
        .invoke(
            Symbol.intern("packaged"),
            Symbol.intern("-main"),
            new AFn() {
              @Override
              public Object invoke() {
                throw refused;
              }
            });
    Path main = jar.resolve("META-INF/hocket/flow-main");
    Files.createDirectories(main.getParent());
    Files.writeString(main, "packaged/-main\n");
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    Thread thread = Thread.currentThread();
    ClassLoader former = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, former)) {
      thread.setContextClassLoader(loader);
      assertFalse(PackagedProgram.run(new String[0], new PrintStream(printed)));
    } finally {
      thread.setContextClassLoader(former);
    }
    assertEquals(refused.getMessage() + System.lineSeparator(), printed.toString());
  }

  @Test
  void anotherJar_isNamedSo() throws Throwable {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    assertFalse(PackagedProgram.run(new String[0], new PrintStream(printed)));
    assertEquals(
        "the jar has no META-INF/hocket/flow-main, so it is not one that 'hocket package-flow' has"
            + " made"
            + System.lineSeparator(),
        printed.toString());
  }
}
