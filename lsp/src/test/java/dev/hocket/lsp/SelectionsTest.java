package dev.hocket.lsp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.compiler.HocketCompiler;
import dev.hocket.compiler.inspect.Inspector;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.TextEdit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Selections that can run on a worker, and selections that only seem to. */
class SelectionsTest {
  private static final String FRAME =
      """
      package app;

      import java.util.*;
      import javax.swing.*;

      class Window {
        int clicks;
        List<String> names = new ArrayList<>();
        JLabel label = new JLabel();
        final java.util.concurrent.locks.Lock lock = new java.util.concurrent.locks.ReentrantLock();
        static int slow(int n) { return n * n; }
        static void use(Object o) {}
        static int calls;
        static int counted(int i) { calls++; return i; }
        static void swap(int[] a, int i, int k) { int x = a[i]; a[i] = a[k]; a[k] = x; }
        void other() { names.clear(); }
        %s
      }
      """;

  private static final Inspector INSPECTOR = new Inspector(List.of());

  /** The programs with the changes that were proposed; the compiler reads all of them at once. */
  private static final List<String> CHANGED = new ArrayList<>();

  @TempDir private static Path folder;

  private String text;

  @AfterAll
  static void compileAllThatWasProposed() throws Exception {
    INSPECTOR.close();
    List<String> arguments = new ArrayList<>(List.of("-d", folder.resolve("out").toString()));
    for (int i = 0; i < CHANGED.size(); i++) {
      Path file = Files.createDirectories(folder.resolve("app" + i)).resolve("Window.java");
      Files.writeString(file, CHANGED.get(i).replaceFirst("package app;", "package app" + i + ";"));
      arguments.add(file.toString());
    }
    StringWriter said = new StringWriter();
    int exitCode =
        HocketCompiler.compile(
            arguments, new HocketCompiler.Options(null, false, false), new PrintWriter(said));
    assertEquals(0, exitCode, said + "\n" + CHANGED);
  }

  /** The changes that are proposed for the part between « and ». */
  private List<CodeAction> actions(String marked) {
    int start = marked.indexOf('«');
    text = marked.replace("«", "").replace("»", "");
    int end = marked.indexOf('»') - 1;
    Document document = new Document("file:///app/Window.java", 1, text);
    INSPECTOR.put(document.uri(), text);
    return new Actions(document, INSPECTOR, () -> false)
            .at(
                document.lines().range(start, end),
                document.inspection(INSPECTOR, () -> false),
                null)
            .stream()
            .map(each -> each.getRight())
            .filter(action -> action.getKind().startsWith("refactor"))
            .toList();
  }

  private static String method(String code) {
    return FRAME.formatted(
        "void run(int n, Object o, JLabel l, int[] v, int[] w) {\n    " + code + "\n  }");
  }

