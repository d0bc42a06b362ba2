package dev.hocket.flow.state;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.lang.module.InvalidModuleDescriptorException;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.net.URL;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Finds the class files of a program through a class loader, but not those of the JDK. */
final class ClassFiles {
  private final ClassLoader loader;

  /** The descriptor of the annotation that promises that a method only reads. */
  private final String readOnly;

  private final Map<String, ClassNode> classes = new HashMap<>();
  private final Map<String, Optional<String>> places = new HashMap<>();

  /** For each folder or jar, the module that it is. */
  private final Map<String, String> modules = new HashMap<>();

  ClassFiles(ClassLoader loader, Class<? extends Annotation> readOnly) {
    this.loader = loader;
    this.readOnly = Type.getDescriptor(readOnly);
  }

  /**
   * Finds the class or interface that declares a method, from a type upwards; null if it has no
   * class file.
   */
  ClassNode declaring(String type, String name, String desc) {
    ClassNode node = type == null || StateTypes.isOfJdk(type) ? null : read(type);
    if (node == null || method(node, name, desc) != null) {
      return node;
    }
    ClassNode found = declaring(node.superName, name, desc);
    for (int i = 0; found == null && i < node.interfaces.size(); i++) {
      found = declaring(node.interfaces.get(i), name, desc);
    }
    return found;
  }

  /** Returns whether a subclass may override this method; true if not known. */
  boolean isOverridable(String owner, String name, String desc) {
    ClassNode node = declaring(owner, name, desc);
    ClassNode type = find(owner);
    return node == null
        || type == null
        || (type.access & Opcodes.ACC_FINAL) == 0
            && (method(node, name, desc).access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL)) == 0;
  }

  /**
   * Returns the final classes that the objects of a sealed type, such as an enum whose constants
   * have code of their own, may have; empty if others are possible.
   */
  Set<String> kinds(String type) {
    Set<String> kinds = new LinkedHashSet<>();
    return addKinds(type, kinds) ? kinds : Set.of();
  }

  private boolean addKinds(String type, Set<String> kinds) {
    ClassNode node = find(type);
    if (node == null) {
      return false;
    }
    if ((node.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) == 0) {
      kinds.add(type);
    }
    return (node.access & Opcodes.ACC_FINAL) != 0
        || node.permittedSubclasses != null
            && node.permittedSubclasses.stream().allMatch(kind -> addKinds(kind, kinds));
  }

  /** Finds the class files of a type and of all types above it, as far as there are any. */
  Set<ClassNode> above(String type) {
    Set<ClassNode> found = new LinkedHashSet<>();
    addAbove(type, found);
    return found;
  }

  private void addAbove(String type, Set<ClassNode> found) {
    ClassNode node = type == null ? null : find(type);
    if (node != null && found.add(node)) {
      addAbove(node.superName, found);
      node.interfaces.forEach(one -> addAbove(one, found));
    }
  }

  /** Returns whether a static field of a type of the program may get another value. */
  boolean isVariable(String owner, String field) {
    ClassNode node = find(owner);
    return node != null
        && node.fields.stream()
            .anyMatch(one -> one.name.equals(field) && (one.access & Opcodes.ACC_FINAL) == 0);
  }

  /** Finds the class file of a type of the program; null if there is none. */
  ClassNode find(String type) {
    return StateTypes.isOfJdk(type) ? null : read(type);
  }

  /** Returns whether two class files are found, in two folders or jars. */
  boolean isElsewhere(String type, String other) {
    Optional<String> place = place(type);
    Optional<String> otherPlace = place(other);
    return place.isPresent() && otherPlace.isPresent() && !place.equals(otherPlace);
  }

  /** Finds the folder or jar of a class file. */
  private Optional<String> place(String type) {
    return places.computeIfAbsent(
        type,
        name -> {
          String file = name + ".class";
          URL found = loader == null ? null : loader.getResource(file);
          return Optional.ofNullable(found)
              .map(URL::toString)
              .map(url -> url.substring(0, url.length() - file.length()));
        });
  }

  /** Returns the module whose folder or jar has a class file, with slashes; empty for none. */
  String module(String type) {
    return place(type).map(in -> modules.computeIfAbsent(in, ClassFiles::moduleIn)).orElse("");
  }

  private static String moduleIn(String place) {
    try (InputStream in = URI.create(place + "module-info.class").toURL().openStream()) {
      return ModuleDescriptor.read(in).name().replace('.', '/');
    } catch (IOException | IllegalArgumentException | InvalidModuleDescriptorException e) {
      return "";
    }
  }

  static MethodNode method(ClassNode in, String name, String desc) {
    return in.methods.stream()
        .filter(m -> m.name.equals(name) && m.desc.equals(desc))
        .findFirst()
        .orElse(null);
  }

  /** Returns whether a method is marked as an asynchronous function. */
  static boolean isAsync(MethodNode method) {
    return method.visibleAnnotations != null
        && method.visibleAnnotations.stream()
            .filter(annotation -> annotation.values != null)
            .anyMatch(annotation -> {
              int name = annotation.values.indexOf("async");
              return name >= 0 && annotation.values.get(name + 1).equals(true);
            });
  }

  private ClassNode read(String name) {
    if (!classes.containsKey(name)) {
      classes.put(name, readNew(name));
    }
    return classes.get(name);
  }

  private ClassNode readNew(String name) {
    try (InputStream in = loader == null ? null : loader.getResourceAsStream(name + ".class")) {
      if (in == null) {
        return null;
      }
      ClassNode node = new ClassNode();
      new ClassReader(in).accept(node, ClassReader.SKIP_FRAMES);
      return node;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns whether a parameter, or the whole method, is marked as one that only reads.
   *
   * @param parameter the parameter's number; -1 for the object
   */
  boolean isReadOnly(String owner, String name, String desc, int parameter) {
    ClassNode in = declaring(owner, name, desc);
    if (in == null) {
      return false;
    }
    MethodNode method = method(in, name, desc);
    List<AnnotationNode>[] parameters = method.visibleParameterAnnotations;
    return isReadOnly(method.visibleAnnotations)
        || parameter >= 0
            && parameters != null
            && parameter < parameters.length
            && isReadOnly(parameters[parameter]);
  }

  private boolean isReadOnly(List<AnnotationNode> annotations) {
    return annotations != null && annotations.stream().anyMatch(a -> a.desc.equals(readOnly));
  }
}
