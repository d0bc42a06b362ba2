package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs whose slow method gets an object out of a container of its own, or a function from code
 * that nobody sees. The container is new, but what it holds may be shared.
 */
class SharedElementsProgramsTest {
  private static final String CHANGES = "it changes the contents of the field 'rows'";
  private static final String WHOLE = "run 'slow()'";

  @TempDir private Path folder;

  /** A program whose handler runs {@code slow()}, with these statements in it. */
  private static Hostile slow(String answer, String fields, String statements) {
    return new Hostile(
        statements,
        answer,
        fields
            + """

              String slow() throws Exception {
                STATEMENTS
                return "" + "abc".repeat(9).length(); // 1 slow
              }
              void open(JButton b) {
                b.addActionListener(e -> {
                  try {
                    String text = slow(); // 2 lambda$open$0
                    label.setText(text);
                  } catch (Exception ignored) {
                  }
                });
              }
            """
                .replace("STATEMENTS", statements));
  }

  static Stream<Hostile> programs() {
    String rows = "final List<StringBuilder> rows = new ArrayList<>();";
    String one = "final StringBuilder rows = new StringBuilder();";
    String lists = "final List<String> rows = new ArrayList<>();";
    Stream<Hostile> elements =
        Stream.of(
                "new ArrayList<>(rows).get(0).append(1);",
                "List<StringBuilder> copy = new ArrayList<>(rows); copy.getFirst().append(1);",
                "for (StringBuilder each : new ArrayList<>(rows)) each.append(1);",
                "new ArrayList<>(rows).forEach(each -> each.append(1));",
                "new LinkedHashSet<>(rows).iterator().next().append(1);",
                "StringBuilder[] all = rows.toArray(new StringBuilder[0]); all[0].append(1);",
                "StringBuilder[] all = new StringBuilder[9]; rows.toArray(all); all[0].append(1);",
                "rows.toArray(StringBuilder[]::new).clone()[0].append(1);",
                "rows.stream().toList().get(0).append(1);",
                "List<StringBuilder> all = rows.stream().collect(java.util.stream.Collectors.toCollection(() -> rows)); all.clear();",
                "List<StringBuilder> copy = new ArrayList<>(); copy.addAll(rows); copy.get(0).append(1);",
                "List<StringBuilder> copy = new ArrayList<>(); for (StringBuilder each : rows) copy.add(each); copy.get(0).append(1);",
                "record Box(List<StringBuilder> in) {} new Box(rows).in().get(0).append(1);",
                "record Box(List<StringBuilder> in) {} new Box(rows).in().clear();",
                "record Box(List<StringBuilder> in) {} if (new Box(rows) instanceof Box(var in)) in.clear();")
            .map(code ->
                slow(CHANGES + "|it changes the contents of the variable 'in'", rows, code));
    String made = " StringBuilder made(String key) { return rows; }";
    Stream<Hostile> stored =
        Stream.of(
                "StringBuilder[] mine = new StringBuilder[1]; mine[0] = rows; mine[0].append(1);",
                "StringBuilder[] mine = {rows}; mine[0].append(1);",
                "StringBuilder[] mine = new StringBuilder[1]; Arrays.fill(mine, rows); mine[0].append(1);",
                "List<StringBuilder> mine = new ArrayList<>(); mine.add(rows); mine.get(0).append(1);",
                "Map<String, StringBuilder> mine = new HashMap<>(); mine.computeIfAbsent(\"a\", k -> rows).append(1);",
                "Map<String, StringBuilder> mine = new HashMap<>(); mine.computeIfAbsent(\"a\", k -> rows); mine.get(\"a\").append(1);",
                "Map<String, StringBuilder> mine = new HashMap<>(); mine.computeIfAbsent(\"a\", this::made); mine.get(\"a\").append(1);",
                "List<List<StringBuilder>> mine = new ArrayList<>(); mine.add(List.of(rows)); mine.get(0).get(0).append(1);")
            .map(code -> slow(CHANGES + "|it uses the field 'rows'", one + made, code));
    String builder =
        """
        static class Text { int n; Text add(String s) { n++; return this; } }
        static Text made() { Text made = new Text(); made.n = 1; return made; }
        """;
    Stream<Hostile> own =
        Stream.of(
                "List<String> copy = new ArrayList<>(rows); Collections.sort(copy); copy.add(\"a\");",
                "Map<String, List<String>> groups = new HashMap<>(); for (String row : rows) groups.computeIfAbsent(row, k -> new ArrayList<>()).add(row);",
                "String[] words = {\"b\"}; String[] all = words.clone(); Arrays.sort(all);",
                "int[] all = rows.stream().mapToInt(String::length).toArray(); Arrays.sort(all);",
                "List<String> all = rows.stream().collect(java.util.stream.Collectors.toList()); Collections.sort(all);",
                "Text text = new Text().add(\"a\").add(\"b\"); text.add(\"c\").add(\"d\");",
                "made();",
                "StringBuilder text = new StringBuilder(); text.append(rows).append(1).append(rows.size());",
                "int[][] grid = new int[9][9]; grid[1][2] = 3; for (int[] row : grid) row[0]++;",
                "List<int[]> pairs = new ArrayList<>(); for (String row : rows) pairs.add(new int[] {row.length()}); pairs.get(0)[0]++;")
            .map(code -> slow(WHOLE, lists + builder, code));
    return Stream.of(elements, stored, own, functions(), fresh(), calledBack())
        .flatMap(each -> each);
  }

