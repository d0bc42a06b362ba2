package dev.hocket.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoExecutionException;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Compiled classes that {@code java} can start. */
final class MainClasses {
  private MainClasses() {}

  /** Their names, sorted. */
  static List<String> below(Path classes) throws MojoExecutionException {
    if (!Files.isDirectory(classes)) {
      return List.of();
    }
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).sorted().toList()) {
        ClassReader reader = new ClassReader(Files.readAllBytes(file));
        if (hasMain(reader)) {
          found.add(reader.getClassName().replace('/', '.'));
        }
      }
    } catch (IOException e) {
      throw new MojoExecutionException("cannot read the classes in " + classes, e);
    }
    return found;
  }

  private static boolean hasMain(ClassReader reader) {
    MainFinder finder = new MainFinder();
    reader.accept(finder, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return finder.found;
  }

  private static final class MainFinder extends ClassVisitor {
    private boolean found;

    MainFinder() {
      super(Opcodes.ASM9);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      found |=
          name.equals("main")
              && (access & Opcodes.ACC_PRIVATE) == 0
              && (descriptor.equals("([Ljava/lang/String;)V") || descriptor.equals("()V"));
      return null;
    }
  }
}
