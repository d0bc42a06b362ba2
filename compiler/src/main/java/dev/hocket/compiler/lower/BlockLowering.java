package dev.hocket.compiler.lower;

import com.sun.source.tree.BlockTree;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.language.TypeNames;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.check.place.WaitPoint;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.Use;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.lang.model.type.TypeMirror;

/**
 * Makes calls of the run-time library of directives. A block becomes
 *
 * <pre>{ TargetBlocks.mayThrow…; final T x$firstprivate = x; TargetBlocks.nowait(…, () -> { … }); }
 * </pre>
 *
 * and stays one statement.
 */
final class BlockLowering {
  private final CheckedUnit checked;
  private final AttributedUnit unit;
  private final Naming naming;
  private final Edits edits;

  BlockLowering(CheckedUnit checked, Naming naming, Edits edits) {
    this.checked = checked;
    this.unit = checked.unit();
    this.naming = naming;
    this.edits = edits;
  }

  void lower(WaitPoint wait) {
    String tags =
        wait.directive().tags().stream()
            .map(tag -> quote(tag.text()))
            .collect(Collectors.joining(", "));
    Directive.Wait directive = wait.directive();
    String verb = directive.awaits() ? "awaitTags(" : "waitFor(";
    String mark = directive.awaits() ? naming.resumed() + "awaited(); " : "";
    int start = directive.comment().start();
    edits.insert(start, naming.blocks() + verb + label(start) + ", " + tags + "); " + mark);
  }

  void lower(TargetBlock block) {
    List<Local> copies = checked.variables().copiesOf(block);
    Snippet opening = Snippet.of("{ ");
    for (TypeMirror thrown : checked.thrown().get(block)) {
      TypeNames.of(thrown)
          .ifPresent(name -> opening.add(naming.blocks() + "<" + name + ">mayThrow(); "));
    }
    copies.stream()
        .filter(Naming::startsWithValue)
        .forEach(copy -> opening.add(encounter(copy, block)));
    boolean suspends = checked.suspensions().suspends(block);
    opening
        .add(call(block))
        .add(
            suspends
                ? naming.blocks() + "resumable(" + naming.coroutine(block) + " -> "
                : "() -> ");
    String own = copies.stream().map(this::ownVariable).collect(Collectors.joining());
    boolean braces = !own.isEmpty() || !(block.statement() instanceof BlockTree);
    opening.add(braces ? "{ " + own : "");
    edits.open(block.start(), block.end(), opening);
    String mark = block.directive().isAwaited() ? " " + naming.resumed() + "awaited();" : "";
    String closing = (braces ? " }" : "") + (suspends ? "));" : ");") + mark + leave(block) + " }";
    edits.close(block.end(), block.start(), closing);
  }

  private Snippet call(TargetBlock block) {
    Directive.Target directive = block.directive();
    Snippet call = Snippet.of(naming.blocks() + verb(directive) + "(");
    directive.tag().ifPresent(tag -> call.add(quote(tag.text()) + ", "));
    if (directive.here()) {
      return call.add(label(block.start())).add(", ");
    }
    call.add(target(block)).add(", ");
    directive
        .clause(ClauseKind.IF)
        .ifPresent(clause ->
            call.add("(boolean) ")
                .addExpression("(" + expression(block, clause) + ")", clause)
                .add(", "));
    return call.add(label(directive.comment().start())).add(", ");
  }

  private static String verb(Directive.Target directive) {
    String verb =
        directive.tag().isPresent()
            ? "nameAs"
            : directive.isAsynchronous() ? "nowait" : directive.isAwaited() ? "await" : "run";
    return directive.here() ? verb + "Here" : verb;
  }

  private Snippet target(TargetBlock block) {
    Directive.Target directive = block.directive();
    if (directive.clause(ClauseKind.VIRTUAL).isPresent()) {
      String name = directive.clause(ClauseKind.VIRTUAL).get().names().getFirst().text();
      return Snippet.of(quote(name));
    }
    Snippet device = Snippet.of(naming.blocks() + "device(");
    if (directive.clause(ClauseKind.DEVICE).isPresent()) {
      Clause clause = directive.clause(ClauseKind.DEVICE).get();
      device.addExpression(expression(block, clause), clause);
    } else {
      device.add("0");
    }
    return device.add(")");
  }

  /** The user's expression, with the variables in it by their generated names. */
  private String expression(TargetBlock block, Clause clause) {
    String text = clause.expression().text();
    int start = clause.expression().offset();
    Map<Integer, Local> names = new TreeMap<>(Comparator.reverseOrder());
    for (Local local : checked.variables().all()) {
      for (Use use : local.uses()) {
        if (use.inClause() && start <= use.offset() && use.offset() < start + text.length()) {
          names.put(use.offset() - start, local);
        }
      }
    }
    StringBuilder expression = new StringBuilder(text);
    names.forEach((at, v) -> expression.replace(at, at + v.name().length(), naming.use(v)));
    return expression.toString();
  }

  private String encounter(Local copy, TargetBlock block) {
    Local original = checked.variables().resolve(copy.element(), block.outer());
    String type = TypeNames.of(copy.element().asType()).orElse("var");
    return "final " + type + " " + naming.encountered(copy) + " = " + naming.use(original) + "; ";
  }

  private String ownVariable(Local copy) {
    if (Naming.startsWithValue(copy) && !copy.isWritten()) {
      return "";
    }
    TypeMirror type = copy.element().asType();
    String first =
        Naming.startsWithValue(copy) ? naming.encountered(copy) : Naming.defaultValue(type);
    String name = naming.declared(copy);
    if (!copy.isBoxed()) {
      return TypeNames.of(type).orElseThrow() + " " + name + " = " + first + "; ";
    }
    String value = Naming.startsWithValue(copy) ? first : "";
    return "final "
        + Naming.box(type)
        + " "
        + name
        + " = new "
        + Naming.box(type)
        + "("
        + value
        + "); ";
  }

  /** Tells javac that nothing follows a block that cannot complete. */
  private String leave(TargetBlock block) {
    boolean leaves = checked.endless().contains(block) && !block.directive().isAsynchronous();
    return leaves ? " throw " + naming.blocks() + "unreachable();" : "";
  }

  private String label(int offset) {
    return quote(unit.source().simpleName() + ":" + unit.source().line(offset));
  }

  private static String quote(String text) {
    return '"' + text + '"';
  }
}
