package dev.hocket.compiler.suggest.library;

import dev.hocket.compiler.suggest.trees.Sources;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.tools.JavaFileObject;
import org.objectweb.asm.ClassReader;

/**
 * The class files of the libraries that a program uses. A class leads to those that it uses, to
 * those above it, and to those below it, whose methods a call of its own may run.
 */
public final class LibraryFiles {
  private final Sources program;

  /** Where the class files are that have been read or are to be read. */
  private final Map<String, URI> files = new HashMap<>();

  private final Deque<String> unread = new ArrayDeque<>();
  private final Map<String, ClassFile> classes = new HashMap<>();

  /** For each class, those of libraries to which it leads. */
  private final Map<String, Set<String>> leadsTo = new HashMap<>();

  /** For each class, those that extend it. */
  private final Map<String, Set<String>> below = new HashMap<>();

  /**
   * Reads class files.
   *
   * @param program the program that uses the libraries
   * @param types the types of libraries that the program names
   */
  public LibraryFiles(Sources program, List<TypeElement> types) {
    this.program = program;
    types.forEach(this::add);
    while (!unread.isEmpty()) {
      read(unread.remove());
    }
  }

  /** The names of all classes, also of those that could not be read. */
  Set<String> names() {
    return files.keySet();
  }

  /** What is in a class file; null if it could not be read. */
  ClassFile get(String name) {
    return classes.get(name);
  }

  /** The classes to which one leads directly. */
  Set<String> next(String name) {
    return leadsTo.getOrDefault(name, Set.of());
  }

  /** The classes that extend one directly. */
  Set<String> below(String name) {
    return below.getOrDefault(name, Set.of());
  }

  String nameOf(TypeElement type) {
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
    ClassFile file;
    try {
      URLConnection connection = files.get(name).toURL().openConnection();
      connection.setUseCaches(false);
      try (InputStream bytes = connection.getInputStream()) {
        file = ClassFile.of(new ClassReader(bytes));
      }
    } catch (IOException | IllegalArgumentException e) {
      return; // Nothing is known of it.
    }
    classes.put(name, file);
    file.used().stream().filter(each -> locate(name, each)).forEach(each -> lead(name, each));
    for (String each : file.above()) {
      lead(each, name);
      lead(name, each);
      below.computeIfAbsent(each, key -> new HashSet<>()).add(name);
    }
  }

  private void lead(String from, String to) {
    leadsTo.computeIfAbsent(from, key -> new HashSet<>()).add(to);
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

  TypeElement find(String name) {
    return program.elements().getTypeElement(name.replace('/', '.').replace('$', '.'));
  }

  String moduleOf(TypeElement type) {
    ModuleElement module = program.elements().getModuleOf(type);
    return module == null ? "" : module.getQualifiedName().toString();
  }
}
