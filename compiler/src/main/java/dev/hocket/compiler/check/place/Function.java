package dev.hocket.compiler.check.place;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * The innermost code around a place that is called, suspended and resumed as a whole.
 *
 * @param kind the kind of code
 * @param path the method, lambda or statement; for an initialiser, the class
 * @param block the region, if the function is the code of one
 */
public record Function(Kind kind, TreePath path, Region block) {
  public enum Kind {
    METHOD,
    CONSTRUCTOR,
    INITIALIZER,
    LAMBDA,
    BLOCK,
    TEAM
  }

  /**
   * Finds the function around a place.
   *
   * @param block the innermost block around the place, or null
   */
  public static Function around(TreePath place, Region block) {
    for (TreePath path = place; ; path = path.getParentPath()) {
      Tree tree = path.getLeaf();
      if (block != null && tree == block.statement()) {
        Kind kind = block instanceof TargetBlock ? Kind.BLOCK : Kind.TEAM;
        return new Function(kind, path, block);
      }
      switch (tree) {
        case LambdaExpressionTree lambda -> {
          return new Function(Kind.LAMBDA, path, null);
        }
        case MethodTree method -> {
          boolean constructor = method.getReturnType() == null;
          return new Function(constructor ? Kind.CONSTRUCTOR : Kind.METHOD, path, null);
        }
        case ClassTree type -> {
          return new Function(Kind.INITIALIZER, path, null);
        }
        default -> {}
      }
    }
  }

  /**
   * The method itself, or the methods that the lambda implements: an interface may inherit its
   * method from several others.
   */
  public List<ExecutableElement> methods(AttributedUnit unit) {
    return switch (kind) {
      case METHOD, CONSTRUCTOR -> List.of((ExecutableElement) unit.trees().getElement(path));
      case LAMBDA -> implemented(unit, unit.trees().getTypeMirror(path));
      case INITIALIZER, BLOCK, TEAM -> List.of();
    };
  }

  /** The abstract methods of a functional interface; one object implements them all. */
  private static List<ExecutableElement> implemented(AttributedUnit unit, TypeMirror type) {
    if (type instanceof IntersectionType intersection) {
      return intersection.getBounds().stream()
          .flatMap(bound -> implemented(unit, bound).stream())
          .toList();
    }
    TypeElement element = (TypeElement) unit.types().asElement(type);
    TypeElement object = unit.elements().getTypeElement("java.lang.Object");
    List<ExecutableElement> ofObject = ElementFilter.methodsIn(object.getEnclosedElements());
    return ElementFilter.methodsIn(unit.elements().getAllMembers(element)).stream()
        .filter(method -> method.getModifiers().contains(Modifier.ABSTRACT))
        .filter(method ->
            ofObject.stream().noneMatch(o -> unit.elements().overrides(method, o, element)))
        .toList();
  }

  /** Whether the function returns no value to its caller. */
  public boolean isVoid(AttributedUnit unit) {
    return kind != Kind.INITIALIZER
        && methods(unit).stream()
            .allMatch(method -> method.getReturnType().getKind() == TypeKind.VOID);
  }
}
