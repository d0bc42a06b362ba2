package dev.hocket.flow.graph;

import java.io.Serializable;
import java.util.Objects;

/**
 * A place in a source file.
 *
 * @param file the file's name, as in {@code algo.clj}
 * @param line from 1; 0 if unknown
 * @param column from 1; 0 if unknown
 */
public record Position(String file, int line, int column) implements Serializable {
  /** Checks that there is a file. */
  public Position {
    Objects.requireNonNull(file, "file");
  }

  @Override
  public String toString() {
    return column > 0 ? file + ":" + line + ":" + column : line > 0 ? file + ":" + line : file;
  }
}
