package dev.hocket.cli;

import java.nio.file.Path;
import java.util.Locale;
import javax.lang.model.SourceVersion;

/**
 * What a new project is called, after its folder.
 *
 * @param artifact lower-case letters, digits and hyphens
 * @param packageName a legal name of a package
 */
record ProjectName(String artifact, String packageName) {
  static ProjectName of(Path folder) {
    Path last = folder.toAbsolutePath().normalize().getFileName();
    String name = last == null ? "" : last.toString().toLowerCase(Locale.ROOT);
    String artifact = name.replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    String word = artifact.replace("-", "");
    if (!SourceVersion.isName(word)) {
      word = "app" + word;
    }
    return new ProjectName(artifact.isEmpty() ? "app" : artifact, "com.example." + word);
  }
}
