package dev.hocket.compiler.suggest;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import dev.hocket.compiler.check.toolkit.Initialisers;
import dev.hocket.compiler.check.toolkit.WrongThreads;
import dev.hocket.compiler.suggest.source.Values;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Finds all code that some code can reach: itself, the program's methods that it calls or that
 * override these, and the methods that these call.
 */
final class Reached {
  /** The code comes to a part through an interface, from a library or by a first use of a class. */
  private static final int FAR = Integer.MAX_VALUE;

  private final Program program;
  private final List<TreePath> parts = new ArrayList<>();

  /** Parts of the code that do not belong to it. */
  private final Set<Tree> left;

  /** For each part whether it runs only on objects that the code has made itself. */
  private final Map<Tree, Boolean> onlyNew = new HashMap<>();

  /** For each part the number of calls that name it and the parts before it, or {@link #FAR}. */
  private final Map<Tree, Integer> depths = new HashMap<>();

  private final Set<TypeElement> initialised = new HashSet<>();

  /** Functions that a library may call, so that it gets what they return. */
  private final Set<Tree> answering = new HashSet<>();

  /** The sets of functions inside objects that have been added; many calls have the same. */
  private final Set<Set<TreePath>> inner = Collections.newSetFromMap(new IdentityHashMap<>());

  private Reached(Program program, List<TreePath> codes, Set<Tree> left) {
    this.program = program;
    this.left = left;
    codes.forEach(code -> add(code, false, 0));
    for (int i = 0; i < parts.size(); i++) {
      addCallsOf(parts.get(i));
    }
  }

  static List<TreePath> from(Program program, TreePath code) {
    return of(program, code).parts;
  }

  /** All code that one of some pieces reaches. */
  static List<TreePath> from(Program program, List<TreePath> codes) {
    return new Reached(program, codes, Set.of()).parts;
  }

  static Reached nothing(Program program) {
    return new Reached(program, List.of(), Set.of());
  }

  static Reached of(Program program, TreePath code) {
    return program.reached(code.getLeaf(), leaf -> new Reached(program, List.of(code), Set.of()));
  }

  /** What an expression does itself, when its operands have been evaluated. */
  static Reached byItself(Program program, TreePath expression) {
    return new Reached(program, List.of(expression), Set.copyOf(operands(expression.getLeaf())));
  }

  /** The direct parts of an expression. */
  static List<Tree> operands(Tree expression) {
    List<Tree> found = new ArrayList<>();
    expression.accept(
        new TreeScanner<Void, Void>() {
          @Override
          public Void scan(Tree tree, Void unused) {
            if (tree != null) {
              found.add(tree);
            }
            return null;
          }
        },
        null);
    return found;
  }

  /** Goes through some code and all that it reaches, but not through what does not belong to it. */
  abstract static class Walk extends TreePathScanner<Void, Void> {
    private Reached code;

    final void walk(Reached reached) {
      code = reached;
      reached.parts.forEach(part -> scan(part, null));
    }

    /** The code of this walk. */
    final Reached code() {
      return code;
    }

    @Override
    public Void scan(Tree tree, Void unused) {
      return code.leaves(tree) ? null : super.scan(tree, unused);
    }
  }

  /** Whether a tree inside the code does not belong to it. */
  boolean leaves(Tree tree) {
    return tree != null && left.contains(tree);
  }

  List<TreePath> parts() {
    return parts;
  }

  /** Whether a part runs only on objects that the code has made itself, which no other code has. */
  boolean isOnlyOnNew(TreePath part) {
    return onlyNew.get(part.getLeaf());
  }

  /** Whether the compiler's own rules do not look at a part. */
  boolean isBeyondRules(TreePath part) {
    return depths.get(part.getLeaf()) > WrongThreads.DEPTH;
  }

