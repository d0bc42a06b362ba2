package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs whose slow method gives a library a stream of the program's own class, which counts in a
 * field. Other handlers have streams of this class, too. The method may run on a worker if only it
 * has the stream.
 */
class OwnObjectsProgramsTest {
  private static final String ALONE = "run 'load()'";
  private static final String WHOLE = "run 'slow()'";

  private static final String STREAM =
      """
      static class Counting extends java.io.InputStream {
        int count;
        Counting() { this(0); }
        Counting(int first) { count = first; }
        final int[] last = new int[1];
        public int read() { last[0] = count++; return count; }
      }
      static final Counting SHARED = new Counting();
      static final List<Object> ALL = new ArrayList<>();
      """;

  @TempDir private Path folder;

  private static Hostile slow(String answer, String name, String members, String code) {
    return new Hostile(
        name,
        answer,
        STREAM
            + members
            + "\nString slow() { try { "
            + code
            + """
             } catch (Exception x) { } return load(); } // 1 slow
            void open(JButton b, JButton c) {
              b.addActionListener(e -> {
                String text = slow(); // 2 lambda$open$0
                label.setText(text);
              });
              c.addActionListener(e -> label.setText(SHARED.read() + " " + SHARED.last[0]));
            }
            """);
  }

  static List<Hostile> programs() {
    return List.of(
        slow(
            WHOLE,
            "own stream below two others",
            "",
            "java.io.InputStream own = new Counting();"
                + " var in = new java.io.BufferedInputStream(new java.io.DataInputStream(own));"
                + " in.read();"),
        slow(
            ALONE,
            "shared stream below an own one",
            "",
            "var in = new java.io.BufferedInputStream(SHARED); in.read();"),
        slow(
            ALONE,
            "own stream that becomes another one",
            "",
            "java.io.InputStream own = new Counting(); own = SHARED;"
                + " new java.io.BufferedInputStream(own).read();"),
        slow(
            ALONE,
            "own stream in a list of all",
            "",
            "Counting own = new Counting(); ALL.add(own);"
                + " new java.io.BufferedInputStream(own).read();"),
        slow(
            ALONE,
            "own stream that enters a list of all by itself",
            "static class Entered extends Counting { Entered() { ALL.add(this); } }",
            "new java.io.BufferedInputStream(new Entered()).read();"),
        slow(
            ALONE,
            "own stream that enters a list of all by a method that returns it",
            "static class Entered extends Counting { Object self() { return this; }\n"
                + "  Entered() { ALL.add(self()); } }",
            "new java.io.BufferedInputStream(new Entered()).read();"),
        slow(
            ALONE,
            "shared stream in a field of a library's class",
            "static class Below extends java.io.FilterInputStream { Below() { super(null); in = SHARED; } }",
            "new java.io.BufferedInputStream(new Below()).read();"),
        slow(
            ALONE,
            "own series that gives the shared stream",
            "static class Series implements Enumeration<java.io.InputStream> {\n"
                + "  public boolean hasMoreElements() { return true; }\n"
                + "  public java.io.InputStream nextElement() { return SHARED; }\n"
                + "}",
            "new java.io.SequenceInputStream(new Series()).read();"),
        slow(
            ALONE,
            "own list whose iterator counts in the shared stream",
            "static class Counts extends AbstractCollection<String> {\n"
                + "  public int size() { return 1; }\n"
                + "  public Iterator<String> iterator() { return new Each(); }\n"
                + "}\n"
                + "static class Each implements Iterator<String> {\n"
                + "  public boolean hasNext() { return false; }\n"
                + "  public String next() { return \"\" + SHARED.read(); }\n"
                + "}",
            "for (String each : new Counts()) { each.length(); }"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  void anObjectThatALibraryGets(Hostile program) throws Exception {
    program.check(folder);
  }
}
