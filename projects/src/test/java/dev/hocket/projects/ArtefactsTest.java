package dev.hocket.projects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** The published artefacts: their POMs, and the Java versions that their classes need. */
class ArtefactsTest {
  private static final int JAVA_17 = 61;
  private static final int JAVA_21 = 65;

  private static final Path LICENCES = Workshop.ROOT.resolve("archive/src/main/licences");

  /** The libraries that programs link to. */
  private static final List<String> LIBRARIES =
      List.of("core", "directives", "pyjama", "events", "flow", "tune");

  @Test
  void everyPom_hasTheElementsThatRepositoriesRequire() throws Exception {
    Element root = pom(Workshop.ROOT);
    for (String element : List.of("name", "description", "url", "licenses", "developers", "scm")) {
      assertNotEquals("", text(root, element), element);
    }
    for (Path module : Workshop.publishedModules()) {
      assertNotEquals("", text(pom(module), "name"), module.toString());
      assertNotEquals("", text(pom(module), "description"), module.toString());
    }
  }

  /**
   * The plugin is not a dependency of a program; the bill of materials and the parent have no
   * classes.
   */
  @Test
  void bom_listsEveryPublishedLibrary() throws Exception {
    Set<String> published = new TreeSet<>();
    for (Path module : Workshop.publishedModules()) {
      if (text(pom(module), "packaging").isEmpty()) {
        published.add(text(pom(module), "artifactId"));
      }
    }
    Set<String> listed = new TreeSet<>();
    Element bom = pom(Workshop.ROOT.resolve("bom"));
    var dependencies = bom.getElementsByTagName("dependency");
    for (int i = 0; i < dependencies.getLength(); i++) {
      listed.add(text((Element) dependencies.item(i), "artifactId"));
    }
    assertEquals(published, listed);
  }

  @Test
  void librariesOfPrograms_areForJava21_andUseNoLaterApi() throws Exception {
    for (String library : LIBRARIES) {
      List<String> missing = new ArrayList<>();
      try (ReleaseApi java21 = new ReleaseApi(21)) {
        forEachClass(
            library,
            type -> {
              assertEquals(JAVA_21, type.majorVersion(), type.thisClass().asInternalName());
              missing.addAll(java21.missing(type));
            });
      }
      assertEquals(List.of(), missing, library);
    }
  }

  @Test
  void pluginForMaven_isForJava17() throws Exception {
    forEachClass(
        "maven-plugin",
        type -> assertEquals(JAVA_17, type.majorVersion(), type.thisClass().asInternalName()));
  }

  /** A library in the archive must be in the archive's list of licences. */
  @Test
  void everyLibraryOfTheArchive_isInItsListOfLicences_andHasItsLicenceThere() throws Exception {
    Map<String, String> licences = licencesOfLibraries();
    int libraries = 0;
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(Workshop.ROOT.resolve("cli/target/lib"), "*.jar")) {
      for (Path jar : jars) {
        String name = jar.getFileName().toString().replaceFirst("-[0-9][0-9.]*\\.jar$", "");
        if (!name.startsWith("hocket-")) {
          String licence = licences.get(name);
          assertNotNull(licence, name + " is not in the list");
          // The archive contains Hocket's own licence anyway. For the Eclipse Public License the
          // list says where the sources are.
          assertTrue(
              licence.startsWith("Apache-2.0")
                  || licence.startsWith("Eclipse Public License")
                  || hasLicence(jar, name, licences),
              name + " has no file LICENSE");
          libraries++;
        }
      }
    }
    assertTrue(libraries > 5, "found " + libraries);
  }

  /** Reads the rows of the list: names, then, after two or more spaces, their licence. */
  private static Map<String, String> licencesOfLibraries() throws IOException {
    String list = Files.readString(LICENCES.resolve("README.txt"));
    Map<String, String> licences = new LinkedHashMap<>();
    for (String row : list.replaceAll(",\\n\\s+", ", ").split("\n")) {
      String[] parts = row.strip().split(" {2,}");
      if (row.startsWith("  ") && parts.length == 2) {
        List.of(parts[0].split(", ")).forEach(name -> licences.put(name, parts[1]));
      }
    }
    return licences;
  }

  /** Whether the licence is in the library's jar, or in the folder of a library of the same row. */
  private static boolean hasLicence(Path jar, String name, Map<String, String> licences)
      throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      boolean inside =
          file.stream().anyMatch(entry -> entry.getName().matches("META-INF/.*LICENSE.*"));
      return inside
          || licences.keySet().stream()
              .filter(other -> licences.get(other).equals(licences.get(name)))
              .anyMatch(other ->
                  name.startsWith(other) && Files.exists(LICENCES.resolve(other + "/LICENSE")));
    }
  }

  private static void forEachClass(String module, Consumer<ClassModel> test) throws IOException {
    int classes = 0;
    try (JarFile jar = new JarFile(Workshop.jar(module).toFile())) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        if (entry.getName().endsWith(".class")) {
          try (InputStream in = jar.getInputStream(entry)) {
            test.accept(ClassFile.of().parse(in.readAllBytes()));
          }
          classes++;
        }
      }
    }
    assertTrue(classes > 1, module + " has " + classes + " classes");
  }

  private static Element pom(Path module) throws Exception {
    Path file = module.resolve("pom.xml");
    try (InputStream in = Files.newInputStream(file)) {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(in)
          .getDocumentElement();
    }
  }

  /** The text of a direct child, or an empty string. */
  private static String text(Element parent, String name) {
    for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child.getNodeName().equals(name)) {
        return child.getTextContent().strip();
      }
    }
    return "";
  }
}
