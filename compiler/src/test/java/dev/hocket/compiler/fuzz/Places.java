package dev.hocket.compiler.fuzz;

import java.util.List;

/**
 * Every place where a statement can stand, as members of a class. {@code $B} is the statement with
 * its directives, {@code $P} declares the variables around it, {@code $Q} uses them after it,
 * {@code $X} is the name of the class, {@code $N} a number.
 */
final class Places {
  private Places() {}

  /** Declares variables of many types; the place declares {@code n}. */
  static final String VARIABLES =
      "int k = n; long t = 1; int[] a = {1, 2}; Object o = \"\"; String s = \"s\"; Integer w = 1;"
          + " char c = 'c'; List<Integer> list = new ArrayList<>(List.of(1)); int u;\n";

  /** Reads the variables after the statement. */
  static final String USES = "f(k); f((int) t); f(a[0]); o.hashCode(); s += w + c; k++;\n";

  static final List<String> ALL =
      List.of(
          "void m(int n, T x) throws Exception {\n$P$B$Q}",
          "static void m(int n) throws Exception { Object x = null;\n$P$B$Q}",
          "int m(final int n, T x) throws Exception {\n$P$B$Q return k; }",
          "<U extends Comparable<U>> U m(int n, U x) throws Exception {\n$P$B$Q return x; }",
          "synchronized void m(int n, T x) throws Exception {\n$P$B$Q}",
          "//#omp async\nint m(int n, T x) throws Exception {\n$P$B$Q return k; }",
          "//#omp async\nvoid m(int n, T x) throws Exception {\n$P$B$Q}",
          "void m(int n, T x) throws Exception {\n$P$B}",
          "$X(int n, T x) throws Exception {\n$P$B$Q}",
          "$X(int n, T x) throws Exception { super(n);\n$P$B$Q}",
          "$X(int n, Object x) throws Exception {\n$P$B super(k); }",
          "static { int n = 1; Object x = null;\n$P$B$Q}",
          "{ int n = 1; Object x = null;\n$P$B$Q}",
          "Runnable r = () -> { int n = 1; Object x = null;\n$P$B$Q};",
          "static Runnable r = () -> { int n = 1; Object x = null;\n$P$B$Q};",
          "void m(T x) { call(() -> { int n = 1;\n$P$B$Q}); }",
          "void m(T x) { java.util.function.IntUnaryOperator q = n -> {\n$P$B$Q return k; }; }",
          "void m(T x) {\njava.util.function.IntUnaryOperator q =\n//#omp async\nn -> {\n$P$B$Q return k; }; }",
          "void m(T x) { new Object() { void z(int n) throws Exception {\n$P$B$Q} }; }",
          "Object q = new Object() { void z(int n, Object x) throws Exception {\n$P$B$Q} };",
          "void m(T x) { class L { void z(int n) throws Exception {\n$P$B$Q} } }",
          "class In { void m(int n, T x) throws Exception {\n$P$B$Q} }",
          "record R(int n, Object x) { R {\n$P$B$Q} }",
          "record R(int n, Object x) { R(int n, Object x) { this.n = n; this.x = x;\n$P$B$Q} }",
          "record R(int n, Object x) { int m() throws Exception {\n$P$B$Q return k; } }",
          "enum E { A { void m(int n, Object x) throws Exception {\n$P$B$Q} }; void m(int n, Object x) throws Exception {} }",
          "enum E { A; E() { int n = 1; Object x = null;\n$P$B$Q} }",
          "interface I { default void m(int n, Object x) throws Exception {\n$P$B$Q} }",
          "interface I { private static int m(int n, Object x) throws Exception {\n$P$B$Q return n; } }",
          "void m(int n, T x) throws Exception {\n$P if (b())\n$B else v();\n$Q}",
          "void m(int n, T x) throws Exception {\n$P if (b()) v(); else\n$B$Q}",
          "void m(int n, T x) throws Exception {\n$P while (b())\n$B$Q}",
          "void m(int n, T x) throws Exception {\n$P do\n$B while (b());\n$Q}",
          "void m(int n, T x) throws Exception {\n$P for (int i = 0; i < 3; i++)\n$B$Q}",
          "void m(int n, T x) throws Exception {\n$P for (int i = 0; i < 3; i++) { f(i);\n$B f(i); }\n$Q}",
          "void m(int n, T x) throws Exception {\n$P for (int d : a)\n$B$Q}",
          "void m(int n, T x) throws Exception {\n$P for (;;) {\n$B if (b()) break; }\n$Q}",
          "void m(int n, T x) throws Exception {\n$P lab: for (;;) {\n$B if (b()) break lab; }\n$Q}",
          "void m(int n, T x) throws Exception {\n$P lab:\n$B$Q}",
          "void m(int n, T x) throws Exception {\n$P switch (n) { case 1: v();\n$B default: v(); }\n$Q}",
          "void m(int n, T x) throws Exception {\n$P switch (n) { case 1 ->\n$B default -> v(); }\n$Q}",
          "void m(int n, T x) throws Exception {\n$P switch (o) { case Integer i when i > 1 -> { f(i);\n$B} default -> v(); }\n$Q}",
          "int m(int n, T x) throws Exception {\n$P return switch (n) { case 1 -> {\n$B yield k; } default -> n; }; }",
          "int m(int n, T x) throws Exception {\n$P return switch (n) { case 1:\n$B yield k; default: yield n; }; }",
          "void m(int n, T x) throws Exception {\n$P try {\n$B} catch (Error e) { v(); }\n$Q}",
          "void m(int n, T x) throws Exception {\n$P try { throwing(); } catch (Exception e) {\n$B f(e.hashCode()); }\n$Q}",
          "void m(int n, T x) throws Exception {\n$P try { v(); } finally {\n$B}\n$Q}",
          "void m(int n, T x) throws Exception {\n$P try (Res r = new Res(1)) {\n$B r.use(); }\n$Q}",
          "void m(int n, T x) throws Exception {\n$P synchronized (this) {\n$B}\n$Q}",
          "void m(T x) throws Exception { for (int n = 0; n < 3; n++) {\n$P$B$Q} }",
          "void m(T x) throws Exception { for (int n : new int[3]) {\n$P$B$Q} }",
          "void m(T x) throws Exception { for (var n : List.of(1)) {\n$P$B$Q} }",
          "void m(Object p, T x) throws Exception { if (p instanceof Integer n) {\n$P$B$Q} }",
          "void m(Object p, T x) throws Exception { if (!(p instanceof Integer n)) return;\n$P$B$Q}",
          "void m(Object p) throws Exception { if (p instanceof Pair(int n, var x)) {\n$P$B$Q} }",
          "void m(Object p, T x) throws Exception { switch (p) { case Integer n -> {\n$P$B$Q} default -> {} } }",
          "void m(int n, T x) throws Exception {\n$P\n//#omp target virtual(worker)\n{\n$B}\n$Q}",
          "void m(int n, T x) throws Exception {\n$P\n//#omp target virtual(worker) nowait firstprivate(k, a)\n{\n$B}\n$Q}",
          "void m(int n, T x) throws Exception {\n$P\n//#omp target virtual(worker) await\n{\n$B}\n$Q}",
          "void m(int n, T x) throws Exception {\n$P\n//#omp parallel\n{\n$B}\n$Q}",
          "void m(int n, T x) throws Exception {\n$P\n//#omp parallel private(k) reduction(+: t)\n{ k = 1;\n$B}\n$Q}",
          "void m(int n, T x) throws Exception {\n$P\n//#omp parallel for\nfor (int i = 0; i < n; i++) {\n$B f(i); }\n$Q}",
          "void m(int n, T x) throws Exception {\n$P\n//#omp parallel for\nfor (int i = 0; i < n; i++)\n$B$Q}",
          "void m(int n, T x) throws Exception {\n$P\n//#omp parallel for ordered lastprivate(k) firstprivate(k)\nfor (int i : a) {\n$B f(i); }\n$Q}",
          "void m(int n, T x) throws Exception {\n$P\n//#omp parallel sections\n{\n//#omp section\n{\n$B}\n//#omp section\nv(); }\n$Q}",
          "void m(int n, T x) throws Exception {\n$P\n//#omp single\n{\n$B}\n$Q}",
          "void m(int n, T x) throws Exception {\n$P\n//#omp parallel\n//#omp master\n{\n$B}\n$Q}",
          "void m(int n, T x) throws Exception {\n$P\n//#omp critical(lock)\n{\n$B}\n$Q}",
          "void m(int n, T x) throws Exception {\n$P\n//#omp parallel for ordered\nfor (int i = 0; i < n; i++) {\n//#omp ordered\n{\n$B}\n}\n$Q}",
          "void m(int n, T x) throws Exception {\n$P\n//#omp await(aw(int), av(), close())\n{\n$B}\n$Q}");
}
