package dev.hocket.compiler.lower;

import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.place.Orders;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.sharing.DependItem;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/**
 * Translates {@code depend}. {@code depend(in: x) depend(out: a[i])} becomes
 *
 * <pre>
 * new Depends().variable("in", x, x.value).element("out", false ? (a)[(i)] : null, (a), new int[] {(i)}),
 * </pre>
 */
final class DependLowering {
  private final CheckedUnit checked;
  private final Library library;
  private final Naming naming;
  private final Expressions expressions;

  DependLowering(Context context) {
    this.checked = context.checked();
    this.library = context.library();
    this.naming = context.naming();
    this.expressions = new Expressions(context);
  }

  /** The declaration of the order of the blocks that a region's code creates, if it needs one. */
  String declaration(Region region) {
    return checked.orders().in(region).map(this::declaration).orElse("");
  }

  String declaration(Orders.Creator creator) {
    String type = library.type(Library.DEPENDS) + ".Order";
    return "final %1$s %2$s = new %1$s(); ".formatted(type, naming.order(creator.number()));
  }

  /** The order of the code that creates a region; {@code null} in a team. */
  String order(Region region) {
    return checked.orders().of(region).map(c -> naming.order(c.number())).orElse("null");
  }

  /** The declaration of a block's turn. */
  Snippet turn(Region block, String label) {
    String turn = naming.ofTeam("turn", block);
    return Snippet.of("final " + library.type(Library.DEPENDS) + ".Turn " + turn + " = ")
        .add(library.call(Library.DEPENDS) + "next(" + order(block) + ", " + label + ", ")
        .add(list(block))
        .add("); ");
  }

  /**
   * The argument for a task's {@code depend} clauses, followed by a comma; empty without clauses.
   */
  Snippet of(Region task) {
    Snippet list = list(task);
    return list.isEmpty() ? list : list.add(", ");
  }

  private Snippet list(Region task) {
    List<Clause> clauses =
        task.directive().clauses().stream()
            .filter(clause -> clause.kind() == ClauseKind.DEPEND)
            .toList();
    Snippet argument = new Snippet();
    if (!clauses.isEmpty()) {
      argument.add("new " + library.type(Library.DEPENDS) + "()");
      for (Clause clause : clauses) {
        DependItem item = checked.variables().dependItem(clause).orElseThrow();
        String call = item.isName() ? variable(item, task) : element(item);
        argument.addExpression(call.formatted(Labels.quote(clause.word().text())), clause);
      }
    }
    return argument;
  }

  private String variable(DependItem item, Region task) {
    Optional<Local> local = checked.variables().named(item.name(), task);
    return local
        .map(variable ->
            ".variable(%s, "
                + naming.declared(variable)
                + ", "
                + object(variable.element().asType(), naming.use(variable))
                + ")")
        .orElseGet(() -> field(checked.variables().field(item.name(), task).orElseThrow()));
  }

  private String field(VariableElement field) {
    String owner = ((TypeElement) field.getEnclosingElement()).getQualifiedName().toString();
    String name = field.getSimpleName().toString();
    boolean isStatic = field.getModifiers().contains(Modifier.STATIC);
    String holder = isStatic ? Labels.quote(owner) : "this";
    String value = object(field.asType(), name);
    return ".field(%s, " + holder + ", " + Labels.quote(owner + "." + name) + ", " + value + ")";
  }

  /** The value as an object, if it is one; a primitive value cannot be a location. */
  private static String object(TypeMirror type, String value) {
    return type.getKind().isPrimitive() ? "null" : value;
  }

  /** The element as an expression, for code that never runs but whose type javac checks. */
  private String element(DependItem item) {
    String array = expressions.of(item.root());
    List<String> indices = item.indices().stream().map(expressions::of).toList();
    String element = array + indices.stream().map(i -> "[" + i + "]").collect(Collectors.joining());
    String arguments = array + ", new int[] {" + String.join(", ", indices) + "}";
    return (".element(#, false ? " + element + " : null, " + arguments + ")")
        .replace("%", "%%")
        .replaceFirst("#", "%s");
  }
}
