package dev.hocket.compiler.check.suspension;

import com.sun.source.tree.Tree;
import dev.hocket.compiler.check.language.SuperCall;
import dev.hocket.compiler.check.place.Placement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * Which methods can be suspended: those that a directive marks, those whose class files say so, and
 * what overrides them.
 */
public final class AsyncMethods {
  private static final String MARK = "dev.hocket.directives.Resumable";

  private final Elements elements;
  private final Types types;
  private final Set<Element> marked = new HashSet<>();

  /** The methods that the files declare; each async one gets a twin of its own. */
  private final Set<Element> declared = new HashSet<>();

  private final Map<ExecutableElement, Boolean> known = new HashMap<>();

  public AsyncMethods(Elements elements, Types types) {
    this.elements = elements;
    this.types = types;
  }

  /** Adds the methods of a file. All files have to be added before the first query. */
  public void mark(Placement file) {
    file.marked().forEach(path -> marked.add(file.unit().trees().getElement(path)));
    file.methods().forEach(path -> declared.add(file.unit().trees().getElement(path)));
  }

  /** Whether a method is marked, or overrides one that is. */
  boolean isAsync(ExecutableElement method) {
    Boolean async = known.get(method);
    if (async == null) {
      async = !isOfJava(method) && (isMarked(method) || overridesMarked(method));
      known.put(method, async);
    }
    return async;
  }

  /**
   * Whether a call by {@code super} means a method that another compiler has compiled: that has no
   * twin, and the one that its class inherits is the twin of another method.
   */
  boolean isPlain(Tree call, ExecutableElement method) {
    return SuperCall.is(call) && !declared.contains(method) && !isResumable(method);
  }

  /** Whether the files of this compilation declare a method. */
  boolean isDeclared(ExecutableElement method) {
    return declared.contains(method);
  }

  /** Whether the class file of a method without a mark says that it can be suspended. */
  static boolean isResumable(ExecutableElement method) {
    return mark(method).isPresent();
  }

  /** Whether the class file of a method without a mark says that it awaits something itself. */
  static boolean awaits(ExecutableElement method) {
    return mark(method).filter(mark -> !says(mark, "forwards", false)).isPresent();
  }

  private boolean isMarked(ExecutableElement method) {
    return marked.contains(method)
        || mark(method).filter(mark -> says(mark, "async", true)).isPresent();
  }

  private static Optional<? extends AnnotationMirror> mark(ExecutableElement method) {
    return method.getAnnotationMirrors().stream()
        .filter(mark -> mark.getAnnotationType().toString().equals(MARK))
        .findFirst();
  }

  private static boolean says(AnnotationMirror mark, String element, boolean ifUnsaid) {
    return mark.getElementValues().entrySet().stream()
        .filter(value -> value.getKey().getSimpleName().contentEquals(element))
        .map(value -> (Boolean) value.getValue().getValue())
        .findFirst()
        .orElse(ifUnsaid);
  }

  /**
   * The accessor that javac makes for a record, and the method that another compiler has compiled,
   * have no twin of their own: a call finds the inherited one, if class files name both alike.
   */
  private boolean overridesMarked(ExecutableElement method) {
    return method.getEnclosingElement() instanceof TypeElement owner
        && overridden(method, owner)
            .filter(this::isMarked)
            .anyMatch(other -> declared.contains(method) || isSameInClassFiles(method, other));
  }

  private boolean isSameInClassFiles(ExecutableElement one, ExecutableElement other) {
    return types.isSameType(types.erasure(one.asType()), types.erasure(other.asType()));
  }

  /**
   * The methods outside the JDK that a method overrides or implements.
   *
   * @param type the class whose objects are asked: it has the method, perhaps by inheritance
   */
  Stream<ExecutableElement> overridden(ExecutableElement method, TypeElement type) {
    boolean overrides =
        !method.getModifiers().contains(Modifier.STATIC)
            && !method.getModifiers().contains(Modifier.PRIVATE);
    return overrides ? overridden(method, type, type.asType()) : Stream.empty();
  }

  private Stream<ExecutableElement> overridden(
      ExecutableElement method, TypeElement origin, TypeMirror type) {
    return types.directSupertypes(type).stream()
        .filter(above -> !isOfJava(types.asElement(above)))
        .flatMap(above ->
            Stream.concat(
                types.asElement(above).getEnclosedElements().stream()
                    .filter(member -> member.getSimpleName().equals(method.getSimpleName()))
                    .filter(ExecutableElement.class::isInstance)
                    .map(ExecutableElement.class::cast)
                    .filter(other -> !other.equals(method))
                    .filter(other -> elements.overrides(method, other, origin)),
                overridden(method, origin, above)));
  }

  /** Most calls go to packages of the JDK, which need no search. */
  private boolean isOfJava(Element element) {
    return isOfJava(elements, element);
  }

  static boolean isOfJava(Elements elements, Element element) {
    return elements.getPackageOf(element).getQualifiedName().toString().startsWith("java.");
  }
}
