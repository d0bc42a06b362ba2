package dev.hocket.compiler.suggest;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.DeconstructionPatternTree;
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
import dev.hocket.compiler.suggest.facts.Deeds;
import dev.hocket.compiler.suggest.facts.Fresh;
import dev.hocket.compiler.suggest.source.Values;
import dev.hocket.compiler.suggest.trees.Nodes;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * Knows the next steps from a piece of code to others that it reaches. They are the same for
 * whatever reaches the piece, which many handlers may do, so they are found once.
 */
final class Steps {
  private final Program program;
  private final Map<Tree, List<Step>> known = new HashMap<>();
  private final Map<Tree, List<Step>> answers = new HashMap<>();

  /** A step that some code takes. */
  interface Step {
    void take(Reached by);
  }

  Steps(Program program) {
    this.program = program;
  }

  /** The steps from some code. */
  List<Step> of(TreePath code) {
    List<Step> steps = known.get(code.getLeaf());
    if (steps == null) {
      steps = in(code, program.deeds(code));
      known.put(code.getLeaf(), steps);
    }
    return steps;
  }

  /** The steps from a part of some code. */
  List<Step> in(TreePath code, Deeds deeds) {
    Finder finder = new Finder(code);
    finder.visit(deeds.nodes(), null);
    return finder.steps;
  }

  /** The steps of a library that gets what a function returns, and may call methods of that. */
  List<Step> answersOf(TreePath function) {
    List<Step> steps = answers.get(function.getLeaf());
    if (steps == null) {
      steps = new ArrayList<>();
      addAnswers(steps, function);
      answers.put(function.getLeaf(), steps);
    }
    return steps;
  }

  private void addAnswers(List<Step> steps, TreePath function) {
    if (function.getLeaf() instanceof MemberReferenceTree) {
      if (program.element(function) instanceof ExecutableElement method) {
        boolean makes = method.getKind() == ElementKind.CONSTRUCTOR;
        TypeMirror type = makes ? method.getEnclosingElement().asType() : method.getReturnType();
        callBack(steps, type, false);
      }
      return;
    }
    for (TreePath result : Values.returnedBy(function)) {
      TypeMirror type = program.trees().getTypeMirror(result);
      if (Fresh.isThis(result.getLeaf())) {
        program
            .overrides()
            .calledBack(type)
            .forEach(each -> steps.add(by -> by.addCalledBack(each, by.isOnlyOnNew(function))));
      } else {
        callBack(steps, type, program.own().isOwn(result));
      }
    }
  }

  private final class Finder extends Nodes.Visitor<Void> {
    private final TreePath code;
    private final List<Step> steps = new ArrayList<>();

    Finder(TreePath code) {
      this.code = code;
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
      follow(
          isOnNew(true, getCurrentPath(), tree.getMethodSelect()),
          isOnNew(false, getCurrentPath(), tree.getMethodSelect()),
          receiver);
      if (isOfLibrary()) {
        boolean isOwn = program.own().areAllOwn(getCurrentPath());
        passAll(tree.getArguments(), isOwn);
        callBack(steps, receiver, isOwn);
        addRun(isOwn);
      }
      return null;
    }

    @Override
    public Void visitNewClass(NewClassTree tree, Void unused) {
      follow(true, true, null);
      if (isOfLibrary()) {
        boolean isOwn = program.own().areAllOwn(getCurrentPath());
        passAll(tree.getArguments(), isOwn);
        addRun(isOwn);
      }
      return null;
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
      boolean makes = tree.getMode() == MemberReferenceTree.ReferenceMode.NEW;
      follow(makes, makes, null);
      if (isOfLibrary()) {
        addListeners();
      }
      return null;
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void unused) {
      initialiseFor(program.element(getCurrentPath()));
      return null;
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
      initialiseFor(program.element(getCurrentPath()));
      return null;
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
        TreePath use = getCurrentPath();
        if (initialises(use, type)) {
          steps.add(by -> by.initialise(type, use));
        }
      }
    }

    private void addListeners() {
      program
          .listeners()
          .runBy(getCurrentPath())
          .forEach(function -> steps.add(by -> by.addFar(function)));
    }

