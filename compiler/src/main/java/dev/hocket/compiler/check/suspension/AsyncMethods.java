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
 * Finds the methods that are async: those with a directive, those whose class files have the mark,
 * those that a library has marked for others to implement, and those that override one of these.
 */
public final class AsyncMethods {
  private static final String MARK = "dev.hocket.directives.Resumable";

  private final Elements elements;
  private final Types types;
  private final Waits waits;
  private final Set<Element> marked = new HashSet<>();

  /** The methods that the files declare. Each async one gets its own twin. */
  private final Set<Element> declared = new HashSet<>();

  private final Map<ExecutableElement, Boolean> known = new HashMap<>();

  public AsyncMethods(Elements elements, Types types) {
    this.elements = elements;
    this.types = types;
    this.waits = new Waits(elements, types);
  }

  /** Adds the methods of a file. All files have to be added before the first query. */
  public void mark(Placement file) {
    file.marked().forEach(path -> marked.add(file.unit().trees().getElement(path)));
    file.methods().forEach(path -> declared.add(file.unit().trees().getElement(path)));
  }

  /** Whether a method is marked async, or overrides one that is. */
  boolean isAsync(ExecutableElement method) {
    Boolean async = known.get(method);
    if (async == null) {
      async = !isOfJava(method) && (isMarked(method) || overridesMarked(method));
      known.put(method, async);
    }
    return async;
  }

  /** Whether a call of a method can be awaited: it is async, or waits and has a twin. */
  boolean isAwaitable(ExecutableElement method) {
    return isAsync(method) || waits.haveTwinOf(method);
  }

  /** Whether a waiting method has a twin in its own class. */
  boolean isMarkedAwaitable(ExecutableElement method) {
    return Waits.isAwaitable(method);
  }

  /**
   * Whether a {@code super} call names a method that another compiler has compiled. It has no twin
   * of its own, and the twin that its class inherits belongs to another method.
   */
  boolean isPlain(Tree call, ExecutableElement method) {
    return SuperCall.is(call) && !declared.contains(method) && !isResumable(method);
  }

  /** Whether the files of this compilation declare a method. */
  boolean isDeclared(ExecutableElement method) {
    return declared.contains(method);
  }

  /** Whether a method has the mark of resumable methods in its class file. */
  static boolean isResumable(ExecutableElement method) {
    return mark(method).isPresent();
  }

  /** Whether a method's class file says that the method itself awaits something. */
  static boolean awaits(ExecutableElement method) {
    return mark(method).filter(mark -> !says(mark, "forwards", false)).isPresent();
  }

  private boolean isMarked(ExecutableElement method) {
    return marked.contains(method)
        || Waits.isAsyncFunction(method)
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
   * Whether a method overrides a marked one, so that calls find a twin. A method outside these
   * files, such as a record's accessor, has no twin of its own: calls find the inherited one only
   * if both methods have the same descriptor.
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
   * @param type the class of the receiver, which declares or inherits the method
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

  /** Whether an element belongs to the JDK. Most calls do, and need no search. */
  private boolean isOfJava(Element element) {
    return isOfJava(elements, element);
  }

  static boolean isOfJava(Elements elements, Element element) {
    return elements.getPackageOf(element).getQualifiedName().toString().startsWith("java.");
  }
}
