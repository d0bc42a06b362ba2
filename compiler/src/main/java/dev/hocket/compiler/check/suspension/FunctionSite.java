package dev.hocket.compiler.check.suspension;

import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.check.place.Function;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;

/** A function with the file that contains it. */
record FunctionSite(Outline outline, Function function) {
  TreePath path() {
    return function.path();
  }

  /** The method that the function is, or the methods that it implements. */
  List<ExecutableElement> methods() {
    return function.methods(outline.unit());
  }

  /** The method that the function refers to, if it is a method reference. */
  Optional<ExecutableElement> referredTo() {
    return path().getLeaf() instanceof MemberReferenceTree
            && outline.unit().trees().getElement(path()) instanceof ExecutableElement method
        ? Optional.of(method)
        : Optional.empty();
  }

  boolean isVoid() {
    return function.isVoid(outline.unit());
  }

  /** The word for the function in messages. */
  String word() {
    return switch (path().getLeaf()) {
      case MethodTree method -> "method";
      case MemberReferenceTree reference -> "method reference";
      default -> "lambda";
    };
  }

  /** The offset where the function starts, without annotations and modifiers. */
  int start() {
    Tree tree = path().getLeaf();
    boolean returns = tree instanceof MethodTree method && method.getReturnType() != null;
    return outline.unit().start(returns ? ((MethodTree) tree).getReturnType() : tree);
  }

  /** The file and line of the function's start. */
  String place() {
    return outline.place(start());
  }
}
