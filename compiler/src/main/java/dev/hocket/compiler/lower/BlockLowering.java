package dev.hocket.compiler.lower;

import com.sun.source.tree.BlockTree;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.place.Orders;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;

/**
 * Translates blocks of targets. The statement of a {@code target} becomes
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
  private final CopyLowering copies;
  private final Expressions expressions;
  private final ScopeLowering scopes;
  private final DependLowering orders;
  private final AwaitedLowering awaited;

  BlockLowering(Context context) {
    this.checked = context.checked();
    this.library = context.library();
    this.naming = context.naming();
    this.labels = context.labels();
    this.edits = context.edits();
    this.copies = new CopyLowering(context);
    this.expressions = new Expressions(context);
    this.scopes = new ScopeLowering(context);
    this.orders = new DependLowering(context);
    this.awaited = new AwaitedLowering(context);
  }

  void lower(TargetBlock block) {
    Snippet opening = Snippet.of("{ ");
    opening.add(ParallelLowering.mayThrow(checked, library, block));
    opening.add(copies.encounters(block));
    boolean suspends = checked.suspensions().suspends(block);
    boolean isOrdered = Orders.isOrdered(block);
    String turn = naming.ofTeam("turn", block);
    opening.add(isOrdered ? orders.turn(block, labels.at(block.offset())) : new Snippet());
    opening.add(isOrdered ? "try { " : "");
    boolean isOver = isOrdered && !suspends;
    opening
        .add(call(block))
        .add(isOver ? turn + ".over(" : "")
        .add(
            suspends
                ? library.call(Library.BLOCKS) + "resumable(" + naming.coroutine(block) + " -> "
                : "() -> ");
    boolean awaitsTurn = isOrdered && suspends;
    Snippet own =
        Snippet.of(
            awaitsTurn ? turn + ".await(); " + library.call(Library.RESUMED) + "awaited(); " : "");
    own.add(orders.declaration(block)).add(copies.declarations(block));
    boolean braces =
        !own.isEmpty()
            || !(block.statement() instanceof BlockTree)
            || checked.taskScopes().of(block).isPresent();
    opening.add(braces ? "{ " : "").add(own);
    edits.open(block.start(), block.end(), opening);
    String mark =
        block.directive().isAwaited() ? " " + library.call(Library.RESUMED) + "awaited();" : "";
    Snippet closing = Snippet.of(braces ? " }" : "").add(suspends || isOver ? ")" : "");
    closing.add(undo(block)).add(");" + mark + leave(block));
    closing.add((isOrdered ? ending(block, turn) : "") + " }");
    edits.close(block.end(), block.start(), closing);
    awaited.lower(block);
  }

  /** The end of a turn: that of the call, unless the block ends later by itself. */
  private static String ending(TargetBlock block, String turn) {
    return block.directive().isAsynchronous()
        ? " } catch (java.lang.Throwable %1$sthrown) { %1$s.end(); throw %1$sthrown; }"
            .formatted(turn)
        : " } finally { %s.end(); }".formatted(turn);
  }

  /** The argument with the code that runs if the block is cancelled. */
  private Snippet undo(TargetBlock block) {
    boolean isNamedInTurn = Orders.isOrdered(block) && block.directive().tag().isPresent();
    return block
        .directive()
        .clause(ClauseKind.ON_CANCEL)
        .map(clause -> Snippet.of(", () -> ").add(expressions.of(clause)))
        .orElseGet(() -> Snippet.of(isNamedInTurn ? ", null" : ""));
  }

  private Snippet call(TargetBlock block) {
    Directive.Target directive = block.directive();
    Snippet call = Snippet.of(library.call(Library.BLOCKS) + verb(directive) + "(");
    boolean isInTurn = Orders.isOrdered(block) && directive.isAsynchronous();
    call.add(isInTurn ? naming.ofTeam("turn", block) + ", " : "");
    directive
        .tag()
        .ifPresent(tag ->
            call.add((isInTurn ? scopes.scope(block, tag) : scopes.argument(block, tag)) + ", "));
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
        .map(clause -> device.add(expressions.of(clause)))
        .orElseGet(() -> device.add("0"))
        .add(", " + labels.at(block.offset()) + ")");
  }

  /** The condition under which the block goes to its target. */
  private Snippet condition(TargetBlock block) {
    Directive.Target directive = block.directive();
    return directive
        .clause(ClauseKind.IF)
        .map(clause ->
            Snippet.of("(" + clause.kind().type() + ") ").add(expressions.inParentheses(clause)))
        .orElseGet(() -> Snippet.of(directive.here() ? "false" : "true"));
  }

  /** A statement that lets javac know that a block cannot complete, so no code after it runs. */
  private String leave(TargetBlock block) {
    boolean leaves = checked.endless().contains(block) && !block.directive().isAsynchronous();
    return leaves ? " throw " + library.call(Library.BLOCKS) + "unreachable();" : "";
  }
}
