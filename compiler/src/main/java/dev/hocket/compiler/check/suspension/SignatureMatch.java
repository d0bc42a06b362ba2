package dev.hocket.compiler.check.suspension;

import dev.hocket.compiler.check.language.TypeNames;
import dev.hocket.compiler.parse.Signature;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/** Whether a method is the one that a directive lists. */
final class SignatureMatch {
  private SignatureMatch() {}

  /**
   * Whether simple name and parameters are the same.
   *
   * @param type the method's type where it is called
   */
  static boolean matches(
      Signature signature, ExecutableElement method, ExecutableType type, Types types) {
    List<Signature.Parameter> listed = signature.parameters();
    List<? extends VariableElement> declared = method.getParameters();
    return method.getSimpleName().contentEquals(signature.simpleName())
        && listed.size() == declared.size()
        && IntStream.range(0, listed.size())
            .allMatch(i ->
                isNamed(declared.get(i).asType(), listed.get(i), types)
                    || isNamed(type.getParameterTypes().get(i), listed.get(i), types));
  }

  /**
   * Whether what a directive writes before the name of a method is meant: the class, with or
   * without what is around it, or the same words as at the call.
   *
   * @param written what the call has before the name; empty if it has nothing
   * @param classes the class that declares the method, and the type that it is called on
   */
  static boolean isQualified(
      String qualifier, Optional<String> written, List<TypeMirror> classes, Types types) {
    return written.filter(qualifier::equals).isPresent()
        || classes.stream()
            .map(type -> TypeNames.of(types.erasure(type)).orElse(""))
            .anyMatch(name -> name.equals(qualifier) || name.endsWith("." + qualifier));
  }

  /** A type by its erasure, or a type variable by its name; packages may be left out. */
  private static boolean isNamed(TypeMirror type, Signature.Parameter listed, Types types) {
    TypeMirror element = type;
    int dimensions = 0;
    while (element instanceof ArrayType array) {
      element = array.getComponentType();
      dimensions++;
    }
    return isNamed(element, dimensions, listed, types)
        || (element.getKind() == TypeKind.TYPEVAR
            && isNamed(types.erasure(element), dimensions, listed, types));
  }

  private static boolean isNamed(
      TypeMirror type, int dimensions, Signature.Parameter listed, Types types) {
    TypeMirror written = type.getKind() == TypeKind.TYPEVAR ? type : types.erasure(type);
    String name = TypeNames.of(written).orElse("");
    return dimensions == listed.dimensions()
        && (name.equals(listed.type()) || name.endsWith("." + listed.type()));
  }

  /** A method as a directive would list it. */
  static String show(ExecutableElement method) {
    List<String> types = method.getParameters().stream().map(p -> show(p.asType())).toList();
    return Signature.show(method.getSimpleName().toString(), types);
  }

  /** The same with the class that declares it, if that has a name. */
  static String showWithClass(ExecutableElement method) {
    String owner = method.getEnclosingElement().getSimpleName().toString();
    return (owner.isEmpty() ? "" : owner + ".") + show(method);
  }

  private static String show(TypeMirror type) {
    return switch (type) {
      case ArrayType array -> show(array.getComponentType()) + "[]";
      case DeclaredType declared -> declared.asElement().getSimpleName().toString();
      default -> type.toString();
    };
  }
}
