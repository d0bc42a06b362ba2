package dev.hocket.compiler.suggest;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.source.Calls;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;

/**
 * Finds what a handler does after its wait to components into which the user may enter something
 * meanwhile. {@code field.setText(result)} would overwrite the text that the user has typed; in the
 * program, all keys come afterwards. {@code field.getText()} would give it to a run that has begun
 * before.
 */
final class Entered {
  private final Program program;
  private final Locks locks;
  private final List<Side.Code> later;

  /**
   * @param before what the handler does before the wait
   * @param waits for which the handler and the functions that it calls wait
   * @param later what the handler does after the wait
   */
  Entered(Program program, Side before, List<BothSides.Wait> waits, List<Side.Code> later) {
    this.program = program;
    this.later = later;
    this.locks = new Locks(program, before, waits);
  }

  /** The reason why the handler must not wait before that. */
  Optional<String> problem() {
    return later.stream()
        .flatMap(
            code -> code.reached().parts().stream().flatMap(part -> found(code, part).stream()))
        .findFirst();
  }

  private Optional<String> found(Side.Code code, TreePath part) {
    TreePath[] found = {null};
    new TreePathScanner<Void, Void>() {
      @Override
      public Void scan(Tree tree, Void unused) {
        return found[0] != null || code.reached().leaves(tree) ? null : super.scan(tree, unused);
      }

      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        look();
        return super.visitMethodInvocation(tree, unused);
      }

      @Override
      public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
        look();
        return super.visitMemberReference(tree, unused);
      }

