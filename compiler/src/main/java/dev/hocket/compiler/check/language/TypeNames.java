package dev.hocket.compiler.check.language;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.PrimitiveType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.SimpleTypeVisitor14;

/** Writes types as fully qualified Java source. Some types have no name there. */
public final class TypeNames extends SimpleTypeVisitor14<Optional<String>, Void> {
  private static final TypeNames VISITOR = new TypeNames();

  private TypeNames() {
    super(Optional.empty());
  }

  /**
   * The name of a type; empty for anonymous classes, captured wildcards, intersections and types
   * that contain one of these.
   */
  public static Optional<String> of(TypeMirror type) {
    return VISITOR.visit(type);
  }

  @Override
  public Optional<String> visitPrimitive(PrimitiveType type, Void unused) {
    return Optional.of(type.getKind().name().toLowerCase(Locale.ROOT));
  }

  @Override
  public Optional<String> visitArray(ArrayType type, Void unused) {
    return visit(type.getComponentType()).map(component -> component + "[]");
  }

  @Override
  public Optional<String> visitTypeVariable(TypeVariable type, Void unused) {
    String name = type.asElement().getSimpleName().toString();
    return Optional.of(name).filter(SourceVersion::isIdentifier);
  }

  @Override
  public Optional<String> visitWildcard(WildcardType type, Void unused) {
    if (type.getExtendsBound() != null) {
      return visit(type.getExtendsBound()).map(bound -> "? extends " + bound);
    }
    if (type.getSuperBound() != null) {
      return visit(type.getSuperBound()).map(bound -> "? super " + bound);
    }
    return Optional.of("?");
  }

  @Override
  public Optional<String> visitDeclared(DeclaredType type, Void unused) {
    TypeElement element = (TypeElement) type.asElement();
    Optional<String> name = nameOf(type, element);
    List<Optional<String>> arguments = type.getTypeArguments().stream().map(this::visit).toList();
    if (name.isEmpty() || arguments.stream().anyMatch(Optional::isEmpty)) {
      return Optional.empty();
    }
    return Optional.of(
        arguments.isEmpty()
            ? name.get()
            : arguments.stream()
                .map(Optional::get)
                .collect(Collectors.joining(", ", name.get() + "<", ">")));
  }

  private Optional<String> nameOf(DeclaredType type, TypeElement element) {
    String simple = element.getSimpleName().toString();
    if (simple.isEmpty()) {
      return Optional.empty();
    }
    if (element.getNestingKind() == NestingKind.LOCAL) {
      return Optional.of(simple);
    }
    boolean inner =
        element.getEnclosingElement().getKind() != ElementKind.PACKAGE
            && !element.getModifiers().contains(Modifier.STATIC);
    if (inner && type.getEnclosingType().getKind() == TypeKind.DECLARED) {
      DeclaredType enclosing = (DeclaredType) type.getEnclosingType();
      return enclosing.getTypeArguments().isEmpty()
          ? Optional.of(plainName(element))
          : visit(enclosing).map(outer -> outer + "." + simple);
    }
    return Optional.of(plainName(element));
  }

  /** Local classes, and classes inside them, have no qualified name. */
  private static String plainName(TypeElement element) {
    String qualified = element.getQualifiedName().toString();
    if (!qualified.isEmpty()) {
      return qualified;
    }
    String simple = element.getSimpleName().toString();
    return element.getEnclosingElement() instanceof TypeElement outer
            && !outer.getSimpleName().isEmpty()
        ? plainName(outer) + "." + simple
        : simple;
  }
}
