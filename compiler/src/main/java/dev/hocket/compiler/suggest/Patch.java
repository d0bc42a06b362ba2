package dev.hocket.compiler.suggest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * New texts of some files.
 *
 * @param changes the files with the texts before and after
 */
public record Patch(Map<Path, Change> changes) {
  /** Keeps a copy of the changes. */
  public Patch {
    changes = Map.copyOf(changes);
  }

  /**
   * The texts of one file.
   *
   * @param before as it is
   * @param after as it is proposed
   */
  public record Change(String before, String after) {}

  /**
   * The changes as a unified diff, which {@code git apply} and {@code patch -p1} take.
   *
   * @param root the folder to which names of files are relative
   * @return the diff, with three lines of context
   */
  public String diff(Path root) {
    Path base = root.toAbsolutePath().normalize();
    return new TreeMap<>(changes)
        .entrySet().stream()
            .map(each -> {
              String name = base.relativize(each.getKey().toAbsolutePath().normalize()).toString();
              String portable = name.replace('\\', '/');
              return UnifiedDiff.of(portable, each.getValue().before(), each.getValue().after());
            })
            .collect(Collectors.joining());
  }

  /**
   * Writes the new texts.
   *
   * @throws IOException if a file has another text than the proposal was made for, which leaves all
   *     files as they are, or cannot be written
   */
  public void apply() throws IOException {
    for (Map.Entry<Path, Change> each : changes.entrySet()) {
      if (!Files.readString(each.getKey()).equals(each.getValue().before())) {
        throw new IOException(each.getKey() + " has changed since the proposal was made");
      }
    }
    for (Map.Entry<Path, Change> each : changes.entrySet()) {
      Files.writeString(each.getKey(), each.getValue().after());
    }
  }

  /** The texts that edits make; those of one file must not overlap. */
  static Change change(String before, List<Edit> edits) {
    StringBuilder after = new StringBuilder();
    int at = 0;
    List<Edit> sorted = new ArrayList<>(edits);
    sorted.sort((one, other) -> Integer.compare(one.start(), other.start()));
    for (Edit edit : sorted) {
      after.append(before, at, edit.start()).append(edit.text());
      at = edit.end();
    }
    return new Change(before, after.append(before.substring(at)).toString());
  }
}