  private String applied(CodeAction action) {
    Lines lines = new Lines(text);
    List<TextEdit> edits =
        new ArrayList<>(action.getEdit().getChanges().values().iterator().next());
    edits.sort(
        Comparator.comparing((TextEdit edit) -> lines.offset(edit.getRange().getStart()))
            .reversed());
    String result = text;
    for (TextEdit edit : edits) {
      result =
          result.substring(0, lines.offset(edit.getRange().getStart()))
              + edit.getNewText()
              + result.substring(lines.offset(edit.getRange().getEnd()));
    }
    return result;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "«slow(n»); use(o);",
        "slow(n); «use»(o);",
        "«slow(n); use(o)»;",
        "int a = «slow(n);» use(a);",
        "if («n > 0) { slow(n); }»",
        "«if (n > 0) { slow(n);» }",
        "if (n > 0) «{ slow(n); }» else { use(o); }",
        "«} void second() { slow(3);»",
        "for («int i = 0;» i < n; i++) { slow(i); }",
        "«return;»",
        "«if (n > 0) { return; }» slow(n);",
        "while (n > 0) { «break;» }",
        "for (int i = 0; i < n; i++) { «if (i > 3) { continue; }» slow(i); }",
        "outer: for (int i = 0; i < n; i++) { «for (;;) { break outer; }» }",
        "«int clicks = slow(n); use(o);» use(clicks);",
        "«class Local {} use(o);» use(new Local());",
        "«if (!(o instanceof String label)) { throw new IllegalStateException(); }» use(label);",
        "int a = 1, «b = slow(n);» use(b);",
        "«int a = 1, b = slow(n);» use(b);",
        "«var a = slow(n);» use(a);",
        "«int[] a = {slow(n)};» use(a);",
        "«int a[] = new int[n];» use(a);",
        "int a; «/* int a = */ a /* ; */ = slow(n)» ;",
        "try («java.io.StringReader r = new java.io.StringReader(\"\")») { use(r); }",
        "Runnable r = () -> «{ slow(n); }»; r.run();",
        "List.of(1, 2).forEach(i -> { «slow(i);» });",
        "int k = switch (n) { case 1 -> { «yield slow(n);» } default -> 0; };",
        "synchronized (this) { «slow(n);» }",
        "lock.lock(); try { «slow(n);» } finally { lock.unlock(); }",
        "«clicks = slow(n);»",
        "«clicks++;»",
        "«names.add(\"a\");»",
        "«label.setText(\"a\");»",
        "«l.setText(String.valueOf(slow(n)));»",
        "//#omp target virtual(worker) await\n    «slow(n);»",
        "// «slow(n);»",
        "String s = \"«slow(n);»\";",
        "«// only a remark»",
        "«this.clicks = 1; slow(n);»",
        "«other();»",
        "unknown(); «slow(n);»",
        "boolean x; «x = SwingUtilities.isEventDispatchThread();» use(x);",
        "«use(Thread.currentThread().getName());»",
      })
  void worker_isNotProposed(String code) {
    List<String> titles = actions(method(code)).stream().map(CodeAction::getTitle).toList();
    assertEquals(List.of(), titles.stream().filter(title -> title.startsWith("Run")).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Window(int n) { «slow(n);» }",
        "{ «slow(3);» }",
        "static { «slow(3);» }",
        "Runnable r = () -> «slow(3)»;",
        "«int field = slow(3);»",
        "synchronized void run(int n) { «slow(n);» }",
        "JComponent c = new JComponent() {"
            + " @Override protected void paintComponent(java.awt.Graphics g) { «slow(3);» } };",
        "public String toString() { «slow(3);» return \"\"; }",
        "javax.swing.event.TreeWillExpandListener w = new javax.swing.event.TreeWillExpandListener() {"
            + " public void treeWillExpand(javax.swing.event.TreeExpansionEvent e) { «slow(3);» }"
            + " public void treeWillCollapse(javax.swing.event.TreeExpansionEvent e) {} };",
        "void on(java.awt.event.KeyEvent e) { «slow(3);» e.consume(); }",
        "void load() { «slow(3);» } void all() { Runnable r = this::load; r.run(); use(r); }",
        "interface Own { void go(); } void all() { Own o = () -> { «slow(3);» }; o.go(); use(o); }",
        "Random random = new Random(1); double other() { return random.nextDouble(); }"
            + " void load() { «random.nextDouble();» }",
      })
  void worker_isNotProposed_inMembersThatCannotWait(String member) {
    List<String> titles =
        actions(FRAME.formatted(member)).stream().map(CodeAction::getTitle).toList();
    assertEquals(List.of(), titles.stream().filter(title -> title.startsWith("Run")).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "«slow(n);» use(o);",
        " « slow(n); » use(o);",
        "use(o); «slow(n);» // remark",
        "use(o);\r\n    /* \ud83d\ude00 */ use(\"\ud83d\ude00\"); «slow(n);»\r\n    use(o);",
        "\tint a = 1;\n\t\t«slow(n);\n\t\tslow(a);»\n\tuse(a);",
        "«slow(n); /* between */ slow(2);» use(o);",
        "«int a = slow(n);» use(a);",
        "«final int a = slow(n);» Runnable r = () -> use(a);",
        "«Map<String, List<? extends Number>> m = new HashMap<>();» use(m);",
        "int s = 0; «for (int i = 0; i < n; i++) { s += slow(i); }» use(s);",
        "«for (;;) { if (n > 0) { break; } slow(n); }» use(o);",
        "int a; «a = slow(n);» use(a);",
        "«String t = \"\"\"\n      a\n        b\n      \"\"\";» use(t);",
        "«use(\"\"\"\n      a\n        b\n      \"\"\"); slow(n);» use(o);",
        "switch (n) { case 1: «slow(n);» break; default: use(o); }",
        "if (n > 0) { «slow(n);» }",
        "«try (var r = new java.io.StringReader(\"\")) { r.read(); }"
            + " catch (java.io.IOException e) { use(e); }» use(o);",
        "«{ int clicks = slow(n); use(clicks); }» use(o);",
        "«if (o instanceof String s) { use(s); }» use(o);",
      })
  void worker_isProposed_andCompiles(String code) {
    String marked = method(code);
    CodeAction action =
        actions(marked).stream()
            .filter(each -> each.getTitle().startsWith("Run"))
            .findFirst()
            .orElseThrow(() -> new AssertionError(marked));
    String result = applied(action);
    assertTrue(result.contains("//#omp target virtual(worker) await"), result);
    assertEquals(
        undone(text).replaceAll("(?m)^\\s+|\\s|[{}]|final", ""),
        undone(result).replaceAll("(?m)^\\s+|\\s|[{}]|final", ""),
        "only directives, braces and a split declaration are new");
    CHANGED.add(result);
  }

  /** The text without directives, and with a split declaration joined again. */
  private static String undone(String result) {
    return result
        .replaceAll("//#omp [^\\r\\n]*", "")
        .replaceAll("(?s)([\\w<>?, \\[\\]]+?) (\\w+);\\s+\\2 =(?!=)", "$1 $2 =");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int[] a = new int[n + 1]; «for (int i = 1; i < n; i++) { a[i] = a[i - 1]; }»",
        "«for (int i = 0; i < n; i++) { names.add(\"a\" + i); }»",
        "«for (int i = 0; i < n; i++) { clicks += i; }»",
        "«for (int i = 0; i < n; i++) { label.setText(\"a\"); }»",
        "List<Integer> all = new ArrayList<>(); «for (int i = 0; i < n; i++) { all.add(i); }»",
        "«for (int i = 0; i < n; i++) { if (i > 3) { break; } slow(i); }»",
        "int last = 0; «for (int i = 0; i < n; i++) { last = slow(i); }» use(last);",
        "String s = \"\"; «for (int i = 0; i < n; i++) { s += i; }» use(s);",
        "int s = 0; «for (int i = 0; i < n; i++) { s += v[i]; w[i] = s; }» use(s);",
        "int h = 0; «for (int i = 0; i < n; i++) { h *= 31; h += v[i]; }» use(h);",
        "int[] g = v; «for (int i = 1; i < n; i++) { v[i] = g[i - 1] + 1; }» use(g);",
        "int s = 0; «for (int i = 0; i < n; i++) { if (s < 100) s += v[i]; }» use(s);",
        "Window b = this; «for (int i = 0; i < n; i++) { b.clicks++; }»",
        "«for (int i = 0; i < n - 1; i++) { swap(v, i, i + 1); }»",
        "«for (int i = 0; i < n; i++) { v[w[i]] = i; }»",
        "«for (int i = 0; i < n; i++) { v[i] = counted(i); }»",
        "Random r = new Random(1); «for (int i = 0; i < n; i++) { v[i] = r.nextInt(); }»",
        "double s = 0; «for (int i = 0; i < n; i++) { s += 0.1 * v[i]; }» use(s);",
      })
  void loopThatDependsOnItsOrder_isNotSharedOut(String code) {
    List<String> titles = actions(method(code)).stream().map(CodeAction::getTitle).toList();
    assertEquals(List.of(), titles.stream().filter(title -> title.startsWith("Share")).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          «for (int i = 0; i < n; i++) { v[i] = slow(i); }»                    | //#omp parallel for
          int s = 0; «for (int i = 0; i < n; i++) { s += slow(i); }» use(s);   | //#omp parallel for reduction(+: s)
          int s = 0; «for (int x : v) { s ^= slow(x); }» use(s);               | //#omp parallel for reduction(^: s)
          """)
  void loopWithoutAnOrder_isSharedOut_andCompiles(String code, String directive) {
    CodeAction action =
        actions(method(code)).stream()
            .filter(each -> each.getTitle().startsWith("Share"))
            .findFirst()
            .orElseThrow(() -> new AssertionError(code));
    String result = applied(action);
    assertTrue(result.lines().map(String::strip).anyMatch(directive::equals), result);
    CHANGED.add(result);
  }

  /** One wrong directive switches the compiler's warnings off, on which the trial relies. */
  @Test
  void nothingIsProposed_inAFileWithAnError() {
    String wrong = "void wrong() {\n//#omp target virtual(worker) awiat\nuse(1);\n}";
    for (String code : List.of("«label.setText(\"a\");»", "«slow(n);»")) {
      assertEquals(
          List.of(), actions(method(code).replaceFirst("void other", wrong + " void other")));
    }
  }

  /** Plain calls of a method that is marked wait for it. */
  @Test
  void methodThatOtherFilesCall_isMarked() {
    String window =
        """
        package app;
        class Window {
          void load() {
            «slow();»
          }
          void slow() {}
        }
        """;
    for (String call : List.of("load", "hashCode")) {
      try (Inspector inspector = new Inspector(List.of())) {
        int start = window.indexOf('«');
        text = window.replace("«", "").replace("»", "");
        Document document = new Document("file:///app/Window.java", 1, text);
        inspector.put(document.uri(), text);
        inspector.put(
            "file:///app/User.java",
            "package app; class User { int n; void use(Window w) { w.%s(); n = 1; } }"
                .formatted(call));
        CodeAction action =
            new Actions(document, inspector, () -> false)
                .at(
                    document.lines().range(start, start + "slow();".length()),
                    document.inspection(inspector, () -> false),
                    null)
                .getFirst()
                .getRight();
        assertEquals(call.equals("load"), applied(action).contains("//#omp async"));
      }
    }
  }
}
