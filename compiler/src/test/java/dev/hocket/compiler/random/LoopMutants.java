package dev.hocket.compiler.random;

import java.util.List;

/** Mutants of shared loops: indices declared before the loop, and rows of different lengths. */
final class LoopMutants {
  private static final String LOWER = "compiler/src/main/java/dev/hocket/compiler/lower/%s.java";
  private static final String LIBRARY = "directives/src/main/java/dev/hocket/directives/%s.java";
  private static final String LOOPS = "dev.hocket.compiler.RandomLoopsTest";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "the rows before the seventeenth lose their indices",
              LIBRARY.formatted("Rows"),
              "indices = Arrays.copyOf(indices, capacity * loops);",
              "indices = new long[capacity * loops];",
              LOOPS),
          new Mutant(
              "a chunk does not end with its row",
              LIBRARY.formatted("Rows"),
              "Math.min(to, ends[row])",
              "to",
              LOOPS),
          new Mutant(
              "the last row is not counted",
              LIBRARY.formatted("Rows"),
              "return rows == 0 ? 0 : ends[rows - 1];",
              "return rows < 2 ? 0 : ends[rows - 2];",
              LOOPS),
          new Mutant(
              "an index keeps the first value that a loop has left",
              LIBRARY.formatted("Rows"),
              "    left[loop] = value;",
              "    left[loop] = isReached[loop] ? left[loop] : value;",
              LOOPS),
          new Mutant(
              "a loop that was never reached sets its index",
              LIBRARY.formatted("Rows"),
              "return isReached[loop];",
              "return true;",
              LOOPS),
          new Mutant(
              "a chunk in the middle of a row starts as if at the row's start",
              LIBRARY.formatted("Loop"),
              "return at - rows.start(row);",
              "return 0;",
              LOOPS),
          new Mutant(
              "a thread looks for its rows from the wrong end",
              LIBRARY.formatted("Rows"),
              "return found < 0 ? -found - 1 : found;",
              "return found < 0 ? Math.max(0, -found - 2) : found;",
              LOOPS),
          new Mutant(
              "the innermost index of a row is that of its first iteration",
              LOWER.formatted("LoopHead"),
              "String more = isLast ?",
              "String more = !isLast ?",
              LOOPS),
          new Mutant(
              "an index that is declared before the loops keeps its value from before",
              LOWER.formatted("LoopLowering"),
              "      if (loop.isOutside()) {\n        head.add(rows",
              "      if (!loop.isOutside()) {\n        head.add(rows",
              LOOPS),
          new Mutant(
              "an inner index is set although the loop around it has no iterations",
              LOWER.formatted("LoopLowering"),
              "head.name(\"trips\", Math.max(0, level - 1)) + \" != 0\"",
              "\"true\"",
              LOOPS),
          new Mutant(
              "an index is left at its last iteration",
              LOWER.formatted("LoopLowering"),
              ": head.at(level, head.name(\"trips\", level));",
              ": head.at(level, \"(\" + head.name(\"trips\", level) + \" - 1)\");",
              LOOPS));

  private LoopMutants() {}
}
