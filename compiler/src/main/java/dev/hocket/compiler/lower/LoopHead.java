package dev.hocket.compiler.lower;

import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.loops.LoopNest;
import dev.hocket.compiler.check.loops.SharedLoop;
import dev.hocket.compiler.check.loops.SharedLoop.Relation;
import dev.hocket.compiler.check.place.TaskRegion;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Replaces the heads of the loops: generated text around the expressions, which stay. */
final class LoopHead {
  final LoopNest nest;
  final String loop;
  private final CheckedUnit checked;
  private final AttributedUnit unit;
  private final Naming naming;
  private final Tokens tokens;
  private final Edits edits;
  private final Expressions expressions;

  /** Whether one thread evaluates the head for all. */
  final boolean isByOne;

  /** Whether the loop belongs to a {@code taskloop}. */
  final boolean isOfTasks;

  private int at;
  private Snippet text;

  LoopHead(Context context, LoopNest nest) {
    this.checked = context.checked();
    this.unit = context.unit();
    this.naming = context.naming();
    this.tokens = context.tokens();
    this.edits = context.edits();
    this.expressions = new Expressions(context);
    // The region that the same directive opens already has braces around everything.
    this.text = Snippet.of(nest.ownRegion().isEmpty() ? "{ " : "");
    this.nest = nest;
    this.isOfTasks = nest.ownRegion().filter(TaskRegion.class::isInstance).isPresent();
    boolean isEasy = nest.isPlain() && nest.isRectangular();
    this.isByOne = nest.ownRegion().isEmpty() && !isEasy;
    this.loop = naming.ofTeam("loop", nest.region());
    this.at = nest.region().start();
  }

  String name(String role) {
    return naming.ofTeam(role, nest.region());
  }

  String name(String role, int level) {
    return naming.ofTeam(role + level, nest.region());
  }

  void add(String more) {
    text.add(more);
  }

  void add(Snippet more) {
    text.add(more);
  }

  /** Puts the text before an expression that stays. */
  void keep(Tree expression) {
    end(unit.start(expression));
    at = unit.end(expression);
  }

  /** Adds a number of the head, 0 where a loop around has no iterations. */
  void number(Tree expression, int level, String type, String sign) {
    boolean isOnce = isByOne && nest.isRectangular();
    String runs = level == 0 || !nest.isRectangular() ? "" : name("trips", level - 1) + " != 0";
    String condition =
        !isOnce ? runs : loop + ".evaluates()" + (runs.isEmpty() ? "" : " && " + runs);
    String cast = type.equals("long") ? "" : "(" + type + ") ";
    boolean plain = condition.isEmpty() && sign.isEmpty();
    add(isOnce ? cast + loop + ".once(" : "");
    add(condition.isEmpty() ? "" : condition + " ? ");
    add(plain ? "" : sign.isEmpty() ? "(" : sign + "(long) (");
    keep(expression);
    add((plain ? "" : ")") + (condition.isEmpty() ? "" : " : 0") + (isOnce ? ")" : ""));
  }

  /** How often each loop runs. */
  String counts() {
    if (nest.loops().getLast() instanceof SharedLoop.Each each) {
      return name("items") + (each.isArray() ? ".length" : ".size()");
    }
    return IntStream.range(0, nest.loops().size())
        .mapToObj(level -> name("trips", level))
        .collect(Collectors.joining(", "));
  }

  void end(int offset) {
    edits.cover(tokens.between(at, offset), text);
    text = new Snippet();
  }

  String step(int level) {
    SharedLoop.Counted counted = (SharedLoop.Counted) nest.loops().get(level);
    Long constant = counted.step().constant();
    return constant == null ? name("step", level) : constant + "L";
  }

