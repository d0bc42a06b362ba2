package dev.hocket.cli;

import dev.hocket.cli.terminal.Version;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The projects that {@code hocket new} creates. Their files are in the folder src/main/templates.
 */
enum Template {
  PLAIN(List.of("directives"), "Main", "MainTest"),
  SWING(List.of("directives"), "Main", "PrimesPanel", "PrimesPanelTest"),
  SERVER(List.of("directives", "events"), "Main", "Server", "ServerTest");

  /** The package of the templates, which makes them legal Java in this repository. */
  private static final String PACKAGE = "com.example.app";

  private final List<String> libraries;
  private final List<String> classes;

  Template(List<String> libraries, String... classes) {
    this.libraries = libraries;
    this.classes = List.of(classes);
  }

  /** The project's files: the path below its folder, and the content. */
  Map<String, String> files(ProjectName name) {
    Map<String, String> files = new TreeMap<>();
    files.put(".gitignore", text("gitignore"));
    files.put("pom.xml", filled(text("pom.xml"), name));
    files.put("README.md", filled(text("README.md"), name));
    String folder = name.packageName().replace('.', '/');
    for (String type : classes) {
      String root = type.endsWith("Test") ? "src/test/java/" : "src/main/java/";
      String source = text(name().toLowerCase() + "/" + type + ".java");
      files.put(root + folder + "/" + type + ".java", filled(source, name));
    }
    return files;
  }

  private String filled(String text, ProjectName name) {
    return text.replace(PACKAGE, name.packageName())
        .replace("@name@", name.artifact())
        .replace("@version@", Version.ofHocket())
        .replace("@dependencies@", dependencies());
  }

  private String dependencies() {
    StringBuilder dependencies = new StringBuilder();
    for (String library : libraries) {
      dependencies.append(
          """
              <dependency>
                <groupId>dev.hocket</groupId>
                <artifactId>hocket-%s</artifactId>
              </dependency>
          """
              .formatted(library));
    }
    return dependencies.toString();
  }

  private static String text(String file) {
    try (InputStream in = Template.class.getResourceAsStream("templates/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