    private void addRun(boolean isOwn) {
      addListeners();
      program
          .innerFunctions()
          .runBy(getCurrentPath())
          .forEach(functions -> steps.add(by -> by.addInner(functions, isOwn)));
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
          TreePath function = new TreePath(getCurrentPath(), each);
          steps.add(by -> by.addAnswersOf(function));
        } else {
          callBack(steps, typeOf(getCurrentPath(), each), isOwn);
        }
      }
    }

    /** A library may call methods of what is in its field. */
    @Override
    public Void visitAssignment(AssignmentTree tree, Void unused) {
      Element target = program.element(new TreePath(getCurrentPath(), tree.getVariable()));
      if (Sources.isField(target) && program.path(target) == null) {
        passAll(List.of(tree.getExpression()), false);
      }
      return null;
    }

    /** Java turns operands into text. */
    @Override
    public Void visitBinary(BinaryTree tree, Void unused) {
      if (tree.getKind() == Tree.Kind.PLUS) {
        passAll(List.of(tree.getLeftOperand(), tree.getRightOperand()), false);
      }
      return null;
    }

    @Override
    public Void visitCompoundAssignment(CompoundAssignmentTree tree, Void unused) {
      passAll(List.of(tree.getExpression()), false);
      return null;
    }

    /** Java asks for the elements. */
    @Override
    public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void unused) {
      passAll(List.of(tree.getExpression()), false);
      return null;
    }

    /** A pattern calls the accessors of a record. */
    @Override
    public Void visitDeconstructionPattern(DeconstructionPatternTree tree, Void unused) {
      if (typeOf(getCurrentPath(), tree.getDeconstructor()) instanceof DeclaredType type) {
        ((TypeElement) type.asElement())
            .getRecordComponents().stream()
                .map(each -> program.path(each.getAccessor()))
                .filter(Values::hasBody)
                .forEach(each -> steps.add(by -> by.addFar(each)));
      }
      return null;
    }

    /** Java closes resources. */
    @Override
    public Void visitTry(TryTree tree, Void unused) {
      tree.getResources().forEach(each -> callBack(steps, typeOf(getCurrentPath(), each), false));
      return null;
    }

    /**
     * Follows a call to the functions that it may run.
     *
     * @param fromNew whether it is on a new object if the code itself runs only on such
     * @param isNew whether it is so in any case
     */
    private void follow(boolean fromNew, boolean isNew, TypeMirror receiver) {
      if (program.element(getCurrentPath()) instanceof ExecutableElement method) {
        TreePath declared = program.path(method);
        initialiseFor(method);
        program
            .overrides()
            .of(method, receiver)
            .forEach(function -> {
              boolean isNamed = declared != null && declared.getLeaf() == function.getLeaf();
              steps.add(by ->
                  by.addCalled(code, function, by.isOnlyOnNew(code) ? fromNew : isNew, isNamed));
            });
      }
    }
  }

  /**
   * A library that gets an object of a type may call the program's methods of it.
   *
   * @param isOwn whether only this code has the object
   */
  private void callBack(List<Step> steps, TypeMirror type, boolean isOwn) {
    if (type != null) {
      program
          .overrides()
          .calledBack(type)
          .forEach(each -> steps.add(by -> by.addCalledBack(each, isOwn)));
    }
  }

  private static boolean isSuper(MemberSelectTree select) {
    return select.getExpression() instanceof IdentifierTree name
        && name.getName().contentEquals("super");
  }

  /**
   * Whether a call in some code is on an object that the code has made.
   *
   * @param isNew whether the code runs only on such objects
   */
  private boolean isOnNew(boolean isNew, TreePath call, ExpressionTree select) {
    if (!(select instanceof MemberSelectTree member)) {
      return isNew && isOfThis(call);
    }
    TreePath path = new TreePath(call, member);
    return switch (member.getExpression()) {
      case NewClassTree made -> program.fresh().isSilent(made, typeOf(path, made));
      case IdentifierTree name
          when name.getName().contentEquals("this") || name.getName().contentEquals("super") ->
          isNew;
      case IdentifierTree name ->
          program.fresh().isFresh(program.element(new TreePath(path, name)), path);
      case MethodInvocationTree chained ->
          program.element(new TreePath(path, chained)) instanceof ExecutableElement method
              && program.fresh().returnsItself(method)
              && isOnNew(isNew, new TreePath(path, chained), chained.getMethodSelect());
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

  /** Whether some code may be the first that uses a class of the program. */
  boolean initialises(TreePath code, TypeElement type) {
    return program.path(type) != null && !isInitialised(type, code, new HashSet<>());
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
    List<TreePath> makers = program.index().creationsOf(made);
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

  private TypeMirror typeOf(TreePath parent, Tree tree) {
    return program.trees().getTypeMirror(new TreePath(parent, tree));
  }
}