  private static Stream<Hostile> functions() {
    String seen = "final java.util.function.Supplier<String> rows = () -> \"a\";";
    String unseen =
        "final java.util.function.Supplier<String> rows = java.lang.invoke.MethodHandleProxies.asInterfaceInstance(java.util.function.Supplier.class, null);"
            + " final java.util.function.Predicate<String> test = java.util.regex.Pattern.compile(\"a\").asPredicate();"
            + " final Comparator<String> order = Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder());";
    String cast =
        "final Object any = \"a\"; final java.util.function.Supplier<String> rows = (java.util.function.Supplier<String>) any;";
    return Stream.of(
        slow(WHOLE, seen, "rows.get();"),
        slow(CHANGES, unseen, "rows.get();"),
        slow(CHANGES, cast, "rows.get();"),
        slow(CHANGES, unseen, "java.util.stream.Stream.generate(rows).limit(2).toList();"),
        slow(WHOLE, unseen, "if (test.test(status)) return status;"),
        slow(
            WHOLE,
            unseen,
            "List.of(\"a\").stream().sorted(order).toList(); order.compare(\"a\", \"b\");"));
  }

  private static Stream<Hostile> fresh() {
    String box =
        "static class Box { int n; Box next; } final List<Box> rows = new ArrayList<>(); Box shown;";
    return Stream.of(
        slow(WHOLE, "", "GridBagConstraints c = new GridBagConstraints(); c.gridx = 0; c.gridy++;"),
        slow(WHOLE, box, "Box one = new Box(); one.n = 1; one.n++;"),
        slow(
            "it assigns the field 'n'",
            box
                + " static class Own extends Box { Own me() { return this; } } void keep(Box b) {}"
                + " int sum() { int sum = 0; for (Box each : rows) sum += each.n; return sum; }",
            "Own one = new Own(); keep(one.me()); one.n = 1;"),
        slow(
            "it assigns the field 'n'",
            box,
            "Box one = new Box(); one.next = shown; one.next.n++;"),
        slow("it assigns the field 'n'", box, "Box one = new Box(); one = shown; one.n++;"),
        slow(
            "it assigns the field 'n'|it changes the contents of the field 'rows'",
            box + " int sum() { int sum = 0; for (Box each : rows) sum += each.n; return sum; }",
            "Box one = new Box(); rows.add(one); one.n++;"),
        slow(
            "it assigns the field 'n'",
            box
                + " static final java.util.concurrent.BlockingQueue<Box> QUEUE = new java.util.concurrent.LinkedBlockingQueue<>();"
                + " int taken() { Box one = QUEUE.poll(); return one.n; }",
            "Box one = new Box(); QUEUE.put(one); one.n++;"),
        new Hostile(
            "constraints on both sides",
            "run 'load()'",
            """
              void open(JButton b, JPanel panel) {
                b.addActionListener(e -> {
                  GridBagConstraints c = new GridBagConstraints();
                  c.gridx = 1;
                  panel.add(new JLabel("busy"), c);
                  String text = load(); // 1 lambda$open$0
                  c.gridx = 2;
                  panel.add(new JLabel(text), c);
                });
              }
            """));
  }

  /** Libraries and Java itself call methods of what they get. */
  private static Stream<Hostile> calledBack() {
    String counting =
        """
        int count;
        class Counting implements Comparator<String>, Comparable<Counting>, Iterable<String>, AutoCloseable {
          public int compare(String one, String other) { count++; return 0; }
          public int compareTo(Counting other) { count++; return 0; }
          public String toString() { count++; return ""; }
          public Iterator<String> iterator() { count++; return null; }
          public void close() { count++; }
        }
        final Counting counting = new Counting();
        final Counting[] many = {counting};
        """;
    return Stream.of(
            "Arrays.sort(new String[2], counting);",
            "Arrays.sort(many);",
            "List.of(many).stream().sorted().toList();",
            "new TreeSet<>(counting);",
            "String text = \"a\" + counting;",
            "String text = \"\"; text += counting;",
            "String.valueOf(counting);",
            "for (String each : counting) each.length();",
            "try (counting) { counting.hashCode(); }",
            "Object any = counting; String.valueOf(any);")
        .map(code -> slow("it assigns the field 'count'", counting, code));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void program_changesNoSharedObject(Hostile hostile) throws Exception {
    hostile.check(folder);
  }
}
