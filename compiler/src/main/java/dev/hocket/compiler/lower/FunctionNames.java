package dev.hocket.compiler.lower;

import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.suspension.Suspensions;
import dev.hocket.compiler.check.suspension.Waits;
import dev.hocket.compiler.resume.Functions;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeMirror;

/** Converts names of functions that the class-file pass needs to their form in class files. */
final class FunctionNames {
  private final AttributedUnit unit;

  private FunctionNames(AttributedUnit unit) {
    this.unit = unit;
  }

  static Functions of(AttributedUnit unit, Suspensions suspensions) {
    FunctionNames names = new FunctionNames(unit);
    return new Functions(
        suspensions.asyncFunctions().stream()
            .flatMap(path -> names.types(unit.trees().getTypeMirror(path)))
            .collect(Collectors.toSet()),
        suspensions.references().stream().map(names::method).collect(Collectors.toSet()),
        suspensions.shared().entrySet().stream()
            .collect(
                Collectors.toMap(
                    each -> names.type(each.getKey().asType()),
                    each -> each.getValue().stream().map(names::signature).toList())),
        names.waits(suspensions));
  }

  /** A class file calls the method by the class of the receiver; see JLS 13.1. */
  private Map<String, String> waits(Suspensions suspensions) {
    Waits waits = new Waits(unit.elements(), unit.types());
    Map<String, String> found = new HashMap<>();
    for (TreePath call : suspensions.awaited()) {
      if (unit.trees().getElement(call) instanceof ExecutableElement method
          && call.getLeaf() instanceof MethodInvocationTree tree
          && tree.getMethodSelect() instanceof MemberSelectTree select) {
        TreePath receiver = new TreePath(new TreePath(call, select), select.getExpression());
        waits
            .classOfJdk(method)
            .ifPresent(ofJdk -> {
              String name = ofJdk.getName().replace('.', '/');
              found.put(type(unit.trees().getTypeMirror(receiver)) + "." + signature(method), name);
              found.put(
                  type(method.getEnclosingElement().asType()) + "." + signature(method), name);
            });
      }
    }
    return found;
  }

  private String method(TreePath reference) {
    MemberReferenceTree tree = (MemberReferenceTree) reference.getLeaf();
    TreePath qualifier = new TreePath(reference, tree.getQualifierExpression());
    ExecutableElement method = (ExecutableElement) unit.trees().getElement(reference);
    String owner = type(unit.trees().getTypeMirror(qualifier));
    return owner + "." + signature(method);
  }

  private String signature(ExecutableElement method) {
    String parameters =
        method.getParameters().stream()
            .map(parameter -> descriptor(parameter.asType()))
            .collect(Collectors.joining());
    String result = descriptor(method.getReturnType());
    return method.getSimpleName() + "(" + parameters + ")" + result;
  }

  /** All interfaces that a lambda implements; a class file names only one of them as its type. */
  private Stream<String> types(TypeMirror type) {
    return type instanceof IntersectionType all
        ? all.getBounds().stream().map(this::type)
        : Stream.of(type(type));
  }

  private String type(TypeMirror type) {
    TypeElement element = (TypeElement) unit.types().asElement(unit.types().erasure(type));
    return unit.elements().getBinaryName(element).toString().replace('.', '/');
  }

  /** The descriptor of a type (JVMS 4.3). */
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
