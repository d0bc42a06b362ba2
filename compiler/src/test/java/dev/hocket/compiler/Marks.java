package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/** Expectations in sources: {@code // expect: HKnnn} on the line above the reported line. */
final class Marks {
  private static final String MARK = "// expect: ";
  private static final Pattern REPORTED =
      Pattern.compile("(?m)^\\S+?:(\\d+): (?:error|warning): \\[(HK\\d+)] .+$");

  private Marks() {}

  /** The messages that sources expect, with their lines. */
  static List<String> in(Collection<String> sources) {
    List<String> marks = new ArrayList<>();
    for (String source : sources) {
      List<String> lines = source.lines().map(String::strip).toList();
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).startsWith(MARK)) {
          marks.add(i + 2 + " " + lines.get(i).substring(MARK.length()));
        }
      }
    }
    return marks;
  }

  /** The messages that the compiler reported, in the format of {@link #in}. */
  static List<String> reported(Harness.Compiled compiled) {
    return REPORTED
        .matcher(compiled.output())
        .results()
        .map(r -> r.group(1) + " " + r.group(2))
        .toList();
  }

  /** Compiles a file {@code Main.java}, which must give exactly the messages that it expects. */
  static void check(Path folder, String source) throws Exception {
    Harness.Compiled compiled = new Harness(folder).file("Main.java", source).compile("out");
    assertEquals(in(List.of(source)), reported(compiled), compiled.output());
    if (in(List.of(source)).isEmpty()) {
      assertEquals("", compiled.output());
    }
  }

  /** Checks the body of a method {@code int run(int n, Object o)} in a class with fields. */
  static void checkBody(Path folder, String body) throws Exception {
    check(
        folder,
        """
        import java.util.*;
        abstract class Main {
          int f;
          final int g = 0;
          abstract boolean flag();
          int run(int n, Object o) throws Exception {
        %s
            return 0;
          }
        }
        """
            .formatted(body));
  }
}