  /** A part that turns out to run on other objects, too, is looked at again. */
  private void add(TreePath code, boolean isNew, int depth) {
    Boolean before = onlyNew.get(code.getLeaf());
    if (before == null) {
      onlyNew.put(code.getLeaf(), isNew);
      depths.put(code.getLeaf(), depth);
      parts.add(code);
      Initialisers.ofObject(code).forEach(each -> add(each, isNew, depth));
    } else if (before && !isNew) {
      onlyNew.put(code.getLeaf(), false);
      addCallsOf(code);
      Initialisers.ofObject(code).forEach(each -> add(each, false, depth));
      if (answering.remove(code.getLeaf())) {
        addAnswersOf(code);
      }
    }
  }

  private void addCallsOf(TreePath code) {
    new TreePathScanner<Void, Void>() {
      @Override
      public Void scan(Tree tree, Void unused) {
        return leaves(tree) ? null : super.scan(tree, unused);
      }

      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        TypeMirror receiver = null;
        if (tree.getMethodSelect() instanceof MemberSelectTree select) {
          TreePath member = new TreePath(getCurrentPath(), select);
          receiver =
              isSuper(select)
                  ? program.types().getNoType(TypeKind.NONE)
                  : program.trees().getTypeMirror(new TreePath(member, select.getExpression()));
        }
        follow(isOnNew(code, getCurrentPath(), tree.getMethodSelect()), receiver);
        if (isOfLibrary()) {
          boolean isOwn = program.own().areAllOwn(getCurrentPath());
          passAll(tree.getArguments(), isOwn);
          callBack(receiver, isOwn);
          addRun(isOwn);
        }
        return super.visitMethodInvocation(tree, unused);
      }

      @Override
      public Void visitNewClass(NewClassTree tree, Void unused) {
        follow(true, null);
        if (isOfLibrary()) {
          boolean isOwn = program.own().areAllOwn(getCurrentPath());
          passAll(tree.getArguments(), isOwn);
          addRun(isOwn);
        }
        return super.visitNewClass(tree, unused);
      }

      @Override
      public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
        follow(tree.getMode() == MemberReferenceTree.ReferenceMode.NEW, null);
        if (isOfLibrary()) {
          addListeners();
        }
        return super.visitMemberReference(tree, unused);
      }

      @Override
      public Void visitIdentifier(IdentifierTree tree, Void unused) {
        initialiseFor(program.element(getCurrentPath()));
        return super.visitIdentifier(tree, unused);
      }

