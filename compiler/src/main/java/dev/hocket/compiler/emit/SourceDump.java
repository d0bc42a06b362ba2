package dev.hocket.compiler.emit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the generated Java for people to read: {@code --emit-source}. */
public final class SourceDump {
  private SourceDump() {}

  /**
   * A generated file.
   *
   * @param folder its module and package as folders, or empty
   * @param name its name
   * @param content its text
   */
  public record File(Path folder, String name, String content) {}

  /** Writes the files below a folder. */
  public static void write(Path root, List<File> files) throws IOException {
    for (File file : files) {
      Path folder = Files.createDirectories(root.resolve(file.folder()));
      Files.writeString(folder.resolve(file.name()), file.content(), StandardCharsets.UTF_8);
    }
  }
}
