package dev.hocket.compiler.suggest.library;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/**
 * Knows which classes of libraries may run events before one of their methods returns, as {@code
 * Dialogs.ask()} or {@code Loop.pump()} do. A class does not if its class file, and those of all
 * classes to which it leads, use no class of a toolkit but those that {@code jdk.txt} lists as
 * {@code loopless}.
 */
public final class EventLoops {
  private final LibraryFiles files;
  private final Predicate<TypeMirror> isWindow;

  /** The classes that may run events. */
  private final Set<String> running = new HashSet<>();

  /**
   * Looks for such classes.
   *
   * @param isWindow whether the methods of a type of a toolkit may run events, whatever is listed
   */
  public EventLoops(LibraryFiles files, Predicate<TypeMirror> isWindow) {
    this.files = files;
    this.isWindow = isWindow;
    files.names().stream().filter(this::mayRunItself).forEach(running::add);
    Map<String, Set<String>> leadingTo = new HashMap<>();
    for (String name : files.names()) {
      files
          .next(name)
          .forEach(each -> leadingTo.computeIfAbsent(each, key -> new HashSet<>()).add(name));
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
    return running.contains(files.nameOf(type));
  }

  /** Whether any method of the libraries may run events. */
  public boolean mayRun() {
    return !running.isEmpty();
  }

  private boolean mayRunItself(String name) {
    ClassFile file = files.get(name);
    return file == null || file.used().stream().anyMatch(this::isOfToolkit);
  }

  /** Whether a class is one of a toolkit that is not known to run no events. */
  private boolean isOfToolkit(String name) {
    TypeElement type = files.find(name);
    if (type == null) {
      return name.startsWith("sun/") || name.startsWith("com/sun/");
    }
    boolean isOfToolkit = files.moduleOf(type).equals("java.desktop") || name.startsWith("javafx/");
    return isOfToolkit && (!Library.jdk().isLoopless(type) || isWindow.test(type.asType()));
  }
}
