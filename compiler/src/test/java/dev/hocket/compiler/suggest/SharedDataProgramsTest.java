package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs whose slow code uses data that other handlers or other runs of it use, too. */
class SharedDataProgramsTest {
  @TempDir private Path folder;

  static List<Hostile> programs() {
    List<Hostile> all = new ArrayList<>();
    all.add(
        Hostile.button(
            "method that counts its calls",
            "run 'load()'",
            """
            int calls;
            String next() { calls++; return load(); } // 1 next
            """,
            """
            String text = next(); // 2 lambda$open$0
            label.setText(text);
            """));
    all.add(
        Hostile.button(
            "object of the block's own",
            "run 'new Counter().next()'",
            """
            static class Counter {
              int calls;
              String next() { calls++; return load() + calls; } // 1 next
            }
            """,
            """
            String text = new Counter().next(); // 2 lambda$open$0
            label.setText(text);
            """));
    all.add(
        Hostile.button(
            "object of a field",
            "run 'load()'",
            """
            static class Counter {
              int calls;
              String next() { calls++; return load(); } // 1 next
            }
            final Counter counter = new Counter();
            """,
            """
            String text = counter.next(); // 2 lambda$open$0
            label.setText(text);
            """));
    all.add(
        new Hostile(
            "list that two lambdas capture",
            "it uses the variable 'rows'",
            """
              static void fill(List<String> rows) { rows.add("a" + rows.size()); } // 1 fill
              void open(JButton b, JButton c) {
                List<String> rows = new ArrayList<>();
                c.addActionListener(e -> rows.clear());
                b.addActionListener(e -> {
                  fill(rows); // 2 lambda$open$1
                });
              }
            """));
    all.add(
        new Hostile(
            "list that one lambda captures",
            "run '",
            """
              void open(JButton b) {
                List<String> rows = new ArrayList<>();
                rows.add("first");
                b.addActionListener(e -> {
                  rows.add(load()); // 1 lambda$open$0
                });
              }
            """));
    all.add(
        new Hostile(
            "list that one lambda captures, filled by a method",
            "it changes the contents of the variable 'rows'",
            """
              static void fill(List<String> rows) { rows.add("a" + rows.size()); } // 1 fill
              void open(JButton b) {
                List<String> rows = new ArrayList<>();
                b.addActionListener(e -> {
                  fill(rows); // 2 lambda$open$0
                });
              }
            """));
    all.add(
        Hostile.button(
            "list of a field that only this listener uses",
            "it changes the contents of the field 'rows'",
            """
            final List<String> rows = new ArrayList<>();
            void fill() { List<String> all = rows(); all.add("a" + all.size()); } // 1 fill
            List<String> rows() { return rows; }
            """,
            """
            fill(); // 2 lambda$open$0
            """));
    all.add(
        Hostile.button(
            "array of a field that a library sorts",
            "it changes the contents of the field 'numbers'",
            """
            final int[] numbers = new int[100];
            void sort() { Arrays.sort(numbers); } // 1 sort
            """,
            """
            sort(); // 2 lambda$open$0
            """));
    all.add(
        Hostile.button(
            "list of the block's own object",
            "run 'String text = new Sorter().sorted();'|run 'new Sorter().sorted()'",
            """
            static class Sorter {
              private final List<String> rows = new ArrayList<>();
              String sorted() { rows.add(load()); Collections.sort(rows); return "" + rows; } // 1 sorted
            }
            """,
            """
            String text = new Sorter().sorted(); // 2 lambda$open$0
            label.setText(text);
            """));
    all.add(
        Hostile.button(
            "picture that the block has read",
            "run 'new Turned(read()).turn()'",
            """
            static class Turned {
              private final BufferedImage picture;
              Turned(BufferedImage of) { picture = of; }
              String turn() { picture.setRGB(1, 1, 7); return load(); } // 1 turn
              Turned again() { return new Turned(picture); }
            }
            static BufferedImage read() { return new BufferedImage(9, 9, 1); }
            """,
            """
            String text = new Turned(read()).turn(); // 2 lambda$open$0
            label.setText(text);
            """));
    all.add(
        Hostile.button(
            "picture that the block has got from a field",
            "run 'load()'",
            """
            final BufferedImage shown = new BufferedImage(9, 9, 1);
            static class Turned {
              private final BufferedImage picture;
              Turned(BufferedImage of) { picture = of; }
              String turn() { picture.setRGB(1, 1, 7); return load(); } // 1 turn
            }
            """,
            """
            String text = new Turned(shown).turn(); // 2 lambda$open$0
            """));
    all.add(
        new Hostile(
            "field that grows",
            "run 'load()'",
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  status += load(); // 1 lambda$open$0
                  label.setText(status);
                });
              }
            """));
    all.add(
        Hostile.button(
            "field that grows by what renews it",
            "it assigns the field 'status'",
            """
            String renew() { return status = load(); } // 1 renew
            """,
            """
            status += renew(); // 2 lambda$open$0
            """));
    all.add(
        new Hostile(
            "lock around the slow call",
            "run 'synchronized (label) {",
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  synchronized (label) {
                    load(); // 1 lambda$open$0
                  }
                });
              }
            """));
    all.add(
        new Hostile(
            "lock around a component",
            "[HK113]",
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  synchronized (this) {
                    label.setText(load()); // 1 lambda$open$0
                  }
                });
              }
            """));
    all.add(
        Hostile.button(
            "method that a class overrides",
            "it assigns the field 'rows'|run 'load()'",
            """
            abstract static class Source { abstract String read(); }
            static class Counting extends Source {
              int rows;
              String read() { rows++; return load(); } // 1 read
            }
            final Source source = new Counting();
            """,
            """
            String text = source.read(); // 2 lambda$open$0
            label.setText(text);
            """));
    all.add(
        Hostile.button(
            "lambda that counts, in a field",
            "it assigns the field 'calls'",
            """
            int calls;
            final java.util.function.Supplier<String> source = () -> { calls++; return load(); };
            static String ask(java.util.function.Supplier<String> s) { return s.get() + load(); } // 1 ask
            """,
            """
            String text = ask(source); // 2 lambda$open$1
            label.setText(text);
            """));
    all.add(
        Hostile.button(
            "reference to a method that counts",
            "it assigns the field 'calls'",
            """
            int calls;
            String count() { calls++; return load(); }
            static String ask(java.util.function.Supplier<String> s) { return s.get() + load(); } // 1 ask
            """,
            """
            String text = ask(this::count); // 2 lambda$open$0
            label.setText(text);
            """));
    all.add(
        new Hostile(
            "task that a method posts",
            "run '",
            """
              class Task implements Runnable {
                public void run() {
                  String text = load(); // 1 run
                  label.setText(text);
                }
              }
              final Runnable again = new Task();
              static void later(Runnable r) { SwingUtilities.invokeLater(r); }
              void open() { later(new Task()); }
              void open(JButton b) { b.addActionListener(e -> later(again)); }
            """));
    all.add(
        new Hostile(
            "task that a method posts twice",
            "a task that is posted later",
            """
              class Task implements Runnable {
                public void run() {
                  String text = load(); // 1 run
                  label.setText(text);
                }
              }
              final Runnable again = new Task();
              static void later(Runnable r) { SwingUtilities.invokeLater(r); }
              void open() { later(new Task()); later(again); }
            """));
    all.add(
        new Hostile(
            "task that a method runs, too",
            "the toolkit calls 'run'",
            """
              class Task implements Runnable {
                public void run() {
                  String text = load(); // 1 run
                  label.setText(text);
                }
              }
              static void later(Runnable r) { SwingUtilities.invokeLater(r); r.run(); }
              void open() { later(new Task()); }
            """));
    all.add(
        new Hostile(
            "picture that is painted",
            "it uses the field 'picture'",
            """
              final BufferedImage picture = new BufferedImage(9, 9, BufferedImage.TYPE_INT_RGB);
              void draw() { picture.setRGB(1, 1, 7); }
              void open(JButton b) {
                b.addActionListener(e -> {
                  draw(); // 1 lambda$open$0
                });
              }
              class View extends JPanel {
                protected void paintComponent(Graphics g) { g.drawImage(picture, 0, 0, null); }
              }
            """));
    all.add(
        Hostile.button(
            "list of a field that a library shuffles",
            "it changes the contents of the field 'rows'",
            """
            final List<String> rows = new ArrayList<>();
            void shuffle() { Collections.shuffle(rows); } // 1 shuffle
            """,
            """
            shuffle(); // 2 lambda$open$0
            """));
    all.add(
        Hostile.button(
            "format of a field",
            "it changes the contents of the field 'format'",
            """
            final java.text.DateFormat format = java.text.DateFormat.getDateInstance();
            String now() { return format.format(new Date()) + load(); } // 1 now
            """,
            """
            String text = now(); // 2 lambda$open$0
            label.setText(text);
            """));
    all.add(
        Hostile.button(
            "scanner of a field",
            "it changes the contents of the field 'words'",
            """
            final Scanner words = new Scanner("a b c");
            String word() { return words.next() + load(); } // 1 word
            """,
            """
            String text = word(); // 2 lambda$open$0
            label.setText(text);
            """));
    all.add(
        Hostile.button(
            "list of a field that is only read",
            "run '",
            """
            final List<String> rows = new ArrayList<>(List.of("a"));
            static final Comparator<String> ORDER = Comparator.naturalOrder();
            String all() {
              StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%d", rows.size()));
              for (String row : rows) text.append(row);
              return text + rows.stream().max(ORDER).orElse("") + rows.get(0) + load(); // 1 all
            }
            """,
            """
            String text = all(); // 2 lambda$open$0
            label.setText(text);
            """));
    all.add(
        Hostile.button(
            "reference to a method that counts, in a field",
            "it assigns the field 'loaded'",
            """
            int loaded;
            final java.util.function.Supplier<String> source = this::count;
            String count() { loaded++; return load(); } // 1 count
            """,
            """
            String text = source.get(); // 2 lambda$open$0
            label.setText(text);
            """));
    all.add(
        Hostile.button(
            "new object that counts in the object around it",
            "it assigns the field 'loaded'|run 'load()'",
            """
            int loaded;
            class Loader {
              String next() { String text = load(); loaded++; return text; } // 1 next
            }
            """,
            """
            String text = new Loader().next(); // 2 lambda$open$0
            label.setText(text);
            """));
    all.add(
        Hostile.button(
            "new object that counts in a field that it inherits",
            "run 'String text = new Loader().next();'|run 'new Loader().next()'",
            """
            static class Counter { int loaded; }
            static class Loader extends Counter {
              String next() { String text = load(); loaded++; return text; } // 1 next
            }
            """,
            """
            String text = new Loader().next(); // 2 lambda$open$0
            label.setText(text);
            """));
    all.add(
        Hostile.button(
            "variable of a new object that is assigned another",
            "it assigns the field 'calls'|run 'load()'",
            """
            static class Counter {
              int calls;
              String next() { calls++; return load(); } // 1 next
            }
            final Counter shared = new Counter();
            String ask() {
              Counter counter = new Counter();
              if (status.isEmpty()) counter = shared;
              return counter.next(); // 2 ask
            }
            """,
            """
            String text = ask(); // 3 lambda$open$0
            label.setText(text);
            """));
    return all;
  }

  @ParameterizedTest
  @MethodSource("programs")
  void programKeepsItsMeaning(Hostile hostile) throws Exception {
    hostile.check(folder);
  }
}
