package dev.hocket.compiler.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.compiler.HocketCompiler;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trial reads files without directives in full once, and then without their methods' bodies. */
class OutlineTest {
  private static final String PLAIN =
      """
      import java.util.*;

      class Plain<T extends Comparable<T>> {
        static final int SIZE = 3;
        final List<T> rows;
        final Runnable task = () -> { Object o = new Object() { @Override public String toString() { return "}"; } }; };
        Plain(List<T> rows) { this.rows = rows; }
        <R> Optional<R> first(Class<R> type) { return rows.isEmpty() ? Optional.empty() : Optional.of(type.cast(rows.get(0))); }
        void close() throws java.io.IOException { if (rows == null) { throw new java.io.IOException("{"); } }
        interface Shape { default int size() { return SIZE; } private void hide() {} static Shape of() { return () -> 1; } int area(); }
        record Pair(int one, int other) { Pair { if (one > other) { throw new IllegalArgumentException(); } } int sum() { return one + other; } }
        enum Kind { A { @Override int n() { return 1; } }, B { @Override int n() { return 2; } }; abstract int n(); }
        static { System.setProperty("plain", "{ }"); }
      }
      """;

  private static final String USER =
      """
      class User {
        static void run(Plain<String> plain) throws Exception {
          //#omp target virtual(worker) await
          plain.close();
          switch (new Plain.Pair(1, 2).sum()) { case Plain.SIZE -> Plain.Kind.A.n(); default -> Plain.Shape.of().area(); }
          String first = plain.first(String.class).orElse("");
        }
      }
      """;

  @TempDir private Path folder;

  private String said(String plain) throws Exception {
    StringWriter said = new StringWriter();
    int exit =
        HocketCompiler.tryOut(
            java.util.List.of(
                "-d",
                folder.resolve("out").toString(),
                Files.writeString(folder.resolve("Plain.java"), plain).toString(),
                Files.writeString(folder.resolve("User.java"), USER).toString()),
            new PrintWriter(said));
    return exit + said.toString();
  }

  @Test
  void filesCompile_withTheOutlinesOfOthers() throws Exception {
    assertEquals("0", said(PLAIN));
    assertTrue(Files.exists(folder.resolve("out/User.class")));
  }

  @Test
  void errorsInBodies_areReported() throws Exception {
    String said = said(PLAIN.replace("return one + other;", "return \"\";"));
    assertTrue(said.contains("Plain.java:11: error: incompatible types"), said);
  }
}
