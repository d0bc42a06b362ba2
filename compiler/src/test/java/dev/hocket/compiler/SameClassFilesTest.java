package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.commons.InstructionAdapter;
import org.objectweb.asm.tree.ClassNode;
import pj.Pyjama;

/** Hocket compiles sources without directives to the same class files as javac. */
class SameClassFilesTest {
  @TempDir Path folder;

  /**
   * Hocket's own sources have no directives, so its class files must equal javac's byte for byte.
   */
  @Test
  void corpusWithoutDirectives_givesJavacsClassFiles() throws IOException {
    List<String> files = new ArrayList<>();
    for (String module : List.of("core", "directives", "compiler")) {
      Path sources = Harness.repository().resolve(module).resolve("src/main/java/dev");
      try (Stream<Path> all = Files.walk(sources)) {
        all.filter(f -> f.toString().endsWith(".java")).forEach(f -> files.add(f.toString()));
      }
    }
    assertTrue(files.size() > 50, "enough files: " + files.size());
    for (String how : List.of("javac", "hocket", "twice")) {
      List<String> arguments = new ArrayList<>(List.of("-g", "-d", folder.resolve(how).toString()));
      arguments.addAll(List.of("-cp", libraries()));
      arguments.addAll(files);
      Path emitted = how.equals("twice") ? folder.resolve("emitted") : null;
      HocketCompiler.Options options = new HocketCompiler.Options(emitted, false, false);
      assertEquals(
          new Harness.Compiled(0, ""),
          how.equals("javac") ? Harness.javac(arguments) : Harness.run(arguments, options));
    }
    for (Path expected : classFiles(folder.resolve("javac"))) {
      String name = folder.resolve("javac").relativize(expected).toString();
      byte[] bytes = Files.readAllBytes(expected);
      assertArrayEquals(bytes, Files.readAllBytes(folder.resolve("hocket").resolve(name)), name);
      assertArrayEquals(bytes, Files.readAllBytes(folder.resolve("twice").resolve(name)), name);
    }
  }

  static List<Path> sourceJars() throws IOException {
    return Harness.list(Harness.repository().resolve("compiler/target/corpus"), ".jar");
  }

  /** A file with directives beside the jar's sources makes Hocket examine every other file, too. */
  @ParameterizedTest
  @MethodSource("sourceJars")
  void sourceJar_besideAFileWithDirectives_givesJavacsClassFiles(Path jar) throws IOException {
    List<String> files = unpack(jar, folder.resolve("sources"));
    assertTrue(files.size() > 100, "enough files: " + files.size());
    String directives =
        """
        class WithDirectives {
          //#omp async
          static void handler() {
            //#omp target virtual(worker) await
            System.out.println();
          }
        }
        """;
    files.add(
        Files.writeString(folder.resolve("sources/WithDirectives.java"), directives).toString());
    for (String how : List.of("javac", "hocket")) {
      List<String> arguments =
          new ArrayList<>(List.of("-Xlint:none", "-g", "-nowarn", "-proc:none", "-d"));
      arguments.add(folder.resolve(how).toString());
      arguments.addAll(files);
      HocketCompiler.Options options = new HocketCompiler.Options(null, false, false);
      Harness.Compiled compiled =
          how.equals("javac") ? Harness.javac(arguments) : Harness.run(arguments, options);
      assertEquals(0, compiled.exit(), compiled.output());
    }
    for (Path expected : classFiles(folder.resolve("javac"))) {
      String name = folder.resolve("javac").relativize(expected).toString();
      boolean same =
          Arrays.equals(
              Files.readAllBytes(expected),
              Files.readAllBytes(folder.resolve("hocket").resolve(name)));
      assertEquals(!name.startsWith("WithDirectives"), same, name);
    }
  }

  private static List<String> unpack(Path jar, Path target) throws IOException {
    List<String> files = new ArrayList<>();
    try (FileSystem zip = FileSystems.newFileSystem(jar);
        Stream<Path> all = Files.walk(zip.getPath("/"))) {
      for (Path file : all.filter(f -> f.toString().endsWith(".java")).toList()) {
        Path copy = target.resolve(file.toString().substring(1));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
        files.add(copy.toString());
      }
    }
    return files;
  }

  /** The libraries that the corpus itself needs. */
  private static String libraries() {
    return Stream.of(ClassVisitor.class, ClassNode.class, InstructionAdapter.class, Pyjama.class)
        .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static List<Path> classFiles(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(f -> f.toString().endsWith(".class")).toList();
    }
  }
}
