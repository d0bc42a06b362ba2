package dev.hocket.compiler.suggest.library;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.TypeElement;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Knows which classes of libraries may find what others have kept in static fields, as {@code new
 * Session().user()} finds what {@code new Session().login(name)} has kept. A class keeps nothing if
 * its static fields are final, and what they hold cannot change.
 */
public final class LibraryState {
  private static final Set<String> BASES =
      Set.of("java/lang/Object", "java/lang/Enum", "java/lang/Record");

  private final LibraryFiles files;

  /** The static fields with arrays that some method may change. */
  private final Set<String> changedArrays = new HashSet<>();

  /** For each class, those that keep something and to which it leads, if it has been asked for. */
  private final Map<String, Set<String>> keeping = new HashMap<>();

  public LibraryState(LibraryFiles files) {
    this.files = files;
    for (String each : files.names()) {
      ClassFile file = files.get(each);
      if (file != null) {
        changedArrays.addAll(file.changedArrays());
      }
    }
  }

  /** Whether a method of one type may find what a method of the other one has kept. */
  public boolean isShared(TypeElement one, TypeElement other) {
    Set<String> second = keepingFrom(files.nameOf(other));
    return keepingFrom(files.nameOf(one)).stream().anyMatch(second::contains);
  }

  private Set<String> keepingFrom(String name) {
    Set<String> known = keeping.get(name);
    if (known == null) {
      known = new HashSet<>();
      Set<String> seen = new HashSet<>(Set.of(name));
      Deque<String> unseen = new ArrayDeque<>(seen);
      while (!unseen.isEmpty()) {
        String next = unseen.remove();
        if (keeps(next)) {
          known.add(next);
        }
        files.next(next).stream().filter(seen::add).forEach(unseen::add);
      }
      keeping.put(name, known);
    }
    return known;
  }

  private boolean keeps(String name) {
    ClassFile file = files.get(name);
    if (file == null) {
      // What is not among the files is of Java.
      return files.names().contains(name);
    }
    return file.fields().stream()
        .filter(each -> each.is(Opcodes.ACC_STATIC))
        .anyMatch(each ->
            !each.is(Opcodes.ACC_FINAL)
                || changedArrays.contains(name + "." + each.name())
                || mayChange(each.type(), new HashSet<>()));
  }

  private boolean mayChange(Type type, Set<String> asked) {
    return switch (type.getSort()) {
      case Type.ARRAY -> mayChange(type.getElementType(), asked);
      case Type.OBJECT -> !isValue(type) && mayChange(type.getInternalName(), asked);
      default -> false;
    };
  }

  private boolean isValue(Type type) {
    TypeElement element = files.find(type.getInternalName());
    return element != null
        && element.getTypeParameters().isEmpty()
        && Library.jdk().isValue(element.asType())
        && files.moduleOf(element).startsWith("java.");
  }

  /** Whether an object of a library's class, or of one above or below it, may change. */
  private boolean mayChange(String name, Set<String> asked) {
    if (BASES.contains(name) || !asked.add(name)) {
      return false;
    }
    ClassFile file = files.get(name);
    return file == null
        || file.fields().stream()
            .filter(each -> !each.is(Opcodes.ACC_STATIC))
            .anyMatch(each -> !each.is(Opcodes.ACC_FINAL) || mayChange(each.type(), asked))
        || file.above().stream().anyMatch(each -> mayChange(each, asked))
        || files.below(name).stream().anyMatch(each -> mayChange(each, asked));
  }
}
