package dev.hocket.compiler.suggest.events;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.VariableElement;

/**
 * Knows whether a key that runs a menu item of the program may also type something: {@code
 * setAccelerator(KeyStroke.getKeyStroke('a'))}. The item's listeners hear of such a key before the
 * text field in which it then types. With Control or Meta, keys type nothing, nor do function keys.
 */
public final class Accelerators {
  private static final Set<String> COMMANDS = Set.of("ctrl", "control", "meta");

  /** The bits of Control and Meta in {@code InputEvent}, the older ones, too. */
  private static final int COMMAND_BITS = 0x80 | 0x100 | 0x2 | 0x4;

  private static final int FIRST_FUNCTION_KEY = 0x70;
  private static final int LAST_FUNCTION_KEY = 0x7B;

  private final Sources program;

  /** Computed on first use. */
  private Boolean mayType;

  public Accelerators(Sources program) {
    this.program = program;
  }

  public boolean mayType() {
    if (mayType == null) {
      mayType = program.index().allCalls().flatMap(this::givenBy).anyMatch(key -> !isCommand(key));
    }
    return mayType;
  }

  /** The keys that a call gives to a menu item or to an action. */
  private Stream<TreePath> givenBy(TreePath call) {
    if (!(call.getLeaf() instanceof MethodInvocationTree tree)) {
      return Stream.empty();
    }
    List<TreePath> arguments = argumentsOf(call, tree);
    boolean isKey =
        program.element(call).getSimpleName().contentEquals("setAccelerator")
            || arguments.stream()
                .map(program::element)
                .anyMatch(
                    each -> each != null && each.getSimpleName().contentEquals("ACCELERATOR_KEY"));
    return isKey ? arguments.stream().skip(arguments.size() - 1L) : Stream.empty();
  }

  private static List<TreePath> argumentsOf(TreePath call, MethodInvocationTree tree) {
    return tree.getArguments().stream()
        .map((ExpressionTree each) -> new TreePath(call, each))
        .toList();
  }

  private boolean isCommand(TreePath key) {
    if (!(key.getLeaf() instanceof MethodInvocationTree tree)
        || !program.element(key).getSimpleName().contentEquals("getKeyStroke")) {
      return false;
    }
    List<TreePath> arguments = argumentsOf(key, tree);
    return arguments.size() == 1
        ? isCommandText(arguments.getFirst().getLeaf())
        : arguments.size() == 2
            && (hasCommand(arguments.get(1)) || isFunctionKey(constantOf(arguments.getFirst())));
  }

  private static boolean isCommandText(Tree text) {
    return text instanceof LiteralTree literal
        && literal.getValue() instanceof String keys
        && Stream.of(keys.split("\\s+"))
            .anyMatch(each -> COMMANDS.contains(each) || each.matches("F\\d+"));
  }

  private boolean hasCommand(TreePath modifiers) {
    return switch (modifiers.getLeaf()) {
      case BinaryTree t when t.getKind() == Tree.Kind.OR ->
          hasCommand(new TreePath(modifiers, t.getLeftOperand()))
              || hasCommand(new TreePath(modifiers, t.getRightOperand()));
      case MethodInvocationTree t ->
          program
              .element(modifiers)
              .getSimpleName()
              .toString()
              .startsWith("getMenuShortcutKeyMask");
      default -> (constantOf(modifiers) & COMMAND_BITS) != 0;
    };
  }

  private static boolean isFunctionKey(int code) {
    return code >= FIRST_FUNCTION_KEY && code <= LAST_FUNCTION_KEY;
  }

  private int constantOf(TreePath name) {
    return program.element(name) instanceof VariableElement variable
            && variable.getConstantValue() instanceof Integer value
        ? value
        : 0;
  }
}
