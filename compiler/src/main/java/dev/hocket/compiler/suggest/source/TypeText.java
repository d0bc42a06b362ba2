package dev.hocket.compiler.suggest.source;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.PrimitiveType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;

/** Writes types as source code would, using the file's imports. */
public final class TypeText {
  private final CompilationUnitTree unit;

  public TypeText(CompilationUnitTree unit) {
    this.unit = unit;
  }

  /** The source text of a type; empty if the type has no name, as an anonymous class. */
  public Optional<String> of(TypeMirror type) {
    return switch (type) {
      case PrimitiveType primitive -> Optional.of(primitive.toString());
      case ArrayType array -> of(array.getComponentType()).map(element -> element + "[]");
      case TypeVariable variable ->
          Optional.of(variable.toString()).filter(name -> name.matches("\\w+"));
      case WildcardType wildcard -> of(wildcard);
      case DeclaredType declared -> of(declared);
      default -> Optional.empty();
    };
  }

  private Optional<String> of(WildcardType wildcard) {
    if (wildcard.getExtendsBound() != null) {
      return of(wildcard.getExtendsBound()).map(bound -> "? extends " + bound);
    }
    return wildcard.getSuperBound() == null
        ? Optional.of("?")
        : of(wildcard.getSuperBound()).map(bound -> "? super " + bound);
  }

  private Optional<String> of(DeclaredType type) {
    TypeElement element = (TypeElement) type.asElement();
    if (element.getQualifiedName().isEmpty()) {
      return Optional.empty();
    }
    if (type.getTypeArguments().isEmpty()) {
      return Optional.of(nameOf(element));
    }
    StringJoiner arguments = new StringJoiner(", ", nameOf(element) + "<", ">");
    for (TypeMirror argument : type.getTypeArguments()) {
      Optional<String> text = of(argument);
      if (text.isEmpty()) {
        return text;
      }
      arguments.add(text.get());
    }
    return Optional.of(arguments.toString());
  }

  private String nameOf(TypeElement type) {
    if (type.getEnclosingElement() instanceof TypeElement outer) {
      return nameOf(outer) + "." + type.getSimpleName();
    }
    boolean isSimple =
        !(type.getEnclosingElement() instanceof PackageElement around) || isVisible(type, around);
    return isSimple ? type.getSimpleName().toString() : type.getQualifiedName().toString();
  }

  private boolean isVisible(TypeElement type, PackageElement around) {
    String itsPackage = around.getQualifiedName().toString();
    String ours = unit.getPackageName() == null ? "" : unit.getPackageName().toString();
    List<String> imported =
        unit.getImports().stream()
            .filter(one -> !one.isStatic())
            .map(ImportTree::getQualifiedIdentifier)
            .map(Object::toString)
            .toList();
    return itsPackage.equals("java.lang")
        || itsPackage.equals(ours)
        || imported.contains(type.getQualifiedName().toString())
        || imported.contains(itsPackage + ".*");
  }
}
