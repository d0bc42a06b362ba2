package dev.hocket.compiler.check.language;

import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.util.ElementFilter;

/** Finds the {@code close()} methods that the end of a try statement calls. */
public final class Resources {
  private Resources() {}

  /**
   * The method that closes a resource, as its type declares it.
   *
   * @param resource the resource's declaration or expression in the head of the statement
   */
  public static Optional<ExecutableElement> close(AttributedUnit unit, TreePath resource) {
    return bounds(unit, unit.trees().getTypeMirror(resource))
        .flatMap(type -> closeOf(unit, type))
        .reduce((one, other) -> overrides(unit, one, other) ? one : other);
  }

  /**
   * The types of the {@code close()} method at the call. A type argument of the resource's type can
   * determine the exceptions.
   */
  public static Stream<ExecutableType> types(AttributedUnit unit, TreePath resource) {
    return bounds(unit, unit.trees().getTypeMirror(resource))
        .flatMap(type ->
            closeOf(unit, type)
                .map(close -> (ExecutableType) unit.types().asMemberOf(type, close)));
  }

  private static Stream<ExecutableElement> closeOf(AttributedUnit unit, DeclaredType type) {
    TypeElement element = (TypeElement) type.asElement();
    return ElementFilter.methodsIn(unit.elements().getAllMembers(element)).stream()
        .filter(m -> m.getSimpleName().contentEquals("close") && m.getParameters().isEmpty());
  }

  /**
   * The classes and interfaces that a type is a subtype of by its declaration; for a type variable,
   * its bounds.
   */
  private static Stream<DeclaredType> bounds(AttributedUnit unit, TypeMirror type) {
    return switch (unit.types().capture(type)) {
      case TypeVariable variable -> bounds(unit, variable.getUpperBound());
      case IntersectionType all -> all.getBounds().stream().flatMap(b -> bounds(unit, b));
      case DeclaredType declared -> Stream.of(declared);
      default -> Stream.empty();
    };
  }

  private static boolean overrides(
      AttributedUnit unit, ExecutableElement one, ExecutableElement other) {
    return unit.types()
        .isSubtype(
            unit.types().erasure(one.getEnclosingElement().asType()),
            unit.types().erasure(other.getEnclosingElement().asType()));
  }
}
