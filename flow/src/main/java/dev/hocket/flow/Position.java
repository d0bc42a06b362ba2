package dev.hocket.flow;

import java.io.Serializable;
import java.util.Objects;
import java.util.Set;

/**
 * A place in a source file.
 *
 * @param file the file's name, as in {@code algo.clj}
 * @param line from 1; 0 if unknown
 * @param column from 1; 0 if unknown
 */
public record Position(String file, int line, int column) implements Serializable {
  private static final Set<String> OURS =
      Set.of(Position.class.getName(), Definition.class.getName(), Flow.class.getName());

  /** Checks that there is a file. */
  public Position {
    Objects.requireNonNull(file, "file");
  }

  /** Finds the position of the program's code that called Hocket's flow library. */
  static Position ofCaller() {
    return StackWalker.getInstance()
        .walk(frames -> frames.filter(frame -> !OURS.contains(frame.getClassName())).findFirst())
        .map(frame -> new Position(nameOf(frame), Math.max(frame.getLineNumber(), 0), 0))
        .orElse(new Position("unknown", 0, 0));
  }

  private static String nameOf(StackWalker.StackFrame frame) {
    return frame.getFileName() == null ? frame.getClassName() : frame.getFileName();
  }

  @Override
  public String toString() {
    return column > 0 ? file + ":" + line + ":" + column : line > 0 ? file + ":" + line : file;
  }
}
