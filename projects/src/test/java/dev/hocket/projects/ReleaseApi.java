package dev.hocket.projects;

import com.sun.source.util.JavacTask;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The API of the JDK in a release, as known to javac's option {@code --release}. */
final class ReleaseApi implements AutoCloseable {
  private final StandardJavaFileManager files;
  private final JavacTask task;
  private final Types types;
  private final Map<String, Boolean> known = new HashMap<>();

  ReleaseApi(int release) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    files = compiler.getStandardFileManager(null, null, null);
    List<String> options = List.of("--release", Integer.toString(release), "-proc:none");
    task =
        (JavacTask) compiler.getTask(null, files, null, options, List.of("java.lang.Object"), null);
    types = task.getTypes();
  }

  /** The members of JDK classes that a class refers to and the release does not have. */
  List<String> missing(ClassModel user) {
    List<String> missing = new ArrayList<>();
    for (PoolEntry entry : user.constantPool()) {
      if (entry instanceof MemberRefEntry member) {
        String owner = member.owner().asInternalName();
        String name = member.name().stringValue();
        boolean ofJdk = owner.matches("(java|javax|jdk)/.*");
        if (ofJdk && !known.computeIfAbsent(owner + " " + name, any -> has(owner, name))) {
          missing.add(user.thisClass().asInternalName() + " uses " + owner + "." + name);
        }
      }
    }
    return missing;
  }

  /** Compares methods by name only; javac itself refuses overloads that came later. */
  private boolean has(String owner, String name) {
    TypeElement type = task.getElements().getTypeElement(owner.replaceAll("[/$]", "."));
    if (type == null) {
      return false;
    }
    Deque<TypeElement> open = new ArrayDeque<>(List.of(type));
    while (!open.isEmpty()) {
      TypeElement next = open.pop();
      for (Element member : next.getEnclosedElements()) {
        if (member.getSimpleName().contentEquals(name)) {
          return true;
        }
      }
      for (TypeMirror parent : types.directSupertypes(next.asType())) {
        open.push((TypeElement) ((DeclaredType) parent).asElement());
      }
    }
    return false;
  }

  @Override
  public void close() throws java.io.IOException {
    files.close();
  }
}
