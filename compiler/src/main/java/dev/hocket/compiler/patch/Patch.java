package dev.hocket.compiler.patch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A patch: new texts of some files.
 *
 * @param changes each file with its text before and after
 */
public record Patch(Map<Path, Change> changes) {
  /** Keeps a copy of the changes. */
  public Patch {
    changes = Map.copyOf(changes);
  }

  /**
   * The texts of one file.
   *
   * @param before the text as it is
   * @param after the text as it is proposed
   */
  public record Change(String before, String after) {
    /**
     * The places that differ.
     *
     * @return for each the lines that change, with three lines before and after them
     */
    public List<List<PatchLine>> hunks() {
      return UnifiedDiff.hunks(before, after);
    }
  }

  /**
   * The changes as a unified diff, ready for {@code git apply} and {@code patch -p1}.
   *
   * @param root the folder that file names in the diff are relative to
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
   * Writes the new texts to the files.
   *
   * @throws IOException if a file cannot be written, or has changed since the proposal was made;
   *     then no file is changed
   */
  public void apply() throws IOException {
    for (Map.Entry<Path, Change> each : changes.entrySet()) {
      if (!Files.readString(each.getKey()).equals(each.getValue().before())) {
        throw new IOException(each.getKey() + " has changed since the proposal was made");
      }
      if (!Files.isWritable(each.getKey())) {
        throw new IOException(each.getKey() + ": no permission");
      }
    }
    NewFiles.write(
        changes.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().after())));
  }

  /**
   * Applies edits to a text.
   *
   * @param before the text
   * @param edits the edits, which must not overlap
   * @return the text before and after
   */
  public static Change change(String before, List<Edit> edits) {
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
