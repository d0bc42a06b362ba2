package dev.hocket.cli.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Finds, in class files, the compiled classes that can start a program. */
public final class MainClasses {
  private static final Set<String> DESCRIPTORS = Set.of("([Ljava/lang/String;)V", "()V");

  private MainClasses() {}

  /** The names of top-level classes below a folder that declare a main method, sorted. */
  public static List<String> in(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".class"))
          .map(MainClasses::parse)
          .filter(MainClasses::isTopLevel)
          .filter(type -> type.methods().stream().anyMatch(MainClasses::isMain))
          .map(type -> type.thisClass().asInternalName().replace('/', '.'))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ClassModel parse(Path file) {
    try {
      return ClassFile.of().parse(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isTopLevel(ClassModel type) {
    return type.findAttribute(Attributes.nestHost()).isEmpty();
  }

  private static boolean isMain(MethodModel method) {
    return method.methodName().equalsString("main")
        && DESCRIPTORS.contains(method.methodType().stringValue())
        && !method.flags().has(AccessFlag.PRIVATE)
        && !method.flags().has(AccessFlag.ABSTRACT);
  }
}
