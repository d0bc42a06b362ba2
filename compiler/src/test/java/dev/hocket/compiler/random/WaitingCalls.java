package dev.hocket.compiler.random;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Finds calls in a random program that block their thread although they should be awaited; the
 * trace of the program would not show them.
 */
final class WaitingCalls {
  private static final List<String> HELPERS =
      List.of(
          "anInt",
          "aLong",
          "aDouble",
          "aFloat",
          "aBoolean",
          "aString",
          "fixed",
          "generic",
          "many",
          "aVoid",
          "nested",
          "same",
          "area",
          "deep",
          "late",
          "cancelled");

  private static final List<String> EVENTS = List.of("recv", "send", "sync");

  private WaitingCalls() {}

  /** All such calls in the classes of a folder. */
  static List<String> in(Path folder) throws IOException {
    List<String> calls = new ArrayList<>();
    List<Path> classes;
    try (Stream<Path> files = Files.list(folder)) {
      classes = files.filter(file -> file.toString().endsWith(".class")).toList();
    }
    for (Path file : classes) {
      ClassNode type = new ClassNode();
      new ClassReader(Files.readAllBytes(file)).accept(type, 0);
      for (MethodNode method : type.methods) {
        for (AbstractInsnNode n : method.instructions) {
          if (n instanceof MethodInsnNode call && waits(method, call)) {
            calls.add(type.name + "." + method.name + ": " + call.owner + "." + call.name);
          }
        }
      }
    }
    return calls;
  }

  private static boolean waits(MethodNode method, MethodInsnNode call) {
    if (call.owner.endsWith("/TargetBlocks")) {
      return call.name.startsWith("await") && !passesCoroutine(call);
    }
    if (call.name.startsWith("lambda$")) {
      // The block has become two methods; the target runs the one that blocks.
      return call.name.equals(method.name);
    }
    if (call.name.equals("join") || call.name.equals("get") && call.owner.contains("Trace$")) {
      return call.owner.contains("CompletableFuture") || call.owner.contains("Trace$");
    }
    if (call.owner.startsWith("dev/hocket/events/")) {
      // The process of taken() does wait.
      return EVENTS.contains(call.name)
          && !passesCoroutine(call)
          && !method.name.startsWith("lambda$taken");
    }
    // A twin calls its own plain method by name if that is overridden.
    return call.owner.startsWith("P")
        && HELPERS.contains(call.name)
        && !call.name.equals(method.name)
        && !passesCoroutine(call);
  }

  private static boolean passesCoroutine(MethodInsnNode call) {
    Type[] parameters = Type.getArgumentTypes(call.desc);
    return parameters.length > 0
        && parameters[parameters.length - 1].getClassName().endsWith(".Coroutine");
  }
}
