package dev.hocket.cli.system;

import dev.hocket.cli.terminal.UserError;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder that Hocket was built in; the launcher passes it. */
public final class Repository {
  private Repository() {}

  public static Path root() {
    String root = System.getProperty("hocket.root");
    if (root == null) {
      throw new UserError("needs the files of Hocket's repository: call it by its script hocket");
    }
    return Path.of(root);
  }

  /** Refuses the command if Hocket was unpacked from an archive, which has no sources. */
  public static void needSources() {
    if (!Files.exists(root().resolve("pom.xml"))) {
      throw new UserError("needs Hocket's sources: call ./hocket in a clone of its repository");
    }
  }

  public static Path file(String path) {
    Path file = root().resolve(path);
    if (!Files.exists(file)) {
      throw new UserError("there is no " + path + " in " + root());
    }
    return file;
  }
}
