package dev.hocket.compiler.attribute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdkFilesTest {
  private static final Set<JavaFileObject.Kind> CLASSES = Set.of(JavaFileObject.Kind.CLASS);

  @ParameterizedTest
  @CsvSource({
    "java.base, java.util, false",
    "java.base, java.util, true",
    "java.desktop, javax.swing, false",
    "java.desktop, java.util, false",
    "java.base, '', false"
  })
  void list_givesJavacsFiles(String module, String packageName, boolean recurse)
      throws IOException {
    StandardJavaFileManager javacs = javacs();
    List<String> expected = names(javacs, module, packageName, recurse);
    assertEquals(expected, names(new JdkFiles(javacs()), module, packageName, recurse));
    assertEquals(expected, names(new JdkFiles(javacs()), module, packageName, recurse));
  }

  @Test
  void list_ofOtherKinds_givesTheirs() throws IOException {
    JdkFiles files = new JdkFiles(javacs());
    assertTrue(list(files, "java.base", "java.util", CLASSES, false).size() > 300);
    Set<JavaFileObject.Kind> sources = Set.of(JavaFileObject.Kind.SOURCE);
    assertEquals(List.of(), list(files, "java.base", "java.util", sources, false));
  }

  @Test
  void list_byAnotherFileManager_givesTheSameObjects() throws IOException {
    JdkFiles files = new JdkFiles(javacs());
    JavaFileObject first = list(files, "java.base", "java.util", CLASSES, false).getFirst();
    files.close();
    JdkFiles others = new JdkFiles(javacs());
    assertSame(first, list(others, "java.base", "java.util", CLASSES, false).getFirst());
  }

  /** As with a JDK other than the running one. */
  @Test
  void list_ofAModuleInAnotherPlace_givesItsFiles(@TempDir Path module) throws IOException {
    Files.createFile(Files.createDirectories(module.resolve("java/util")).resolve("Only.class"));
    assertNotEquals(List.of("java.util.Only"), utilities(List.of()));
    assertEquals(List.of("java.util.Only"), utilities(List.of(module)));
  }

  @Test
  void list_ofAModuleInSeveralPlaces_givesTheFilesOfAll(@TempDir Path module) throws IOException {
    Files.createFile(Files.createDirectories(module.resolve("java/util")).resolve("Only.class"));
    Path own = Path.of(URI.create("jrt:/java.base"));
    List<String> all = new ArrayList<>(utilities(List.of()));
    all.add("java.util.Only");
    assertEquals(all, utilities(List.of(own, module)));
  }

  /** The classes of java.util, if java.base is in these places. */
  private static List<String> utilities(List<Path> places) throws IOException {
    StandardJavaFileManager javacs = javacs();
    if (!places.isEmpty()) {
      javacs.setLocationForModule(StandardLocation.SYSTEM_MODULES, "java.base", places);
    }
    return names(new JdkFiles(javacs), "java.base", "java.util", false);
  }

  private static StandardJavaFileManager javacs() {
    return ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null);
  }

  private static List<String> names(
      JavaFileManager files, String module, String packageName, boolean recurse)
      throws IOException {
    JavaFileManager.Location location = location(files, module);
    return list(files, module, packageName, CLASSES, recurse).stream()
        .map(file -> files.inferBinaryName(location, file))
        .toList();
  }

  private static List<JavaFileObject> list(
      JavaFileManager files,
      String module,
      String packageName,
      Set<JavaFileObject.Kind> kinds,
      boolean recurse)
      throws IOException {
    List<JavaFileObject> all = new ArrayList<>();
    files.list(location(files, module), packageName, kinds, recurse).forEach(all::add);
    return all;
  }

  private static JavaFileManager.Location location(JavaFileManager files, String module)
      throws IOException {
    return files.getLocationForModule(StandardLocation.SYSTEM_MODULES, module);
  }
}
