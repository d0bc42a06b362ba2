package dev.hocket.compiler.suggest.library;

import dev.hocket.compiler.suggest.trees.Sources;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.tools.JavaFileObject;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Knows which classes of libraries may run events before one of their methods returns, as {@code
 * Dialogs.ask()} or {@code Loop.pump()} do. A class does not if its class file, and those of all
 * classes to which it leads, use no class of a toolkit but those that {@code jdk.txt} lists as
 * {@code loopless}. A class leads to those that it uses, and to those below it, whose methods a
 * call of its own may run.
 */
public final class EventLoops {
  private final Sources program;
  private final Predicate<TypeMirror> isWindow;

  /** For each class, those that lead to it. */
  private final Map<String, Set<String>> leadingTo = new HashMap<>();

  /** Where the class files are that have been read or are to be read. */
  private final Map<String, URI> files = new HashMap<>();

  private final Deque<String> unread = new ArrayDeque<>();

  /** The classes that may run events. */
  private final Set<String> running = new HashSet<>();

  /**
   * Reads the class files of libraries.
   *
   * @param program its sources
   * @param types the types of libraries that the program names
   * @param isWindow whether the methods of a type of a toolkit may run events, whatever is listed
   */
  public EventLoops(Sources program, List<TypeElement> types, Predicate<TypeMirror> isWindow) {
    this.program = program;
    this.isWindow = isWindow;
    types.forEach(this::add);
    while (!unread.isEmpty()) {
      read(unread.remove());
    }
    Deque<String> found = new ArrayDeque<>(running);
    while (!found.isEmpty()) {
      leadingTo.getOrDefault(found.remove(), Set.of()).stream()
          .filter(running::add)
          .forEach(found::add);
    }
  }

  /** Whether a method of a type of a library may run events. */
  public boolean mayRun(TypeElement type) {
    return running.contains(nameOf(type));
  }

  /** Whether any method of the libraries may run events. */
  public boolean mayRun() {
    return !running.isEmpty();
  }

  private String nameOf(TypeElement type) {
    return program.elements().getBinaryName(type).toString().replace('.', '/');
  }

  private void add(TypeElement type) {
    JavaFileObject file = program.elements().getFileObjectOf(type);
    // The class of arrays has none.
    if (file != null) {
      add(nameOf(type), file.toUri());
    }
  }

  private void add(String name, URI file) {
    if (files.putIfAbsent(name, file) == null) {
      unread.add(name);
    }
  }

  private void read(String name) {
    ClassReader file;
    try {
      URLConnection connection = files.get(name).toURL().openConnection();
      connection.setUseCaches(false);
      try (InputStream bytes = connection.getInputStream()) {
        file = new ClassReader(bytes);
      }
    } catch (IOException | IllegalArgumentException e) {
      running.add(name); // Nothing is known of it.
      return;
    }
    for (String each : usedBy(file)) {
      if (mayRunItself(each)) {
        running.add(name);
      } else if (locate(name, each)) {
        leadingTo.computeIfAbsent(each, key -> new HashSet<>()).add(name);
      }
    }
    List<String> above = new ArrayList<>(List.of(file.getInterfaces()));
    above.add(file.getSuperName());
    above.forEach(each -> leadingTo.computeIfAbsent(name, key -> new HashSet<>()).add(each));
  }

  /** The classes whose methods a class calls or passes on, or of which it makes objects. */
  private static Set<String> usedBy(ClassReader file) {
    Set<String> used = new HashSet<>();
    MethodVisitor code =
        new MethodVisitor(Opcodes.ASM9) {
          @Override
          public void visitMethodInsn(
              int opcode, String owner, String name, String type, boolean isInterface) {
            used.add(owner);
          }

          @Override
          public void visitInvokeDynamicInsn(
              String name, String type, Handle maker, Object... arguments) {
            Arrays.stream(arguments).forEach(this::visitLdcInsn);
          }

          @Override
          public void visitLdcInsn(Object constant) {
            switch (constant) {
              case Handle handle -> used.add(handle.getOwner());
              case Type type when type.getSort() == Type.OBJECT -> used.add(type.getInternalName());
              default -> {}
            }
          }
        };
    file.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String type, String signature, String[] exceptions) {
            return code;
          }
        },
        ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    used.removeIf(each -> each.startsWith("["));
    return used;
  }

  /** Whether a class is one of a toolkit that is not known to run no events. */
  private boolean mayRunItself(String name) {
    TypeElement type = find(name);
    if (type == null) {
      return name.startsWith("sun/") || name.startsWith("com/sun/");
    }
    boolean isOfToolkit = moduleOf(type).equals("java.desktop") || name.startsWith("javafx/");
    return isOfToolkit && (!Library.jdk().isLoopless(type) || isWindow.test(type.asType()));
  }

  /** Finds the class file of a library's class; none of Java is one, and none that is not there. */
  private boolean locate(String from, String name) {
    TypeElement type = find(name);
    if (type == null) {
      String file = files.get(from).toString();
      int folder = from.lastIndexOf('/') + 1;
      if (name.startsWith(from.substring(0, folder)) && name.indexOf('/', folder) < 0) {
        String around = file.substring(0, file.length() - ".class".length() - from.length());
        add(name, URI.create(around + name + ".class"));
        return true;
      }
      return false;
    }
    if (moduleOf(type).matches("(?:java|jdk)\\..*") || name.startsWith("javafx/")) {
      return false;
    }
    add(type);
    return true;
  }

  private TypeElement find(String name) {
    return program.elements().getTypeElement(name.replace('/', '.').replace('$', '.'));
  }

  private String moduleOf(TypeElement type) {
    ModuleElement module = program.elements().getModuleOf(type);
    return module == null ? "" : module.getQualifiedName().toString();
  }
}
