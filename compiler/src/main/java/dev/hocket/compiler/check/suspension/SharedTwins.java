package dev.hocket.compiler.check.suspension;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * Finds async methods that a class or interface inherits from several interfaces and has no twin
 * for. Each interface has a twin, and the JVM cannot choose among them (JVMS 5.4.6), so the class
 * needs its own, which chooses.
 */
final class SharedTwins {
  private final Predicate<ExecutableElement> hasTwin;
  private final Elements elements;
  private final Types types;

  SharedTwins(Predicate<ExecutableElement> hasTwin, Elements elements, Types types) {
    this.hasTwin = hasTwin;
    this.elements = elements;
    this.types = types;
  }

  /** The async methods of a type that need a twin, each as declared by one of the interfaces. */
  List<ExecutableElement> of(TypeElement type) {
    Map<String, List<ExecutableElement>> bySignature = new LinkedHashMap<>();
    for (TypeElement above : above(type)) {
      if (above.getKind().isInterface()) {
        twins(above)
            .forEach(m -> bySignature.computeIfAbsent(signature(m), s -> new ArrayList<>()).add(m));
      }
    }
    return bySignature.values().stream()
        .filter(methods -> methods.stream().filter(m -> isMostSpecific(m, methods)).count() > 1)
        .map(List::getFirst)
        .filter(method -> !isInherited(method, type))
        .toList();
  }

  /** Whether the class or a superclass has a twin of the method. */
  private boolean isInherited(ExecutableElement method, TypeElement type) {
    return Stream.concat(Stream.of(type), above(type).stream())
        .filter(owner -> owner.equals(type) || !owner.getKind().isInterface())
        .flatMap(this::twins)
        .anyMatch(own -> elements.overrides(own, method, type));
  }

  private boolean isMostSpecific(ExecutableElement method, List<ExecutableElement> methods) {
    TypeMirror owner = erasedOwner(method);
    return methods.stream()
        .filter(other -> !other.equals(method))
        .noneMatch(other -> types.isSubtype(erasedOwner(other), owner));
  }

  private TypeMirror erasedOwner(ExecutableElement method) {
    return types.erasure(method.getEnclosingElement().asType());
  }

  private Stream<ExecutableElement> twins(TypeElement type) {
    return ElementFilter.methodsIn(type.getEnclosedElements()).stream()
        .filter(method -> !method.getModifiers().contains(Modifier.STATIC))
        .filter(method -> !method.getModifiers().contains(Modifier.PRIVATE))
        .filter(hasTwin);
  }

  /** A method's name and descriptor, which identify it in class files. */
  private String signature(ExecutableElement method) {
    return method.getSimpleName() + types.erasure(method.asType()).toString();
  }

  /** All classes and interfaces outside the JDK that a type inherits from. */
  private Set<TypeElement> above(TypeElement type) {
    Set<TypeElement> all = new LinkedHashSet<>();
    addAbove(type, all);
    return all;
  }

  private void addAbove(TypeElement type, Set<TypeElement> all) {
    for (TypeMirror above : types.directSupertypes(type.asType())) {
      Element element = types.asElement(above);
      if (element instanceof TypeElement next && !AsyncMethods.isOfJava(elements, next)) {
        if (all.add(next)) {
          addAbove(next, all);
        }
      }
    }
  }
}
