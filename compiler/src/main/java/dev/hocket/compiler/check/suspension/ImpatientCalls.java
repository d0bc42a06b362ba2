package dev.hocket.compiler.check.suspension;

import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * Warns of functions that await and are passed to a method of the JDK's collections, options or
 * streams: {@code list.forEach(each -> load(each))} continues at the function's first await, and so
 * does the code after it. Other methods outside the program are assumed to keep the function as a
 * listener, which is safe.
 */
final class ImpatientCalls {
  private static final Set<String> PACKAGES = Set.of("java.lang", "java.util", "java.util.stream");

  /** Methods that keep the function to call it later, as a thread's code or a callback. */
  private static final Set<String> KEEPERS =
      Set.of("java.lang.Thread", "java.util.Observable", "java.util.stream.BaseStream");

  private final Problems problems;

  ImpatientCalls(Problems problems) {
    this.problems = problems;
  }

  /**
   * Checks functions.
   *
   * @param leaving void functions that can be suspended
   */
  void check(Collection<FunctionSite> leaving) {
    for (FunctionSite site : leaving) {
      receiver(site).filter(ImpatientCalls::callsAtOnce).ifPresent(method -> report(site, method));
    }
  }

  /** The method to which a function is passed as an argument. */
  private static Optional<ExecutableElement> receiver(FunctionSite site) {
    Tree argument = site.path().getLeaf();
    TreePath around = site.path().getParentPath();
    while (around.getLeaf() instanceof ParenthesizedTree
        || around.getLeaf() instanceof TypeCastTree
        || around.getLeaf() instanceof ConditionalExpressionTree) {
      argument = around.getLeaf();
      around = around.getParentPath();
    }
    return around.getLeaf() instanceof MethodInvocationTree call
            && call.getArguments().contains(argument)
            && site.outline().unit().trees().getElement(around) instanceof ExecutableElement method
            && takesFunction(method, call.getArguments().indexOf(argument))
        ? Optional.of(method)
        : Optional.empty();
  }

  /**
   * Whether a method can call the function that it receives. {@code <E> boolean add(E e)} cannot:
   * for it, the function is an object like any other.
   */
  private static boolean takesFunction(ExecutableElement method, int argument) {
    List<? extends VariableElement> parameters = method.getParameters();
    TypeMirror type = parameters.get(Math.min(argument, parameters.size() - 1)).asType();
    while (type instanceof ArrayType array) {
      type = array.getComponentType();
    }
    return type instanceof DeclaredType declared
        && declared.asElement().getKind() == ElementKind.INTERFACE;
  }

  private static boolean callsAtOnce(ExecutableElement method) {
    Element top = method;
    while (!(top.getEnclosingElement() instanceof PackageElement)) {
      top = top.getEnclosingElement();
    }
    PackageElement around = (PackageElement) top.getEnclosingElement();
    return method.getKind() == ElementKind.METHOD
        && PACKAGES.contains(around.getQualifiedName().toString())
        && !KEEPERS.contains(((TypeElement) top).getQualifiedName().toString());
  }

  private void report(FunctionSite site, ExecutableElement method) {
    problems.report(
        Message.HK108,
        site.outline().unit().source(),
        site.start(),
        "method",
        method.getEnclosingElement().getSimpleName() + "." + method.getSimpleName(),
        "what",
        site.word());
  }
}
