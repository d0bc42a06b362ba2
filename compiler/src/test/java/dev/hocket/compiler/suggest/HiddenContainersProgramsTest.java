package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs whose slow code gets a shared container by a detour, or changes it by reading it. */
class HiddenContainersProgramsTest {
  @TempDir private Path folder;

  static List<Hostile> programs() {
    List<Hostile> all = new ArrayList<>();
    for (String rows :
        List.of(
            "Objects.requireNonNull(rows)",
            "Collections.checkedList(rows, String.class)",
            "(status.isEmpty() ? switch (status.length()) { case 0 -> rows; default -> null; } : null)",
            "(last = rows)")) {
      all.add(
          new Hostile(
              "list of a field, by " + rows,
              "it changes the contents of the field 'rows'|it assigns the field 'last'",
              """
                final List<String> rows = new ArrayList<>();
                List<String> last;
                void grow() { ROWS.add("a"); } // 1 grow
                void open(JButton b) {
                  b.addActionListener(e -> {
                    grow(); // 2 lambda$open$0
                  });
                }
              """
                  .replace("ROWS", rows)));
    }
    for (String holder :
        List.of(
            "java.util.concurrent.ConcurrentHashMap<String, List<String>> rows;|rows.get(status)",
            "java.util.concurrent.atomic.AtomicReference<List<String>> rows;|rows.get()",
            "Optional<List<String>> rows;|rows.get()",
            "Object rows;|((List<String>) rows)",
            "Held rows; record Held(List<String> inner) {}|rows.inner()",
            "Held rows; interface Held { List<String> inner(); }|rows.inner()")) {
      all.add(
          new Hostile(
              "list inside of a field: " + holder,
              "it changes the contents of the field 'rows'",
              """
                HOLDER
                void grow() { ROWS.add("a"); } // 1 grow
                void open(JButton b) {
                  b.addActionListener(e -> {
                    grow(); // 2 lambda$open$0
                  });
                }
              """
                  .replace("HOLDER", holder.substring(0, holder.indexOf('|')))
                  .replace("ROWS", holder.substring(holder.indexOf('|') + 1))));
    }
    all.add(
        Hostile.button(
            "list that an unknown method returns",
            "it changes the contents of the result of 'rows'",
            """
            abstract static class Source {
              abstract List<String> rows();
              void grow() { rows().add("a"); } // 1 grow
            }
            Source source;
            """,
            """
            source.grow(); // 2 lambda$open$0
            """));
    all.add(
        Hostile.button(
            "list that an overriding method returns",
            "it changes the contents of the field 'all'",
            """
            static class Source { List<String> rows() { return new ArrayList<>(); } }
            static class Own extends Source {
              final List<String> all = new ArrayList<>();
              List<String> rows() { return all; }
            }
            Source source = new Own();
            void grow() { source.rows().add("a"); } // 1 grow
            """,
            """
            grow(); // 2 lambda$open$0
            """));
    all.add(
        new Hostile(
            "list inside of a field that another handler changes",
            "it uses the field 'rows'",
            """
              java.util.concurrent.atomic.AtomicReference<List<String>> rows;
              String all() { return "" + rows.get(); } // 1 all
              void open(JButton b, JButton c) {
                c.addActionListener(e -> rows.get().clear());
                b.addActionListener(e -> {
                  String text = all(); // 2 lambda$open$1
                  label.setText(text);
                });
              }
            """));
    all.add(
        Hostile.button(
            "list of the lines of a field's file",
            "run 'grow();'",
            """
            java.nio.file.Path file;
            void grow() throws Exception {
              List<String> rows = java.nio.file.Files.readAllLines(file);
              rows.add(status.split("a")[0]); // 1 grow
            }
            """,
            """
            try {
              grow(); // 2 lambda$open$0
            } catch (Exception ignored) {
            }
            """));
    for (String read :
        List.of(
            "Iterator<String> read = List.of(\"a\").iterator();|read.next()",
            "Map<String, String> read = new LinkedHashMap<>(16, .75f, true);|read.get(\"a\")",
            "Map<String, String> read = new LinkedHashMap<>(16, .75f, true) {};|read.get(\"a\")",
            "Set<String> read = Collections.newSetFromMap(new WeakHashMap<>());|read.size()",
            """
            static class Recent extends LinkedHashMap<String, String> {
              Recent() { super(16, .75f, true); }
            }
            Map<String, String> read = new Recent();|read.get("a")\
            """)) {
      all.add(
          new Hostile(
              "field that changes when it is read: " + read,
              "it changes the contents of the field 'read'",
              """
                FIELD
                String word() { return READ + load(); } // 1 word
                void open(JButton b) {
                  b.addActionListener(e -> {
                    String text = word(); // 2 lambda$open$0
                    label.setText(text);
                  });
                }
              """
                  .replace("FIELD", read.substring(0, read.indexOf('|')))
                  .replace("READ", read.substring(read.indexOf('|') + 1))));
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("programs")
  void programKeepsItsMeaning(Hostile hostile) throws Exception {
    hostile.check(folder);
  }
}
