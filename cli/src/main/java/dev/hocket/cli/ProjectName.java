package dev.hocket.cli;

import java.nio.file.Path;
import java.util.Locale;
import javax.lang.model.SourceVersion;

/**
 * The names of a new project, derived from its folder.
 *
 * @param artifact the artifact's name: lower-case letters, digits and hyphens
 * @param packageName a legal package name
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
