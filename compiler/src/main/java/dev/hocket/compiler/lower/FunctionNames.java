package dev.hocket.compiler.lower;

import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.Suspensions;
import dev.hocket.compiler.resume.Functions;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeMirror;

/** Names what the class-file pass has to know as class files do. */
final class FunctionNames {
  private final AttributedUnit unit;

  private FunctionNames(AttributedUnit unit) {
    this.unit = unit;
  }

  static Functions of(AttributedUnit unit, Suspensions suspensions) {
    FunctionNames names = new FunctionNames(unit);
    return new Functions(
        suspensions.asyncFunctions().stream()
            .map(path -> names.type(unit.trees().getTypeMirror(path)))
            .collect(Collectors.toSet()),
        suspensions.references().stream().map(names::method).collect(Collectors.toSet()));
  }

  private String method(TreePath reference) {
    MemberReferenceTree tree = (MemberReferenceTree) reference.getLeaf();
    TreePath qualifier = new TreePath(reference, tree.getQualifierExpression());
    ExecutableElement method = (ExecutableElement) unit.trees().getElement(reference);
    String parameters =
        method.getParameters().stream()
            .map(parameter -> descriptor(parameter.asType()))
            .collect(Collectors.joining());
    String owner = type(unit.trees().getTypeMirror(qualifier));
    String result = descriptor(method.getReturnType());
    return owner + "." + method.getSimpleName() + "(" + parameters + ")" + result;
  }

  private String type(TypeMirror type) {
    TypeElement element = (TypeElement) unit.types().asElement(unit.types().erasure(type));
    return unit.elements().getBinaryName(element).toString().replace('.', '/');
  }

  /** JVMS 4.3. */
  private String descriptor(TypeMirror type) {
    return switch (type.getKind()) {
      case BOOLEAN -> "Z";
      case BYTE -> "B";
      case CHAR -> "C";
      case DOUBLE -> "D";
      case FLOAT -> "F";
      case INT -> "I";
      case LONG -> "J";
      case SHORT -> "S";
      case VOID -> "V";
      case ARRAY -> "[" + descriptor(((ArrayType) type).getComponentType());
      default -> "L" + type(type) + ";";
    };
  }
}
