package dev.hocket.compiler.suggest;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.events.LateEvents;
import dev.hocket.compiler.suggest.loops.Independence;
import dev.hocket.compiler.suggest.source.Texts;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;

/**
 * The rules for code that a user wants to run on a worker. They are the same as those for proposals
 * from a recording, and are checked before the compiler is asked.
 */
@SuppressWarnings("exports") // for the package inspect, which works on javac's trees, too
public final class SelectedCode {
  /** Methods of {@code java.util.concurrent.locks} after which a thread holds no further lock. */
  private static final Pattern LOCKS_NOTHING =
      Pattern.compile("(?:unlock|tryUnlock|is|get|has|signal|validate|newCondition|toString).*");

  private final Program program;
  private final TreePath function;

  private SelectedCode(Program program, TreePath function) {
    this.program = program;
    this.function = function;
  }

  /**
   * Looks for a reason not to run statements on a worker while their function is suspended.
   *
   * @param task the run of javac that has attributed the program
   * @param units the files that it has read
   * @param function the method or lambda around the statements
   * @param statements the statements, in their order
   * @return the first reason; empty if there is none
   */
  public static Optional<String> obstacle(
      JavacTask task,
      List<CompilationUnitTree> units,
      TreePath function,
      List<TreePath> statements) {
    Program program = Program.of(task, units);
    SelectedCode code = new SelectedCode(program, function);
    Optional<String> obstacle =
        code.calledByLibrary()
            .or(code::ranElsewhere)
            .or(() -> code.lockedBefore(statements.getLast()));
    for (TreePath statement : statements) {
      obstacle =
          obstacle
              .or(() -> new SharedFields(program).problem(statement, function))
              .or(() -> ChangedContainers.problem(program, statement, function, true))
              .or(() -> new Moments(program).problem(function, statement));
    }
    return obstacle
        .or(() -> new LateEvents(program).problem(function, statements.getLast()))
        .or(() ->
            BothSides.problem(
                program,
                List.of(new BothSides.Wait(function, statements, statements.getFirst(), false)),
                statements));
  }

  /**
   * The directive that shares a loop out to several threads.
   *
   * @param task the run of javac that has attributed the program
   * @param units the files that it has read
   * @param statement the loop, or another statement
   * @return the directive; empty if the iterations may depend on each other
   */
  public static Optional<String> sharing(
      JavacTask task, List<CompilationUnitTree> units, TreePath statement) {
    return Independence.directive(Program.of(task, units), statement);
  }

  /**
   * A library that calls a function continues when it returns, unless the function is a handler.
   */
  private Optional<String> calledByLibrary() {
    boolean called =
        function.getLeaf() instanceof MethodTree
            ? program.overrides().overridesLibrary((ExecutableElement) program.element(function))
            : !program.isOfProgram(program.trees().getTypeMirror(function));
    return called && !program.handlers().isHandler(function)
        ? Optional.of(
            "a library calls "
                + Texts.nameOf(function)
                + " and continues when it returns, so nothing in it can be awaited")
        : Optional.empty();
  }

  /** Looks for code that runs the function without its name, and continues at its first wait. */
  private Optional<String> ranElsewhere() {
    Optional<String> called =
        program
            .handlers()
            .callOf(function)
            .map(call ->
                "the program calls "
                    + Texts.nameOf(function)
                    + " without its name ("
                    + program.place(call)
                    + ") and continues when it returns, so nothing in it can be awaited");
    return program.handlers().isHandler(function)
        ? called
        : called.or(() -> program.overrides().otherRun(function));
  }

  private Optional<String> lockedBefore(TreePath last) {
    TreePath[] found = {null};
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        Element method = program.element(getCurrentPath());
        boolean locks =
            method != null
                && !LOCKS_NOTHING.matcher(method.getSimpleName()).matches()
                && method
                    .getEnclosingElement()
                    .toString()
                    .startsWith("java.util.concurrent.locks.");
        boolean acquires =
            method != null
                && method.getSimpleName().toString().contains("cquire")
                && method.getEnclosingElement().toString().equals("java.util.concurrent.Semaphore");
        if ((locks || acquires) && program.start(getCurrentPath()) < program.end(last)) {
          found[0] = getCurrentPath();
        }
        return super.visitMethodInvocation(tree, unused);
      }

      @Override
      public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
        return null;
      }
    }.scan(Sources.body(function), null);
    return Optional.ofNullable(found[0])
        .map(lock ->
            "a lock is taken ("
                + program.place(lock)
                + "), and other handlers could run while it is held");
  }
}
