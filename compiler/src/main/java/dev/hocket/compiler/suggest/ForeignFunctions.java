package dev.hocket.compiler.suggest;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * Knows the types of the functions that code without source gives to the program. Functions of all
 * other types are the program's lambdas, method references and classes, whose code is there. A
 * foreign function may change something whenever it is called.
 */
final class ForeignFunctions {
  private final Program program;
  private final List<TypeMirror> types = new ArrayList<>();

  ForeignFunctions(Program program) {
    this.program = program;
    Scan scan = new Scan();
    program.units().forEach(unit -> scan.scan(new TreePath(unit), null));
  }

  /** Whether an object of a type may be a foreign function. */
  boolean mayBe(TypeMirror type) {
    return type != null
        && program.isFunction(type)
        && types.stream().anyMatch(each -> isSubtype(each, type) || isSubtype(type, each));
  }

  private boolean isSubtype(TypeMirror type, TypeMirror other) {
    return program.types().isSubtype(program.types().erasure(type), program.types().erasure(other));
  }

  /** Adds all types of functions that a type mentions. */
  private void addAll(TypeMirror type) {
    if (type instanceof DeclaredType declared) {
      declared.getTypeArguments().forEach(this::addAll);
      if (program.isFunction(type)) {
        types.add(type);
      }
    }
  }

  private boolean mentionsFunction(TypeMirror type) {
    return type instanceof DeclaredType declared
        && (program.isFunction(type)
            || declared.getTypeArguments().stream().anyMatch(this::mentionsFunction));
  }

  private final class Scan extends TreePathScanner<Void, Void> {
    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
      if (program.element(getCurrentPath()) instanceof ExecutableElement method
          && isForeign(method)) {
        TypeMirror result = typeOf(getCurrentPath());
        // A function that a collection holds was put there; a class object asks for a new one.
        boolean isMade =
            mentionsFunction(method.getReturnType())
                || tree.getArguments().stream().anyMatch(this::isClass);
        if (isMade && !Library.jdk().makes(method)) {
          addAll(result);
        }
      }
      return super.visitMethodInvocation(tree, unused);
    }

    private boolean isForeign(Element element) {
      return program.path(element) == null;
    }

    private TypeMirror typeOf(TreePath path) {
      return program.trees().getTypeMirror(path);
    }

    private boolean isClass(ExpressionTree argument) {
      return typeOf(new TreePath(getCurrentPath(), argument)) instanceof DeclaredType type
          && ((TypeElement) type.asElement()).getQualifiedName().contentEquals("java.lang.Class");
    }

    /** An object of a library's class is a function if one of its interfaces is one. */
    @Override
    public Void visitNewClass(NewClassTree tree, Void unused) {
      TypeMirror type = typeOf(getCurrentPath());
      if (tree.getClassBody() == null
          && program.element(getCurrentPath()) instanceof ExecutableElement constructor
          && isForeign(constructor)
          && !Library.jdk().isShared(type)) {
        program.supertypes(type).forEach(ForeignFunctions.this::addAll);
      }
      return super.visitNewClass(tree, unused);
    }

    @Override
    public Void visitTypeCast(TypeCastTree tree, Void unused) {
      ExpressionTree value = tree.getExpression();
      boolean isSeen =
          value instanceof LambdaExpressionTree || value instanceof MemberReferenceTree;
      TypeMirror from = typeOf(new TreePath(getCurrentPath(), value));
      if (!isSeen && from != null && !mentionsFunction(from)) {
        addAll(typeOf(getCurrentPath()));
      }
      return super.visitTypeCast(tree, unused);
    }

    /** A library may call a method of the program with a function. */
    @Override
    public Void visitMethod(MethodTree tree, Void unused) {
      if (program.element(getCurrentPath()) instanceof ExecutableElement method
          && program.overrides().overridesLibrary(method)) {
        for (VariableTree each : tree.getParameters()) {
          addAll(typeOf(new TreePath(getCurrentPath(), each)));
        }
      }
      return super.visitMethod(tree, unused);
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void unused) {
      addField(program.element(getCurrentPath()));
      return super.visitIdentifier(tree, unused);
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
      addField(program.element(getCurrentPath()));
      return super.visitMemberSelect(tree, unused);
    }

    private void addField(Element element) {
      if (Sources.isField(element) && isForeign(element) && !Library.jdk().makes(element)) {
        addAll(element.asType());
      }
    }
  }
}
