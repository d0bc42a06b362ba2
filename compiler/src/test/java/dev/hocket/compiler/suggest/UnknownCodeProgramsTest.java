package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs whose slow method changes an object by code without source, or whose handler uses a
 * variable before and after the wait. Each printed something else with a proposal for the whole
 * method or statement; moving {@code load()} alone is right.
 */
class UnknownCodeProgramsTest {
  private static final String CHANGES = "it changes the contents of ";

  @TempDir private Path folder;

  /** A program whose handler calls {@code slow()}. */
  private static Hostile slow(String name, String answer, String members) {
    return new Hostile(
        name,
        answer,
        members
            + """
              void open(JButton b) {
                b.addActionListener(e -> {
                  String text = slow(); // 2 lambda$open$0
                  label.setText(text);
                });
              }
            """);
  }

  static List<Hostile> programs() {
    return List.of(
        slow(
            "method of an iterator, in a field",
            CHANGES + "the field 'words'",
            """
              final Iterator<String> words = List.of("a", "b").iterator();
              final java.util.function.Supplier<String> next = words::next;
              String slow() { return next.get() + load(); } // 1 slow
            """),
        slow(
            "digest",
            CHANGES + "the field 'digest'",
            """
              java.security.MessageDigest digest;
              String slow() { digest.update((byte) 1); return load() + digest.digest().length; } // 1 slow
            """),
        slow(
            "writer",
            CHANGES + "the field 'out'",
            """
              final java.io.StringWriter out = new java.io.StringWriter();
              String slow() { out.write("a"); return load() + out; } // 1 slow
            """),
        slow(
            "wrapper of a reader",
            "run 'load()'",
            """
              final java.io.Reader in = new java.io.StringReader("abc");
              String slow() { return load() + new java.util.Scanner(in).next(); } // 1 slow
            """),
        slow(
            "subclass of a list",
            CHANGES + "the field 'rows'",
            """
              static class Rows extends ArrayList<String> {}
              final Rows rows = new Rows();
              String slow() { rows.add("a"); return load() + rows.size(); } // 1 slow
            """),
        slow(
            "list that a method gets through an interface",
            "run 'load()'",
            """
              interface Source { void fill(List<String> to); }
              static class Some implements Source { public void fill(List<String> to) { to.add("a"); } }
              final Source source = new Some();
              final List<String> rows = new ArrayList<>();
              String slow() { source.fill(rows); return load(); } // 1 slow
            """),
        slow(
            "list that a lambda in a field gets",
            "run 'load()'",
            """
              final java.util.function.Consumer<List<String>> fill = to -> to.add("a");
              final List<String> rows = new ArrayList<>();
              String slow() { fill.accept(rows); return load(); } // 1 slow
            """),
        slow(
            "list that a pattern names",
            "run 'load()'",
            """
              final Object any = new ArrayList<String>();
              String slow() { if (any instanceof List<?> l) { l.clear(); } return load(); } // 1 slow
            """),
        slow(
            "list that a pattern of a record names",
            "run 'load()'",
            """
              record Box(List<String> rows) {}
              final Object any = new Box(new ArrayList<>());
              String slow() { if (any instanceof Box(var rows)) { rows.add("a"); } return load(); } // 1 slow
            """),
        slow(
            "list that a case names",
            "run 'load()'",
            """
              final Object any = new ArrayList<String>();
              String slow() { switch (any) { case List<?> l -> l.clear(); default -> {} } return load(); } // 1 slow
            """),
        new Hostile(
            "field on both sides",
            "the handler changes 'status' and uses it",
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  status = "busy";
                  SwingUtilities.invokeLater(() -> label.setText(status));
                  load(); // 1 lambda$open$1
                  status = "";
                });
              }
            """),
        Hostile.button(
            "list on both sides",
            CHANGES + "the field 'rows'",
            """
            final List<String> rows = new ArrayList<>(List.of("a", "b"));
            """,
            """
            Iterator<String> each = rows.iterator();
            while (each.hasNext()) {
              String row = each.next();
              load(); // 1 lambda$open$0
              each.remove();
            }
            """),
        new Hostile(
            "array that two runs share",
            "the handler changes 'count' and uses it",
            """
              void open(JButton b) {
                int[] count = {0};
                b.addActionListener(e -> {
                  int next = count[0] + 1;
                  load(); // 1 lambda$open$0
                  count[0] = next;
                });
              }
            """),
        new Hostile(
            "field that the value reads and the statement assigns",
            "it reads the field 'status'",
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  status = status + load(); // 1 lambda$open$0
                });
              }
            """),
        Hostile.button(
            "field with the name of an array's length",
            "the handler changes 'length' and uses it",
            """
            int length;
            """,
            """
            length++;
            String text = load(); // 1 lambda$open$0
            label.setText(text + length);
            """),
        new Hostile(
            "field that another handler assigns",
            "it reads the field 'status'",
            """
              String compute() { String text = load(); return text + status; } // 1 compute
              void open(JButton b, JButton c) {
                c.addActionListener(e -> status = "new");
                b.addActionListener(e -> {
                  String text = compute(); // 2 lambda$open$1
                  label.setText(text);
                });
              }
            """),
        new Hostile(
            "local record",
            "run 'pair(new Pair(1))'",
            """
              <T> T pair(T of) { return of; } // 1 pair
              void open(JButton b) {
                record Pair(int n) {}
                b.addActionListener(e -> {
                  Pair pair = pair(new Pair(1)); // 2 lambda$open$0
                  label.setText("" + pair);
                });
              }
            """));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void program_getsNoWrongProposal(Hostile hostile) throws Exception {
    hostile.check(folder);
  }
}
