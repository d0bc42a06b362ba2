package dev.hocket.compiler.patch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Replaces the texts of several files, or of none. The new files are written beside the old ones
 * first, and take their places when all are complete.
 */
final class NewFiles {
  /**
   * A file with its new text.
   *
   * @param file the real path, so that a symbolic link stays one
   * @param part the file that takes its place
   * @param old the bytes to put back
   */
  private record NewFile(Path file, Path part, byte[] old) {}

  private final List<NewFile> prepared = new ArrayList<>();

  private NewFiles() {}

  static void write(Map<Path, String> texts) throws IOException {
    NewFiles files = new NewFiles();
    try {
      for (Map.Entry<Path, String> each : texts.entrySet()) {
        files.prepare(each.getKey().toRealPath(), each.getValue());
      }
      files.takePlaces();
    } finally {
      for (NewFile each : files.prepared) {
        Files.deleteIfExists(each.part());
      }
    }
  }

  /** The copy has the permissions of the old file. */
  private void prepare(Path file, String text) throws IOException {
    Path part = Files.createTempFile(file.getParent(), ".hocket", ".part");
    prepared.add(new NewFile(file, part, Files.readAllBytes(file)));
    Files.copy(file, part, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
    Files.writeString(part, text);
  }

  private void takePlaces() throws IOException {
    int replaced = 0;
    try {
      for (; replaced < prepared.size(); replaced++) {
        NewFile next = prepared.get(replaced);
        Files.move(next.part(), next.file(), StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      for (NewFile each : prepared.subList(0, replaced)) {
        Files.write(each.file(), each.old());
      }
      throw e;
    }
  }
}