  /** The indices of a chunk's first iteration; only the innermost changes in it. */
  String firsts() {
    StringBuilder firsts = new StringBuilder();
    int last = nest.loops().size() - 1;
    if (nest.loops().getLast() instanceof SharedLoop.Each) {
      return "final int " + name("first") + " = (int) " + loop + ".first(); ";
    }
    for (int level = 0; level <= last; level++) {
      String number = level == last ? loop + ".first()" : loop + ".index(" + level + ")";
      SharedLoop.Counted counted = (SharedLoop.Counted) nest.loops().get(level);
      String name = level == last ? name("first") : variable(counted);
      String value = nest.isRectangular() ? at(level, number) : inRow(level);
      firsts.append("final " + LoopLowering.type(counted) + " " + name + " = " + value + "; ");
    }
    return firsts.toString();
  }

  /** The index of an iteration of a loop. */
  String at(int level, String number) {
    String value = "(" + name("from", level) + " + " + number + " * " + step(level) + ")";
    return (LoopLowering.type((SharedLoop.Counted) nest.loops().get(level)).equals("int")
            ? "(int) "
            : "")
        + value;
  }

  /** The index of a chunk's first iteration, where loops have rows. */
  private String inRow(int level) {
    boolean isLast = level == nest.loops().size() - 1;
    String more = isLast ? " + " + loop + ".first() * " + step(level) : "";
    String type = LoopLowering.type((SharedLoop.Counted) nest.loops().get(level));
    return "(" + type + ") (" + loop + ".index(" + level + ")" + more + ")";
  }

  /** What an index is called in the body. */
  String variable(SharedLoop.Counted counted) {
    return counted.isOutside()
        ? naming.declared(checked.variables().resolve(counted.index(), nest.region()))
        : counted.index().getSimpleName().toString();
  }

  /** Counts the iterations of a chunk. */
  String count() {
    String start = countsFromFirst() ? name("first") : "0";
    String end = (countsFromFirst() ? name("first") + " + " : "") + loop + ".size()";
    return "for (int %1$s = %3$s, %2$s = %4$s; %1$s < %2$s; %1$s++) { "
        .formatted(name("k"), name("n"), start, end);
  }

  /**
   * Whether the counter has the values of the variable, or of the index of an element. Their bound
   * is an {@code int}, so that the sum of the first one and the size does not overflow.
   */
  private boolean countsFromFirst() {
    return switch (nest.loops().getLast()) {
      case SharedLoop.Each each -> true;
      case SharedLoop.Counted counted ->
          LoopLowering.type(counted).equals("int")
              && counted.relation() == Relation.LESS
              && Objects.equals(counted.step().constant(), 1L)
              && isInt(counted);
    };
  }

  private boolean isInt(SharedLoop.Counted counted) {
    TypeMirror bound = unit.trees().getTypeMirror(new TreePath(counted.path(), counted.to()));
    return bound.getKind() == TypeKind.INT;
  }

  /** The variable of the innermost loop. */
  String variable() {
    int level = nest.loops().size() - 1;
    return switch (nest.loops().get(level)) {
      case SharedLoop.Counted counted -> index(counted, level);
      case SharedLoop.Each each -> {
        int start = unit.start(each.variable());
        int end = Declarator.of(unit, tokens, each.variable()).nameEnd();
        String item = name("items") + (each.isArray() ? "[%s]" : ".get(%s)").formatted(name("k"));
        yield expressions.text(start, end) + " = " + item + "; ";
      }
    };
  }

  private String index(SharedLoop.Counted counted, int level) {
    String type = LoopLowering.type(counted);
    Long step = counted.step().constant();
    String name = variable(counted);
    String number = name("k");
    if (countsFromFirst()) {
      return "final int " + name + " = " + number + "; ";
    }
    String grown =
        step == null
            ? " + " + number + " * " + (type.equals("int") ? "(int) " : "") + name("step", level)
            : step == 1
                ? " + " + number
                : step == -1
                    ? " - " + number
                    : " + "
                        + number
                        + " * "
                        + (type.equals("int") ? step.intValue() + "" : step + "L");
    return "final " + type + " " + name + " = " + name("first") + grown + "; ";
  }
}