      @Override
      public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
        initialiseFor(program.element(getCurrentPath()));
        return super.visitMemberSelect(tree, unused);
      }

      /** Java initialises a class when code makes an object of it, or uses a static member. */
      private void initialiseFor(Element used) {
        boolean isFirst =
            switch (used) {
              case VariableElement variable ->
                  variable.getModifiers().contains(Modifier.STATIC)
                      && variable.getConstantValue() == null;
              case ExecutableElement called ->
                  called.getKind() == ElementKind.CONSTRUCTOR
                      || called.getModifiers().contains(Modifier.STATIC);
              case null, default -> false;
            };
        if (isFirst && used.getEnclosingElement() instanceof TypeElement type) {
          initialise(type, getCurrentPath());
        }
      }

      private void addListeners() {
        program.listeners().runBy(getCurrentPath()).forEach(function -> add(function, false, FAR));
      }

      private void addRun(boolean isOwn) {
        addListeners();
        program
            .innerFunctions()
            .runBy(getCurrentPath())
            .filter(functions -> isOwn ? !inner.contains(functions) : inner.add(functions))
            .forEach(functions -> functions.forEach(each -> addCalledBack(each, isOwn)));
      }

      private boolean isOfLibrary() {
        Element called = program.element(getCurrentPath());
        return called != null && program.path(called) == null;
      }

      /** A library may call methods of what it gets. */
      private void passAll(List<? extends ExpressionTree> arguments, boolean isOwn) {
        for (ExpressionTree each : arguments) {
          boolean isHere =
              each instanceof LambdaExpressionTree || each instanceof MemberReferenceTree;
          if (isHere) {
            addAnswersOf(new TreePath(getCurrentPath(), each));
          } else {
            callBack(typeOf(getCurrentPath(), each), isOwn);
          }
        }
      }

      /** A library may call methods of what is in its field. */
      @Override
      public Void visitAssignment(AssignmentTree tree, Void unused) {
        Element target = program.element(new TreePath(getCurrentPath(), tree.getVariable()));
        if (FieldUses.isField(target) && program.path(target) == null) {
          passAll(List.of(tree.getExpression()), false);
        }
        return super.visitAssignment(tree, unused);
      }

      /** Java turns operands into text. */
      @Override
      public Void visitBinary(BinaryTree tree, Void unused) {
        if (tree.getKind() == Tree.Kind.PLUS) {
          passAll(List.of(tree.getLeftOperand(), tree.getRightOperand()), false);
        }
        return super.visitBinary(tree, unused);
      }

      @Override
      public Void visitCompoundAssignment(CompoundAssignmentTree tree, Void unused) {
        passAll(List.of(tree.getExpression()), false);
        return super.visitCompoundAssignment(tree, unused);
      }

      /** Java asks for the elements. */
      @Override
      public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void unused) {
        passAll(List.of(tree.getExpression()), false);
        return super.visitEnhancedForLoop(tree, unused);
      }

      /** Java closes resources. */
      @Override
      public Void visitTry(TryTree tree, Void unused) {
        tree.getResources().forEach(each -> callBack(typeOf(getCurrentPath(), each), false));
        return super.visitTry(tree, unused);
      }

      private void follow(boolean isNew, TypeMirror receiver) {
        if (program.element(getCurrentPath()) instanceof ExecutableElement method) {
          TreePath declared = program.path(method);
          initialiseFor(method);
          int depth = depths.get(code.getLeaf());
          program
              .overrides()
              .of(method, receiver)
              .forEach(path ->
                  add(
                      path,
                      isNew,
                      depth != FAR && declared != null && declared.getLeaf() == path.getLeaf()
                          ? depth + 1
                          : FAR));
        }
      }
    }.scan(code, null);
  }

  /** Adds what initialises a class and those above it, unless the code around has done that. */
  private void initialise(TypeElement type, TreePath code) {
    TreePath declared = program.path(type);
    if (declared == null || isInitialised(type, code) || !initialised.add(type)) {
      return;
    }
    Initialisers.ofClass(declared).forEach(each -> add(each, false, FAR));
    program
        .supertypes(type.asType())
        .forEach(each -> initialise((TypeElement) ((DeclaredType) each).asElement(), code));
  }

  private boolean isInitialised(TypeElement type, TreePath code) {
    return isInitialised(type, code, new HashSet<>());
  }

  /**
   * Whether code runs only after a class has been initialised: because it is inside the class, or
   * in a method of objects that only such code makes.
   */
  private boolean isInitialised(TypeElement type, TreePath code, Set<Element> asked) {
    TreePath member = code;
    for (TreePath each = code; each != null; each = each.getParentPath()) {
      if (each.getLeaf() instanceof ClassTree
          && program.element(each) instanceof TypeElement around) {
        if (isBelow(around, type)) {
          return true;
        }
        if (around.getNestingKind() == NestingKind.MEMBER
            && around.getModifiers().contains(Modifier.STATIC)
            && !(isOfObject(member) && isMadeWithin(type, around, asked))) {
          return false;
        }
      }
      member = each;
    }
    return false;
  }

  private boolean isOfObject(TreePath member) {
    return member.getLeaf() instanceof MethodTree method
        && !method.getModifiers().getFlags().contains(Modifier.STATIC);
  }

  /** Whether objects of a class, which has some, are made only when another one is initialised. */
  private boolean isMadeWithin(TypeElement type, TypeElement made, Set<Element> asked) {
    if (!asked.add(made)) {
      return true;
    }
    List<TreePath> makers =
        Stream.concat(program.index().allCalls(), program.index().allReferences())
            .filter(each ->
                program.element(each) instanceof ExecutableElement called
                    && called.getKind() == ElementKind.CONSTRUCTOR
                    && called.getEnclosingElement().equals(made))
            .toList();
    return !makers.isEmpty()
        && makers.stream()
            .allMatch(
                each -> each.getLeaf() instanceof NewClassTree && isInitialised(type, each, asked));
  }

  private boolean isBelow(TypeElement type, Element above) {
    return program
        .types()
        .isSubtype(program.types().erasure(type.asType()), program.types().erasure(above.asType()));
  }

  /**
   * A library that gets an object of a type may call the program's methods of it.
   *
   * @param isOwn whether only this code has the object
   */
  private void callBack(TypeMirror type, boolean isOwn) {
    if (type != null) {
      program.overrides().calledBack(type).forEach(each -> addCalledBack(each, isOwn));
    }
  }

  private void addCalledBack(TreePath function, boolean isOwn) {
    add(function, isOwn && !program.innerFunctions().isKeptForAll(function), FAR);
    addAnswersOf(function);
  }

  /** A library gets what a function returns that it calls, and may call methods of that. */
  private void addAnswersOf(TreePath function) {
    if (!answering.add(function.getLeaf())) {
      return;
    }
    if (!(function.getLeaf() instanceof MemberReferenceTree)) {
      Values.returnedBy(function)
          .forEach(
              each -> callBack(program.trees().getTypeMirror(each), isAnswerOwn(function, each)));
    } else if (program.element(function) instanceof ExecutableElement method) {
      boolean makes = method.getKind() == ElementKind.CONSTRUCTOR;
      callBack(makes ? method.getEnclosingElement().asType() : method.getReturnType(), false);
    }
  }

  /** Whether a library gets, as the result of a function, an object that only this code has. */
  private boolean isAnswerOwn(TreePath function, TreePath result) {
    return Fresh.isThis(result.getLeaf())
        ? onlyNew.getOrDefault(function.getLeaf(), false)
        : program.own().isOwn(result);
  }

  private static boolean isSuper(MemberSelectTree select) {
    return select.getExpression() instanceof IdentifierTree name
        && name.getName().contentEquals("super");
  }

  /** Whether a call in some code is on an object that the code has made. */
  private boolean isOnNew(TreePath code, TreePath call, ExpressionTree select) {
    if (!(select instanceof MemberSelectTree member)) {
      return onlyNew.get(code.getLeaf()) && isOfThis(call);
    }
    TreePath path = new TreePath(call, member);
    return switch (member.getExpression()) {
      case NewClassTree made -> program.fresh().isSilent(made, typeOf(path, made));
      case IdentifierTree name
          when name.getName().contentEquals("this") || name.getName().contentEquals("super") ->
          onlyNew.get(code.getLeaf());
      case IdentifierTree name ->
          program.fresh().isFresh(program.element(new TreePath(path, name)), path);
      case MethodInvocationTree chained ->
          program.element(new TreePath(path, chained)) instanceof ExecutableElement method
              && program.fresh().returnsItself(method)
              && isOnNew(code, new TreePath(path, chained), chained.getMethodSelect());
      default -> false;
    };
  }

  /** Whether a call without a receiver is on the object of the code, not on one around that. */
  private boolean isOfThis(TreePath call) {
    Element method = program.element(call);
    TreePath around = call;
    while (!(around.getLeaf() instanceof ClassTree)) {
      around = around.getParentPath();
    }
    return program.element(around) instanceof TypeElement type
        && method != null
        && isBelow(type, method.getEnclosingElement());
  }

  private TypeMirror typeOf(TreePath parent, Tree tree) {
    return program.trees().getTypeMirror(new TreePath(parent, tree));
  }
}
