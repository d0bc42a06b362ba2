package dev.hocket.compiler.check.suspension;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.check.language.Resources;
import dev.hocket.compiler.check.place.Function;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;

/**
 * An index of the declarations and calls in all files of a compilation.
 *
 * @param classes all classes and interfaces, with their files
 * @param methods all methods with their places
 * @param functions all lambdas and method references
 * @param calls all calls of {@code void} methods that no directive lists
 */
record ProgramIndex(
    Map<TypeElement, Outline> classes,
    Map<Element, FunctionSite> methods,
    List<FunctionSite> functions,
    List<VoidCall> calls) {

  static ProgramIndex of(List<Outline> outlines) {
    ProgramIndex index =
        new ProgramIndex(
            new LinkedHashMap<>(), new HashMap<>(), new ArrayList<>(), new ArrayList<>());
    outlines.forEach(index::add);
    return index;
  }

  private void add(Outline outline) {
    Set<Tree> listed = new HashSet<>();
    outline.listed().forEach(call -> listed.add(call.getLeaf()));
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitClass(ClassTree tree, Void unused) {
        classes.put((TypeElement) element(), outline);
        return super.visitClass(tree, unused);
      }

      @Override
      public Void visitMethod(MethodTree tree, Void unused) {
        methods.put(element(), site(Function.Kind.METHOD));
        return super.visitMethod(tree, unused);
      }

      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        if (element() instanceof ExecutableElement method
            && method.getKind() == ElementKind.METHOD
            && method.getReturnType().getKind() == TypeKind.VOID
            && !listed.contains(tree)) {
          calls.add(new VoidCall(outline, getCurrentPath(), method));
        }
        return super.visitMethodInvocation(tree, unused);
      }

      @Override
      public Void visitTry(TryTree tree, Void unused) {
        for (Tree resource : tree.getResources()) {
          if (!listed.contains(resource)) {
            TreePath path = new TreePath(getCurrentPath(), resource);
            Resources.close(outline.unit(), path)
                .ifPresent(close -> calls.add(new VoidCall(outline, path, close)));
          }
        }
        return super.visitTry(tree, unused);
      }

      @Override
      public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
        functions.add(site(Function.Kind.LAMBDA));
        return super.visitLambdaExpression(tree, unused);
      }

      @Override
      public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
        functions.add(site(Function.Kind.LAMBDA));
        return super.visitMemberReference(tree, unused);
      }

      private Element element() {
        return outline.unit().trees().getElement(getCurrentPath());
      }

      private FunctionSite site(Function.Kind kind) {
        return new FunctionSite(outline, new Function(kind, getCurrentPath(), null));
      }
    }.scan(new TreePath(outline.unit().tree()), null);
  }
}
