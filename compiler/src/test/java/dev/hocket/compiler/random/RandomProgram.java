package dev.hocket.compiler.random;

import java.util.List;
import java.util.Random;

/** Generates a class of random methods, each of which awaits at random places. */
final class RandomProgram {
  private static final String PROLOGUE =
      """
      import static dev.hocket.events.Events.*;

      import dev.hocket.compiler.random.Trace;
      import dev.hocket.events.Channel;
      import java.time.Duration;
      import java.util.*;
      import java.util.concurrent.TimeUnit;
      import java.util.function.*;

      public class P {
      public final Trace t;
      int f = 1;
      int[] fs = {1, 2, 3, 4};
      short[] ss = {1, 2, 3, 4};
      char[] cs = {'a', 'b', 'c', 'd'};
      long[] ls = {1, 2, 3, 4};
      double[] ds = {1, 2, 3, 4};
      boolean[] zs = new boolean[4];
      final Base<Integer> base = new Derived();
      public P(Trace t) { this.t = t; }
      public static class E extends Exception { E(int n) { super("E" + n); } }
      record Box<T>(T value, int note) { T get() { return value; } }
      record Resource(Trace t, int n) implements AutoCloseable {
      Resource { t.note(n); if (n == 7) throw new IllegalStateException("open"); }
      @Override public void close() { t.note(-n); if (n == 5) throw new IllegalStateException("close"); }
      }
      record Closing(Trace t, int n) implements AutoCloseable {
      Closing { t.note(n); if (n == 7) throw new IllegalStateException("open"); }
      //#omp async
      @Override public void close() throws E {
      t.note(-n);
      //#omp target virtual(w1) await
      { t.note(n + 100); if (n == 5) throw new IllegalStateException("close"); }
      //#omp target virtual(home) await
      t.note(n + 200);
      if (n == 4) throw new E(n);
      }
      }
      static int sum(int... xs) { int s = 0; for (int x : xs) { s += x; } return s; }
      interface Shape {
      Trace t();
      //#omp async
      default long area(long v0) {
      //#omp target virtual(w1) await
      t().note(v0);
      return v0 * 3;
      }
      }
      class Base<T> {
      //#omp async
      T same(T v0) throws E {
      //#omp target virtual(w2) await
      f++;
      return v0;
      }
      }
      class Derived extends Base<Integer> implements Shape {
      public Trace t() { return t; }
      //#omp async
      @Override Integer same(Integer v0) throws E {
      //#omp await(T same(T), long area(long))
      { return super.same(v0 + 1) + (int) area(v0); }
      }
      //#omp async
      public long area(long v0) {
      //#omp await(long area(long))
      { return v0 - Shape.super.area(v0); }
      }
      }
      Channel<Integer> sent(int v0) {
      Channel<Integer> c = new Channel<>("sent");
      t.soon(() -> c.aSend(v0));
      return c;
      }
      Channel<Integer> taken() {
      Channel<Integer> c = new Channel<>("taken");
      spawn(() -> c.recv());
      return c;
      }
      //#omp async
      int late(int v0) throws Exception {
      Channel<Integer> nobody = new Channel<>("nobody");
      try {
      //#omp await(sync())
      { return choose(nobody.recvEvt(), timeOutEvt(Duration.ofNanos(v0)).wrap(n -> t.note(v0))).sync(); }
      } finally {
      t.note(nobody.waiting());
      }
      }
      //#omp async
      int nested(int v0) throws E {
      int r = v0 & 7;
      //#omp await(int anInt(int), int fixed(Trace, int))
      {
      loop:
      for (int i = 0; i < 3; i++) {
      try {
      r += anInt(r + i) * P.fixed(t, i);
      if (r > 40) continue loop;
      t.note(r);
      } catch (E e) {
      r -= anInt(i);
      } finally {
      f ^= P.fixed(t, r & 3);
      if (r < 0) return anInt(r);
      }
      }
      }
      return r;
      }
      //#omp async
      int cancelled(String v0, int v1) throws E {
      int r = t.note(v1 ^ 3);
      try {
      //#omp target virtual(w2) await
      { t.note(r++); t.cancel(v0); }
      } finally {
      t.note(r);
      //#omp target virtual(w1) await
      t.note(r + 1);
      }
      return r;
      }
      //#omp async
      long deep(int v0, double v1) throws E {
      //#omp await(int anInt(int), long deep(int, double))
      { return v0 <= 0 ? anInt((int) v1) : v0 + deep(v0 - 1, v1 + 0.5); }
      }
      """;

  private final Random random;
  private final StringBuilder out = new StringBuilder(PROLOGUE);

  private RandomProgram(long seed) {
    random = new Random(seed);
  }

  /** The source of a class {@code P} with methods {@code m0}, {@code m1}, and so on. */
  static String of(long seed, int methods) {
    RandomProgram program = new RandomProgram(seed);
    program.helpers();
    for (int i = 0; i < methods; i++) {
      program.method("public int m" + i + "(int v0, long v1, String v2, double v3)", "int", 25);
    }
    return program.out.append("}\n").toString();
  }

  /**
   * Generates a method that can be awaited: short, and awaiting only blocks, so that programs end.
   */
  private void helpers() {
    helper("int anInt(int v0)", "v0 + 1");
    helper("long aLong(long v0, int v1)", "v0 * 2 + v1");
    helper("double aDouble(double v0)", "v0 / 2");
    helper("float aFloat(float v0)", "v0 * 2");
    helper("boolean aBoolean(boolean v0)", "!v0");
    helper("String aString(String v0)", "v0 + \"!\"");
    helper("static int fixed(Trace t, int v0)", "v0 ^ 5");
    helper("<T> T generic(T v0)", "v0");
    helper("int many(int... v0)", "sum(v0)");
    helper("void aVoid(int v0)", "v0");
  }

  private void helper(String head, String value) {
    boolean isVoid = head.startsWith("void");
    String target = List.of("w1", "w2", "home").get(random.nextInt(3));
    out.append("//#omp async\n").append(head).append(" throws E {\n");
    if (!isVoid) {
      out.append("var r = ").append(value).append(";\n");
    }
    if (random.nextInt(4) > 0) {
      out.append("//#omp target virtual(").append(target).append(") await\n");
    }
    out.append("t.note(").append(random.nextInt(90) + 10).append(");\n");
    if (random.nextInt(6) == 0 && !head.startsWith("static")) {
      out.append("if (f > 20) throw new E(").append(random.nextInt(9)).append(");\n");
    }
    out.append(isVoid ? "if ((v0 & 3) == 3) throw new E(v0);\n" : "return r;\n").append("}\n");
  }

  private void method(String head, String result, int budget) {
    out.append("//#omp async\n").append(head).append(" throws Exception {\n");
    Scope scope = new Scope(null);
    scope.jumps.add("return");
    declareParameters(scope);
    new Statements(random, out, result, budget).body(scope);
    out.append("}\n");
  }

  /** Declares the parameters in the order v0, v1, …, regardless of the random names. */
  private void declareParameters(Scope scope) {
    scope.add("int", "v0");
    scope.add("long", "v1");
    scope.add("String", "v2");
    scope.add("double", "v3");
  }
}
