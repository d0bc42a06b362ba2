package dev.hocket.compiler.suggest;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.source.Calls;
import dev.hocket.compiler.suggest.trees.Nodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeMirror;

/**
 * Finds what a handler reads for the first time after the wait, and what the user or another
 * handler may have changed meanwhile: the text of a field, a field of the program. In the program,
 * the window is frozen until then. That may be what the user wants, so it is said with the
 * proposal.
 */
final class LaterReads {
  private static final Set<String> WINDOWS = Set.of("java.awt.Window", "javafx.stage.Window");

  private final Program program;
  private final Set<String> places = new TreeSet<>();
  private final List<String> found = new ArrayList<>();

  private LaterReads(Program program) {
    this.program = program;
  }

  /** The reads in the code that runs after the wait, each with its place. */
  static List<String> in(Program program, List<Side.Code> later) {
    LaterReads reads = new LaterReads(program);
    for (Side.Code code : later) {
      ShownValues shown = new ShownValues(program, code.function());
      shown.walk(code.reached());
      shown.questions().stream().filter(each -> !reads.isSetBefore(each)).forEach(reads::add);
      code.reached().parts().forEach(part -> reads.addFields(code, part));
    }
    return reads.found;
  }

  /**
   * The reason why a handler must not ask some components after its wait: they may call it before
   * they have done what the event stands for. A table removes its editor when the listeners of that
   * have returned, so {@code table.getEditingRow()} is another row after the wait, whatever the
   * user does. The file {@code jdk.txt} lists the methods that add other listeners.
   */
  static Optional<String> unsettled(Program program, TreePath handler, List<Side.Code> later) {
    boolean isSettled = isSettled(program, handler);
    return later.stream()
        .flatMap(code -> {
          ShownValues shown = new ShownValues(program, code.function());
          shown.walk(code.reached());
          return Stream.concat(shown.questions().stream(), shown.parts().stream());
        })
        .filter(each -> !isSettled || isPassing(program, each) || !isOfProgram(program, each))
        .findFirst()
        .map(each ->
            (isSettled && !isPassing(program, each)
                    ? "the user may change that during the wait, and after it the handler asks "
                    : "the component changes when its listeners have returned, and after the wait this one asks ")
                + said(program, each)
                + "; ask before the slow code, and keep the answer in a local variable");
  }

  /** Whether a call asks for what ends with an input, as whether a button is pressed. */
  private static boolean isPassing(Program program, TreePath question) {
    return program.element(question) instanceof ExecutableElement method
        && Library.jdk().isPassing(method);
  }

  /**
   * Whether only the program changes what a call asks a component for, or the toolkit when it lays
   * out the window; where the mouse is, or whether a window is in front, the user decides.
   */
  private static boolean isOfProgram(Program program, TreePath question) {
    ExecutableElement method = (ExecutableElement) program.element(question);
    TypeMirror owner = method.getEnclosingElement().asType();
    boolean isOfView =
        program.toolkit().isView(owner) || owner.toString().equals("java.awt.Toolkit");
    Library jdk = Library.jdk();
    TypeMirror object = Calls.objectOf(question).map(program.trees()::getTypeMirror).orElse(owner);
    boolean isOfWindow = program.isA(object, WINDOWS);
    return !isOfView
        || program.asked().isEntry(question)
        || program.isOfToolkit(method.getReturnType())
        || Stream.of("sized", "tells", "looks", "quiet", "passing")
            .anyMatch(word -> jdk.isQuiet(word, method))
        || jdk.isPassing(method)
        || !isOfWindow && program.methods().asksProperty(method)
        || isOfWindow && method.getSimpleName().contentEquals("getTitle")
        || program.reads(method);
  }

  /** Whether a handler is a task, or components call it only when all has been done. */
  private static boolean isSettled(Program program, TreePath handler) {
    return program.listeners().isSettled(handler)
        || !program.handlers().isOfEvents(handler)
        || Handlers.isDone(program, handler);
  }

  private static String said(Program program, TreePath read) {
    return "'" + program.text(read).replaceAll("\\s+", " ") + "' (" + program.place(read) + ")";
  }

  private void add(TreePath read) {
    String said = said(program, read);
    if (places.add(said)) {
      found.add(said);
    }
  }

  private void addFields(Side.Code code, TreePath part) {
    Reached reached = code.reached();
    reached.deeds(part).nodes().stream()
        .filter(Nodes::isName)
        .filter(name -> mayHaveChanged(name) && !isStep(name) && !isAssignedBefore(name))
        .filter(name -> !reached.isOnNew(name, part))
        .forEach(this::add);
  }

  private boolean mayHaveChanged(TreePath name) {
    Element variable = program.element(name);
    return variable != null && program.isAssignedByHandlers(variable);
  }

  /** Whether a name is assigned or counted, which is right for whatever it holds. */
  static boolean isStep(TreePath name) {
    return switch (name.getParentPath().getLeaf()) {
      case AssignmentTree t -> t.getVariable() == name.getLeaf();
      case CompoundAssignmentTree t -> t.getVariable() == name.getLeaf();
      case UnaryTree t -> true;
      default -> false;
    };
  }

  /** Whether an earlier statement around a name assigns the field, so that its value is known. */
  private boolean isAssignedBefore(TreePath name) {
    Element field = program.element(name);
    return follows(name, statement -> field.equals(assignedBy(statement)));
  }

  /** Whether an earlier statement sets the property that a call asks for. */
  private boolean isSetBefore(TreePath question) {
    if (!(question.getLeaf() instanceof MethodInvocationTree asks)
        || !(asks.getMethodSelect() instanceof MemberSelectTree asked)) {
      return false;
    }
    String setter = asked.getIdentifier().toString().replaceFirst("^(?:get|is)", "set");
    return follows(
        question,
        statement ->
            statement.getLeaf() instanceof ExpressionStatementTree tree
                && tree.getExpression() instanceof MethodInvocationTree call
                && call.getMethodSelect() instanceof MemberSelectTree select
                && select.getIdentifier().contentEquals(setter)
                && select.getExpression().toString().equals(asked.getExpression().toString()));
  }

  /** Whether one of the earlier statements in the blocks around some code is of a kind. */
  static boolean follows(TreePath code, Predicate<TreePath> kind) {
    TreePath path = code;
    while (!(path.getLeaf() instanceof MethodTree || path.getLeaf() instanceof ClassTree)) {
      TreePath parent = path.getParentPath();
      if (parent.getLeaf() instanceof BlockTree block) {
        for (StatementTree each : block.getStatements()) {
          if (each == path.getLeaf()) {
            break;
          }
          if (kind.test(new TreePath(parent, each))) {
            return true;
          }
        }
      }
      path = parent;
    }
    return false;
  }

  /** The variable that a statement assigns; null if there is none. */
  private Element assignedBy(TreePath statement) {
    if (!(statement.getLeaf() instanceof ExpressionStatementTree tree)) {
      return null;
    }
    ExpressionTree target =
        switch (tree.getExpression()) {
          case AssignmentTree t -> t.getVariable();
          case CompoundAssignmentTree t -> t.getVariable();
          default -> null;
        };
    TreePath path = new TreePath(statement, tree.getExpression());
    return target == null ? null : program.element(new TreePath(path, target));
  }
}