      private void look() {
        if (program.asked().isEntry(getCurrentPath())
            && !isNew(code, part, getCurrentPath())
            && concernsUser(getCurrentPath())) {
          found[0] = getCurrentPath();
        }
      }
    }.scan(part, null);
    return Optional.ofNullable(found[0]).map(this::reason);
  }

  private boolean concernsUser(TreePath call) {
    boolean sets = program.asked().onlySets((ExecutableElement) program.element(call));
    return (!sets || program.asked().isAsked(call)) && !locks.isLocked(call);
  }

  private String reason(TreePath call) {
    String text = program.text(call).replaceAll("\\s+", " ");
    String object = Calls.objectOf(call).map(program::text).orElse("it");
    return program.asked().onlySets((ExecutableElement) program.element(call))
        ? "'%s' (%s) would overwrite what the user enters during the wait; in the program, that comes afterwards: disable '%s' before the slow code"
            .formatted(text, program.place(call), object)
        : "it would ask '%s' (%s) after the wait, when the user may have entered something else; ask before the slow code, and keep the answer in a local variable"
            .formatted(text, program.place(call));
  }

  /** Whether the object of a call was made after the wait, so that the user has not seen it. */
  private boolean isNew(Side.Code code, TreePath part, TreePath call) {
    Optional<TreePath> object = Calls.objectOf(call);
    if (object.isEmpty()) {
      return code.reached().isOnlyOnNew(part);
    }
    TreePath base = object.get();
    for (Optional<TreePath> next = object; next.isPresent(); next = Calls.objectOf(base)) {
      base = next.get();
    }
    Element variable = program.element(base);
    return base.getLeaf() instanceof NewClassTree
        || isMadeLater(variable)
        || program.fresh().isFieldOfFresh(base)
        || variable != null
            && variable.getKind() == ElementKind.FIELD
            && code.reached().isOnlyOnNew(part)
            && new Origins(program, code.function(), code.reached()).isOfThis(base, part);
  }

  private boolean isMadeLater(Element variable) {
    TreePath declared =
        variable != null && variable.getKind() == ElementKind.LOCAL_VARIABLE
            ? program.path(variable)
            : null;
    return declared != null
        && declared.getLeaf() instanceof VariableTree tree
        && tree.getInitializer() instanceof NewClassTree
        && later.stream()
            .flatMap(code -> code.reached().parts().stream())
            .anyMatch(
                each -> Sources.isInside(new TreePath(declared, tree.getInitializer()), each));
  }

  /** Knows which components take no input during the wait. */
  private static final class Locks {
    private static final Set<String> SWITCHES = Set.of("setDisable", "setEditable", "setEnabled");

    private final Program program;
    private final Side before;
    private final List<BothSides.Wait> waits;

    Locks(Program program, Side before, List<BothSides.Wait> waits) {
      this.program = program;
      this.before = before;
      this.waits = waits;
    }

    /** Whether the object of a call is disabled during the wait, or is never editable. */
    boolean isLocked(TreePath call) {
      List<TreePath> switches =
          program
              .index()
              .allCalls()
              .filter(each -> isSwitch(each) && isOfSame(each, call))
              .toList();
      return isOne(call) && (isDisabled(switches) || isText(call) && isNeverEditable(switches));
    }

    private boolean isDisabled(List<TreePath> switches) {
      return switches.stream()
              .filter(each -> !isLock(each))
              .allMatch(each -> isInHandler(each) && !isBefore(each))
          && waits.stream()
              .anyMatch(wait ->
                  LaterReads.follows(
                      wait.from(),
                      statement ->
                          switches.stream()
                              .filter(each -> isLock(each) && !isNamed(each, "setEditable"))
                              .anyMatch(each -> isStatement(statement, each))));
    }

    private boolean isNeverEditable(List<TreePath> switches) {
      List<TreePath> ofEditing =
          switches.stream().filter(each -> isNamed(each, "setEditable")).toList();
      return ofEditing.stream().allMatch(this::isLock)
          && ofEditing.stream().anyMatch(each -> !isOfEvents(each));
    }

    /** Whether a call only concerns the text, which no input changes if it cannot be edited. */
    private boolean isText(TreePath call) {
      Element method = program.element(call);
      return program.asked().onlySets((ExecutableElement) method)
          || Set.of("getText", "getLength", "getLineCount")
              .contains(method.getSimpleName().toString());
    }

    private boolean isSwitch(TreePath call) {
      return call.getLeaf() instanceof MethodInvocationTree tree
          && tree.getArguments().size() == 1
          && SWITCHES.contains(program.element(call).getSimpleName().toString());
    }

    private boolean isNamed(TreePath call, String name) {
      return program.element(call).getSimpleName().contentEquals(name);
    }

    private boolean isLock(TreePath call) {
      ExpressionTree argument = ((MethodInvocationTree) call.getLeaf()).getArguments().getFirst();
      return argument instanceof LiteralTree literal
          && literal.getValue().equals(isNamed(call, "setDisable"));
    }

    private boolean isOfSame(TreePath one, TreePath other) {
      Set<Element> first = variablesOf(one);
      Set<Element> second = variablesOf(other);
      return first.stream()
          .anyMatch(each -> second.stream().anyMatch(its -> program.aliases().mayShare(each, its)));
    }

    private Set<Element> variablesOf(TreePath call) {
      return program.listeners().ownerOf(call).map(Listeners.Owner::variables).orElse(Set.of());
    }

    /** Whether all variables that may stand for the object of a call have one component at most. */
    private boolean isOne(TreePath call) {
      Set<Element> all = program.aliases().of(variablesOf(call));
      long made =
          all.stream()
              .filter(each -> program.toolkit().isView(each.asType()))
              .mapToLong(this::countOf)
              .sum();
      return !all.isEmpty() && made <= 1 && all.stream().noneMatch(program::isAssignedByHandlers);
    }

    /** The number of components that a variable may get elsewhere than from other variables. */
    private long countOf(Element variable) {
      TreePath declared = program.path(variable);
      boolean isFirst =
          declared != null
              && declared.getLeaf() instanceof VariableTree tree
              && tree.getInitializer() != null
              && !isName(new TreePath(declared, tree.getInitializer()));
      return (isFirst ? 1 : 0)
          + program.index().assignedTo(variable).stream().filter(each -> !isName(each)).count();
    }

    private boolean isName(TreePath value) {
      return program.element(value) != null && program.element(value).getKind().isVariable();
    }

    private boolean isInHandler(TreePath call) {
      return waits.stream().anyMatch(wait -> Sources.isInside(call, wait.function()));
    }

    private boolean isBefore(TreePath call) {
      return before.reached().stream()
          .flatMap(reached -> reached.parts().stream())
          .anyMatch(part -> Sources.isInside(call, part));
    }

    private static boolean isStatement(TreePath statement, TreePath call) {
      return statement.getLeaf() instanceof ExpressionStatementTree tree
          && tree.getExpression() == call.getLeaf();
    }

    /**
     * Whether an event must come before a call runs, so that the user may have been there first.
     */
    private boolean isOfEvents(TreePath call) {
      TreePath statement = call.getParentPath();
      TreePath body = statement.getParentPath().getParentPath();
      boolean isAlways =
          statement.getLeaf() instanceof ExpressionStatementTree
              && (body.getLeaf() instanceof MethodTree
                  || body.getLeaf() instanceof LambdaExpressionTree
                  || body.getLeaf() instanceof ClassTree);
      return !isAlways || !isWithCreation(call, body) && program.isReachedByHandlers(call);
    }

    /** Whether a call is where its object is made: in its function, or in the same constructor. */
    private boolean isWithCreation(TreePath call, TreePath body) {
      boolean isInConstructor =
          body.getLeaf() instanceof ClassTree || FieldUses.isInConstructor(call);
      return variablesOf(call).stream()
          .map(program::path)
          .filter(Objects::nonNull)
          .map(TreePath::getParentPath)
          .anyMatch(around ->
              around.getParentPath().getLeaf() == body.getLeaf()
                  || isInConstructor && around.getLeaf() instanceof ClassTree);
    }
  }
}
