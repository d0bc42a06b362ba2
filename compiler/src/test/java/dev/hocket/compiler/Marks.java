package dev.hocket.compiler;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/** Expectations in sources: {@code // expect: HKnnn} on the line above the one reported. */
final class Marks {
  private static final String MARK = "// expect: ";
  private static final Pattern REPORTED =
      Pattern.compile("(?m)^\\S+?:(\\d+): (?:error|warning): \\[(HK\\d+)] .+$");

  private Marks() {}

  /** What sources expect: line and message. */
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

  /** What the compiler reported, alike. */
  static List<String> reported(Harness.Compiled compiled) {
    return REPORTED
        .matcher(compiled.output())
        .results()
        .map(r -> r.group(1) + " " + r.group(2))
        .toList();
  }
}
