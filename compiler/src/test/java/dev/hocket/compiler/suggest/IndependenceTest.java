package dev.hocket.compiler.suggest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.loops.Independence;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loops whose iterations are independent, and loops whose iterations only seem to be. */
class IndependenceTest {
  private static final String FRAME =
      """
      import java.util.*;
      class Loops {
        int calls;
        static int hash(int i) { int h = 7; for (int k = 0; k < 9; k++) { h = h * 31 + k + i; } return h; }
        static String text(int i) { StringBuilder b = new StringBuilder(); b.append(i); return b.toString(); }
        static int at(int[] a, int i) { return i == 0 ? 0 : a[i - 1]; }
        int counted(int i) { calls++; return i; }
        int virtual(int i) { return i; }
        static int printed(int i) { System.out.println(i); return i; }
      """;

  private static final String METHOD =
      """
        void loop%d(int n, int[] a, int[] b, List<String> list, StringBuilder out, Object o) {
          int sum = 0;
          long total = 0;
          double mean = 0;
          String last = "";
          %s
        }
      """;

  private static final Map<String, String> LOOPS = new LinkedHashMap<>();

  static {
    // Independent.
    LOOPS.put("for (int i = 0; i < n; i++) { a[i] = hash(i); }", "//#omp parallel for");
    LOOPS.put(
        "for (int i = 0; i < n; i++) { int h = hash(i); sum += h; }",
        "//#omp parallel for reduction(+: sum)");
    LOOPS.put(
        "for (int i = 0; i < n; i++) { a[i] = text(i).length(); total += a[i]; sum++; }",
        "//#omp parallel for reduction(+: sum, total)|//#omp parallel for reduction(+: total, sum)");
    LOOPS.put("for (int x : a) { sum ^= hash(x); }", "//#omp parallel for reduction(^: sum)");
    LOOPS.put(
        "for (int i = 0; i < n; i++) { a[i] = Math.max(a[i], b[i]); }", "//#omp parallel for");
    LOOPS.put(
        "for (int i = 0; i < n; i++) { int[] own = new int[2]; own[1] = hash(i); sum += own[1]; }",
        "//#omp parallel for reduction(+: sum)");
    // Not independent.
    for (String loop :
        List.of(
            "for (int i = 1; i < n; i++) { a[i] = a[i - 1]; }",
            "for (int i = 1; i < n; i++) { a[i] = b[i - 1]; }",
            "for (int i = 1; i < n; i++) { a[i] = at(a, i); }",
            "for (int i = 0; i < n; i++) { for (int x : a) { b[i] += x; } }",
            "for (int i = 0; i < n; i++) { a[hash(i)] = i; }",
            "for (int x : a) { b[x] = 1; }",
            "for (int i = 0; i < n; i++) { a[i] = sum; sum += i; }",
            "for (int i = 0; i < n; i++) { sum += i; if (sum > 9) { a[i] = 1; } }",
            "for (int i = 0; i < n; i++) { sum += 0.5; }",
            "for (int i = 0; i < n; i++) { mean += i; }",
            "for (int i = 0; i < n; i++) { sum -= i; sum += i; }",
            "for (int i = 0; i < n; i++) { sum = hash(i); }",
            "for (int i = 0; i < n; i++) { last = text(i); }",
            "for (int i = 0; i < n; i++) { last += i; }",
            "for (int i = 0; i < n; i++) { calls += i; }",
            "for (int i = 0; i < n; i++) { this.calls = i; }",
            "for (int i = 0; i < n; i++) { sum += counted(i); }",
            "for (int i = 0; i < n; i++) { sum += virtual(i); }",
            "for (int i = 0; i < n; i++) { sum += printed(i); }",
            "for (int i = 0; i < n; i++) { list.add(text(i)); }",
            "for (int i = 0; i < n; i++) { out.append(i); }",
            "for (int i = 0; i < n; i++) { sum += (\"\" + o).length(); }",
            "for (int i = 0; i < n; i++) { sum += String.valueOf(o).length(); }",
            "for (int i = 0; i < n; i++) { sum += String.format(\"%s\", o).length(); }",
            "for (int i = 0; i < n; i++) { i += hash(i); }",
            "for (int i = 0; i < n; i++) { synchronized (o) { a[i] = 1; } }",
            "for (int i = 0; i < n; i++) { Runnable r = () -> {}; r.run(); }",
            "for (int i = 0; i < n; i++) { List<String> own = list; own.add(\"a\"); }",
            "for (int i = 0; i < n; i++) { int[] own = new int[2]; own = a; own[0] = i; }",
            "for (int i = 0; i < n; i++) { int[] own = a; own[0] = i; }")) {
      LOOPS.put(loop, "");
    }
  }

  @TempDir Path folder;

  @Test
  void loop_isSharedOutOnlyIfItsIterationsAreIndependent() throws Exception {
    Map<String, String> found = directives();
    List<String> wrong = new ArrayList<>();
    int number = 0;
    for (Map.Entry<String, String> each : LOOPS.entrySet()) {
      String directive = found.get("loop" + number++);
      if (!List.of(each.getValue().split("\\|", -1)).contains(directive)) {
        wrong.add(each.getKey() + ": " + directive);
      }
    }
    assertEquals(List.of(), wrong);
  }

  /** The directive for the outermost loop of each method, or an empty text. */
  private Map<String, String> directives() throws Exception {
    StringBuilder source = new StringBuilder(FRAME);
    int number = 0;
    for (String loop : LOOPS.keySet()) {
      source.append(METHOD.formatted(number++, loop));
    }
    Path file = Files.writeString(folder.resolve("Loops.java"), source + "}\n");
    Program program = Program.read(List.of(file), List.of());
    Map<String, String> found = new HashMap<>();
    new TreePathScanner<Void, Void>() {
      private String method;

      @Override
      public Void visitMethod(MethodTree tree, Void unused) {
        method = tree.getName().toString();
        return super.visitMethod(tree, unused);
      }

      @Override
      public Void visitForLoop(ForLoopTree tree, Void unused) {
        return take();
      }

      @Override
      public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void unused) {
        return take();
      }

      private Void take() {
        found.put(method, Independence.directive(program, getCurrentPath()).orElse(""));
        return null;
      }
    }.scan(new TreePath(program.units().getFirst()), null);
    return found;
  }
}
