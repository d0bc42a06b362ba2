package dev.hocket.compiler.resume;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.directives.Resumed;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Runs the pass on foreign code: every call in the JDK's own classes is awaited. */
class CorpusTest {
  private static final boolean LONG = Boolean.getBoolean("hocket.long");

  @Test
  void everyCall_canBeASuspensionPoint() throws IOException {
    Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules");
    List<String> errors = new ArrayList<>();
    int translated = 0;
    Path folder = modules.resolve(LONG ? "java.base/java" : "java.base/java/util");
    try (Stream<Path> files = Files.walk(folder, LONG ? Integer.MAX_VALUE : 1)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        byte[] marked = withMarks(Files.readAllBytes(file));
        try {
          byte[] resumable = Lowered.resumable(marked);
          translated += resumable == marked ? 0 : 1;
          ClassFile.of().verify(resumable).forEach(e -> errors.add(file + ": " + e.getMessage()));
        } catch (RefusedMethodException e) {
          // No real program has that many points.
        } catch (RuntimeException e) {
          throw new AssertionError(file.toString(), e);
        }
      }
    }
    assertEquals(List.of(), errors);
    assertTrue(translated > 200, "translated only " + translated);
  }

  private static byte[] withMarks(byte[] classFile) {
    ClassNode type = new ClassNode();
    new ClassReader(classFile).accept(type, ClassReader.EXPAND_FRAMES);
    type.methods.stream().filter(CorpusTest::maySuspend).forEach(CorpusTest::mark);
    ClassWriter writer = new ClassWriter(0);
    type.accept(writer);
    return writer.toByteArray();
  }

  private static boolean maySuspend(MethodNode method) {
    return !method.name.startsWith("<")
        && !method.name.startsWith("access$")
        && (method.access & (Opcodes.ACC_BRIDGE | Opcodes.ACC_SYNCHRONIZED)) == 0
        && Arrays.stream(method.instructions.toArray())
            .noneMatch(n -> n.getOpcode() == Opcodes.MONITORENTER);
  }

  private static void mark(MethodNode method) {
    for (AbstractInsnNode n : method.instructions.toArray()) {
      if (n instanceof MethodInsnNode call && !call.name.equals("<init>")) {
        method.instructions.insert(
            n,
            new MethodInsnNode(
                Opcodes.INVOKESTATIC, Type.getInternalName(Resumed.class), "awaited", "()V"));
      }
    }
  }
}
