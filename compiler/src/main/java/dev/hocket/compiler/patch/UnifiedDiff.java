package dev.hocket.compiler.patch;

import java.util.ArrayList;
import java.util.List;

/**
 * Computes the unified diff of two texts. The texts differ in few places, so a table of longest
 * common subsequences covers only the lines between the first and the last difference.
 */
final class UnifiedDiff {
  private static final int CONTEXT = 3;

  private final List<String> before;
  private final List<String> after;

  /** A line of the output with the number of lines of each text before it. */
  private record Step(char sign, String line, int old, int fresh) {}

  private UnifiedDiff(String before, String after) {
    this.before = lines(before);
    this.after = lines(after);
  }

  static String of(String name, String before, String after) {
    StringBuilder text = new StringBuilder("--- a/" + name + "\n+++ b/" + name + "\n");
    new UnifiedDiff(before, after).hunks().forEach(hunk -> append(text, hunk));
    return text.toString();
  }

  /** Splits a text into lines that keep their line ends. */
  private static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    int start = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      lines.add(text.substring(start, end + 1));
      start = end + 1;
    }
    if (start < text.length()) {
      lines.add(text.substring(start));
    }
    return lines;
  }

  /** The places that differ, each with the lines around it. */
  static List<List<PatchLine>> hunks(String before, String after) {
    return new UnifiedDiff(before, after)
        .hunks().stream().map(hunk -> hunk.stream().map(UnifiedDiff::line).toList()).toList();
  }

  private static PatchLine line(Step step) {
    int number = 1 + (step.sign() == '-' ? step.old() : step.fresh());
    return new PatchLine(step.sign(), number, step.line().replaceFirst("\\R$", ""));
  }

  private List<List<Step>> hunks() {
    List<List<Step>> hunks = new ArrayList<>();
    List<Step> steps = steps();
    int at = 0;
    while (at < steps.size()) {
      if (steps.get(at).sign() == ' ') {
        at++;
        continue;
      }
      int start = Math.max(0, at - CONTEXT);
      int last = at;
      for (int i = at; i < steps.size() && i <= last + 2 * CONTEXT; i++) {
        last = steps.get(i).sign() == ' ' ? last : i;
      }
      int end = Math.min(steps.size(), last + 1 + CONTEXT);
      hunks.add(steps.subList(start, end));
      at = end;
    }
    return hunks;
  }

  private static void append(StringBuilder text, List<Step> hunk) {
    long old = hunk.stream().filter(step -> step.sign() != '+').count();
    long fresh = hunk.stream().filter(step -> step.sign() != '-').count();
    Step first = hunk.getFirst();
    text.append("@@ -%d,%d +%d,%d @@\n".formatted(first.old() + 1, old, first.fresh() + 1, fresh));
    for (Step step : hunk) {
      text.append(step.sign()).append(step.line());
      if (!step.line().endsWith("\n")) {
        text.append("\n\\ No newline at end of file\n");
      }
    }
  }

  private List<Step> steps() {
    int head = 0;
    while (head < before.size()
        && head < after.size()
        && before.get(head).equals(after.get(head))) {
      head++;
    }
    int tail = 0;
    while (tail < before.size() - head
        && tail < after.size() - head
        && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
      tail++;
    }
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < head; i++) {
      steps.add(new Step(' ', before.get(i), i, i));
    }
    addMiddle(steps, head, before.size() - tail, after.size() - tail);
    for (int i = tail; i > 0; i--) {
      int old = before.size() - i;
      steps.add(new Step(' ', before.get(old), old, after.size() - i));
    }
    return steps;
  }

  private void addMiddle(List<Step> steps, int head, int oldEnd, int freshEnd) {
    int[][] common = new int[oldEnd - head + 1][freshEnd - head + 1];
    for (int i = oldEnd - 1; i >= head; i--) {
      for (int j = freshEnd - 1; j >= head; j--) {
        common[i - head][j - head] =
            before.get(i).equals(after.get(j))
                ? common[i - head + 1][j - head + 1] + 1
                : Math.max(common[i - head + 1][j - head], common[i - head][j - head + 1]);
      }
    }
    int i = head;
    int j = head;
    while (i < oldEnd || j < freshEnd) {
      if (i < oldEnd && j < freshEnd && before.get(i).equals(after.get(j))) {
        steps.add(new Step(' ', before.get(i), i++, j++));
      } else if (i < oldEnd
          && (j == freshEnd || common[i - head + 1][j - head] >= common[i - head][j - head + 1])) {
        steps.add(new Step('-', before.get(i), i++, j));
      } else {
        steps.add(new Step('+', after.get(j), i, j++));
      }
    }
  }
}
