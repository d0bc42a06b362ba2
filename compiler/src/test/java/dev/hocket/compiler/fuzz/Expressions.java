package dev.hocket.compiler.fuzz;

import java.util.List;

/** Every kind of expression, and every position in one where a variable is read or assigned. */
final class Expressions {
  private Expressions() {}

  /** Expressions of the type int. */
  static final List<String> INTS =
      List.of(
          "1",
          "n",
          "k",
          "(k)",
          "k++",
          "--k",
          "(k)++",
          "(k = 3)",
          "(k += 2)",
          "-k",
          "~n",
          "k << n",
          "k + n * 2",
          "a[0]",
          "a[k]++",
          "(a[0] = k)",
          "a.length",
          "(int) t",
          "(int) t++",
          "(byte) k",
          "w",
          "w++",
          "c",
          "c++",
          "'c' + c",
          "u",
          "(u = k)",
          "s.length()",
          "(s + k).length()",
          "(s += k).length()",
          "o.hashCode()",
          "((String) o).length()",
          "x.hashCode()",
          "sfld",
          "sfld++",
          "Base.sfld",
          "fld",
          "this.fld++",
          "f(n)",
          "f(k, n, a)",
          "aw(k)",
          "f(aw(n))",
          "list.size()",
          "list.get(k)",
          "(b() ? n : k)",
          "(b() ? w : c)",
          "(o instanceof String q$N ? q$N.length() : k)",
          "(o instanceof Integer q$N && q$N > 1 ? q$N : n)",
          "(o instanceof Pair(int l$N, String r$N) ? l$N++ : k)",
          "switch (n) { case 1 -> k; default -> n; }",
          "switch (o) { case String q$N -> q$N.length(); case Integer q$N when q$N > k -> q$N; default -> k; }",
          "switch (k) { case 1: { int z$N = n; yield z$N; } default: yield k++; }",
          "((java.util.function.IntSupplier) () -> n).getAsInt()",
          "((java.util.function.IntSupplier) () -> { int z$N = 1; z$N++; return z$N; }).getAsInt()",
          "((java.util.function.IntUnaryOperator) y$N -> y$N + 1).applyAsInt(k)",
          "((java.util.function.IntUnaryOperator) Base::f).applyAsInt(k)",
          "((java.util.function.IntSupplier) s::length).getAsInt()",
          "((java.util.function.IntFunction<int[]>) int[]::new).apply(k).length",
          "new int[] {k, n}[0]",
          "new int[n][k].length",
          "new Object() { int z() { return n; } }.z()",
          "new Pair(k, n).left()",
          "Integer.valueOf(k)",
          "Base.<Integer>same(k)",
          "same(w)",
          "(int) (Object) k",
          "\"\"\"\n  text\"\"\".length()");

  /** Conditions. */
  static final List<String> CONDITIONS =
      List.of(
          "b()",
          "k > $E",
          "k++ < 3",
          "n == k",
          "o instanceof String",
          "o instanceof String q$N && q$N.length() > $E",
          "!(k > n) || b()",
          "(b() ? w > 1 : $E > 2)",
          "(u = n) > 1",
          "$E != $E");
}
