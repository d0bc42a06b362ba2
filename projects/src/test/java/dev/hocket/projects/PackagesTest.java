package dev.hocket.projects;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The packages of all modules, including those of servers and benchmarks. */
class PackagesTest {
  private static final int MOST_TYPES = 40;

  /** Packages with more types than allowed, each with the reason. */
  private static final Map<String, String> LARGE =
      Map.of("dev.hocket.core", "the state of blocks and threads would become public");

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  /** Folders with our sources; {@code target} is beside {@code src}. */
  private static final List<Path> SOURCES = sources();

  private static final JavaClasses ALL = new ClassFileImporter().importPaths(classes());

  @Test
  void everySource_isScanned() throws IOException {
    TreeSet<String> written = new TreeSet<>();
    for (Path sources : SOURCES) {
      for (Path file : javaFiles(sources)) {
        String name = sources.relativize(file).toString().replace('/', '.');
        written.add(name.substring(0, name.length() - ".java".length()));
      }
    }
    TreeSet<String> scanned = new TreeSet<>();
    ALL.forEach(type -> scanned.add(type.getName()));
    written.removeIf(name -> name.endsWith("-info") || scanned.contains(name));
    assertEquals(new TreeSet<>(), written);
    assertTrue(scanned.size() > 2000, "scanned only " + scanned.size() + " classes");
  }

  @Test
  void packages_haveNoCycles() {
    slices().matching("dev.hocket.(**)").should().beFreeOfCycles().check(ALL);
  }

  @Test
  void packages_haveFewTypesOrAReason() {
    Map<String, Long> types =
        ALL.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(type -> !type.getSimpleName().equals("package-info"))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
    types.values().removeIf(count -> count <= MOST_TYPES);
    assertEquals(LARGE.keySet(), types.keySet(), "packages of more than 40 types");
  }

  /** {@code pj} is the older compiler's package, for programs written for it. */
  @Test
  void everyPackage_isBelowOurs() {
    Set<String> elsewhere = new TreeSet<>();
    ALL.forEach(type -> elsewhere.add(type.getPackageName()));
    elsewhere.removeIf(name -> name.startsWith("dev.hocket."));
    assertEquals(Set.of("pj"), elsewhere);
  }

  /** The sources of the modules that are listed in the POM; some have only tests. */
  private static List<Path> sources() {
    try {
      String pom = Files.readString(Workshop.ROOT.resolve("pom.xml"));
      return MODULE
          .matcher(pom)
          .results()
          .map(module -> Workshop.ROOT.resolve(module.group(1)).resolve("src/main/java"))
          .filter(Files::exists)
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<Path> classes() {
    List<Path> classes = new ArrayList<>();
    for (Path sources : SOURCES) {
      Path folder = classesOf(sources);
      assertTrue(Files.exists(folder), folder + " does not exist; compile all modules first");
      classes.add(folder);
    }
    return classes;
  }

  private static Path classesOf(Path sources) {
    return sources.resolve("../../../target/classes").normalize();
  }

  private static List<Path> javaFiles(Path sources) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }
}
