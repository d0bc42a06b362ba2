package dev.hocket.compiler.lower;

import com.sun.source.tree.BlockTree;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.language.TypeNames;
import dev.hocket.compiler.check.place.TargetBlock;
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
 * Makes blocks of targets. Such a statement becomes
 *
 * <pre>{ TargetBlocks.mayThrow…; final T x$firstprivate = x; TargetBlocks.nowait(…, () -> { … }); }
 * </pre>
 */
final class BlockLowering {
  private final CheckedUnit checked;
  private final Library library;
  private final Naming naming;
  private final Labels labels;
  private final Edits edits;

  BlockLowering(CheckedUnit checked, Library library, Naming naming, Labels labels, Edits edits) {
    this.checked = checked;
    this.library = library;
    this.naming = naming;
    this.labels = labels;
    this.edits = edits;
  }

  void lower(TargetBlock block) {
    List<Local> copies = checked.variables().copiesOf(block);
    Snippet opening = Snippet.of("{ ");
    for (TypeMirror thrown : checked.thrown().get(block)) {
      TypeNames.of(thrown)
          .ifPresent(
              name -> opening.add(library.call(Library.BLOCKS) + "<" + name + ">mayThrow(); "));
    }
    copies.stream()
        .filter(Naming::startsWithValue)
        .forEach(copy -> opening.add(encounter(copy, block)));
    boolean suspends = checked.suspensions().suspends(block);
    opening
        .add(call(block))
        .add(
            suspends
                ? library.call(Library.BLOCKS) + "resumable(" + naming.coroutine(block) + " -> "
                : "() -> ");
    String own = copies.stream().map(this::ownVariable).collect(Collectors.joining());
    boolean braces = !own.isEmpty() || !(block.statement() instanceof BlockTree);
    opening.add(braces ? "{ " + own : "");
    edits.open(block.start(), block.end(), opening);
    String mark =
        block.directive().isAwaited() ? " " + library.call(Library.RESUMED) + "awaited();" : "";
    String closing = (braces ? " }" : "") + (suspends ? "));" : ");") + mark + leave(block) + " }";
    edits.close(block.end(), block.start(), closing);
  }

  private Snippet call(TargetBlock block) {
    Directive.Target directive = block.directive();
    Snippet call = Snippet.of(library.call(Library.BLOCKS) + verb(directive) + "(");
    directive.tag().ifPresent(tag -> call.add(Labels.quote(tag.text()) + ", "));
    call.add(target(block)).add(", ").add(condition(block)).add(", ");
    return call.add(labels.at(directive.here() ? block.start() : block.offset())).add(", ");
  }

  private static String verb(Directive.Target directive) {
    return directive.tag().isPresent()
        ? "nameAs"
        : directive.isAsynchronous() ? "nowait" : directive.isAwaited() ? "await" : "run";
  }

  private Snippet target(TargetBlock block) {
    Directive.Target directive = block.directive();
    if (directive.here()) {
      return Snippet.of(library.call(Library.BLOCKS) + "here()");
    }
    if (directive.clause(ClauseKind.VIRTUAL).isPresent()) {
      String name = directive.clause(ClauseKind.VIRTUAL).get().names().getFirst().text();
      return Snippet.of(library.call(Library.BLOCKS) + "virtual(" + Labels.quote(name) + ")");
    }
    Snippet device = Snippet.of(library.call(Library.BLOCKS) + "device(");
    return directive
        .clause(ClauseKind.DEVICE)
        .map(clause -> device.addExpression(expression(block, clause), clause))
        .orElseGet(() -> device.add("0"))
        .add(")");
  }

  /** Whether the block goes to the target. */
  private Snippet condition(TargetBlock block) {
    Directive.Target directive = block.directive();
    return directive
        .clause(ClauseKind.IF)
        .map(clause ->
            Snippet.of("(" + clause.kind().type() + ") ")
                .addExpression("(" + expression(block, clause) + ")", clause))
        .orElseGet(() -> Snippet.of(directive.here() ? "false" : "true"));
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
    // A name may be written with escapes, and so longer than it is.
    Tokens tokens = new Tokens(text);
    names.forEach((at, v) -> expression.replace(at, tokens.firstFrom(at).end(), naming.use(v)));
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
        + naming.box(type)
        + " "
        + name
        + " = new "
        + naming.box(type)
        + "("
        + value
        + "); ";
  }

  /** Tells javac that nothing follows a block that cannot complete. */
  private String leave(TargetBlock block) {
    boolean leaves = checked.endless().contains(block) && !block.directive().isAsynchronous();
    return leaves ? " throw " + library.call(Library.BLOCKS) + "unreachable();" : "";
  }
}
