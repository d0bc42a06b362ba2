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

/** Decides whether a method is the one that a directive lists. */
final class SignatureMatch {
  private SignatureMatch() {}

  /**
   * Whether a method has the simple name and parameters of a signature.
   *
   * @param type the method's type at the call
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
   * Whether the qualifier that a directive writes before a method's name fits a call: it is the
   * name of a class, with or without its package and outer classes, or the same text as at the
   * call.
   *
   * @param written the text before the name at the call; empty if there is none
   * @param classes the class that declares the method, and the receiver's type
   */
  static boolean isQualified(
      String qualifier, Optional<String> written, List<TypeMirror> classes, Types types) {
    return written.filter(qualifier::equals).isPresent()
        || classes.stream()
            .map(type -> TypeNames.of(types.erasure(type)).orElse(""))
            .anyMatch(name -> name.equals(qualifier) || name.endsWith("." + qualifier));
  }

  /**
   * Whether a type has the listed name: its erasure, or the name of a type variable. Packages may
   * be left out.
   */
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

  /** The text of a method as a directive would list it. */
  static String show(ExecutableElement method) {
    List<String> types = method.getParameters().stream().map(p -> show(p.asType())).toList();
    return Signature.show(method.getSimpleName().toString(), types);
  }

  /** The text of a method with the class that declares it, if the class has a name. */
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
