package dev.hocket.compiler.lower;

import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.language.TypeNames;
import dev.hocket.compiler.check.place.ParallelRegion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;
import java.util.Optional;
import javax.lang.model.type.TypeMirror;

/**
 * Translates {@code parallel}. The statement of a region becomes
 *
 * <pre>{ TargetBlocks.mayThrow…; Teams.parallel(…, () -> { … combine … }); }</pre>
 */
final class ParallelLowering {
  private final CheckedUnit checked;
  private final Library library;
  private final Naming naming;
  private final Labels labels;
  private final Edits edits;
  private final CopyLowering copies;
  private final Expressions expressions;
  private final Exits exits;

  ParallelLowering(Context context) {
    this.checked = context.checked();
    this.library = context.library();
    this.naming = context.naming();
    this.labels = context.labels();
    this.edits = context.edits();
    this.copies = new CopyLowering(context);
    this.expressions = new Expressions(context);
    this.exits = new Exits(context);
  }

  /**
   * Translates a region.
   *
   * @param behind the code after the call, if the call completes
   */
  void lower(ParallelRegion region, String behind) {
    boolean ends = !checked.endless().contains(region);
    Snippet before = Snippet.of("{ ").add(mayThrow(checked, library, region));
    if (!hasLoop(region)) {
      before.add(opening(region));
    }
    edits.open(region.start(), region.end(), before);
    Snippet caught = ends ? caught(region) : new Snippet();
    Snippet stores = ends ? copies.stores(region, library.call(Library.TEAMS)) : new Snippet();
    String unreachable = " throw " + library.call(Library.BLOCKS) + "unreachable();";
    Snippet closing = Snippet.of(" ").add(caught).add(stores).add("});");
    closing.add((ends ? behind : unreachable) + " }");
    edits.close(region.end(), region.start(), closing);
  }

  /** Whether the directive is {@code parallel for}, so that the head of the loop comes first. */
  private boolean hasLoop(ParallelRegion region) {
    return checked.nests().stream()
        .anyMatch(nest -> nest.ownRegion().filter(region::equals).isPresent());
  }

  /** Whether the directive also shares work, so that the region contains nothing else. */
  private boolean isOnlyWork(Region region) {
    return checked.regions().all().stream()
        .anyMatch(other ->
            other.directive() instanceof Directive.WorkSharing
                && other.directive().comment() == region.directive().comment());
  }

  /** The call that begins the region, up to the code that every thread runs. */
  Snippet opening(Region region) {
    Snippet opening = new Snippet();
    opening.add(copies.encounters(region));
    String threads = naming.ofTeam("threads", region);
    Optional<Clause> number = region.directive().clause(ClauseKind.NUM_THREADS);
    number.ifPresent(
        n -> opening.add("final int " + threads + " = ").add(expressions.of(n)).add("; "));
    boolean isStrict = number.filter(Clause::isStrict).isPresent();
    String all = isStrict ? "parallelStrictly(" + isOnlyWork(region) + ", " : "parallel(";
    opening.add(
        library.call(Library.TEAMS)
            + (isOnlyWork(region) && !isStrict ? "parallelWork(" : all)
            + number.map(n -> threads + ", ").orElse(""));
    region
        .directive()
        .clause(ClauseKind.IF)
        .ifPresentOrElse(
            clause -> opening.add("(boolean) ").add(expressions.inParentheses(clause)),
            () -> opening.add("true"));
    opening.add(", " + labels.at(region.offset()) + ", () -> { ");
    opening.add(copies.declarations(region));
    boolean isCaught = isNeglecting(region) && !checked.endless().contains(region);
    return opening.add(isCaught ? "try { " : "").add(exits.label(region));
  }

  private static boolean isNeglecting(Region region) {
    return region.directive().clause(ClauseKind.NEGLECT_EXCEPTION).isPresent();
  }

  /** The end of a thread's code that catches the exceptions which the region neglects. */
  private Snippet caught(Region region) {
    Snippet caught = new Snippet();
    if (isNeglecting(region)) {
      String thrown = naming.ofTeam("thrown", region);
      caught.add("} catch (java.lang.Throwable " + thrown + ") { if (!(false");
      region.directive().clauses().stream()
          .filter(clause -> clause.kind() == ClauseKind.NEGLECT_EXCEPTION)
          .forEach(clause ->
              caught
                  .add(" || " + thrown + " instanceof ")
                  .addExpression(clause.expression().text(), clause));
      caught.add(")) throw " + thrown + "; } ");
    }
    return caught;
  }

  /** Calls that let javac know which exceptions a region can throw. */
  static String mayThrow(CheckedUnit checked, Library library, Region region) {
    StringBuilder calls = new StringBuilder();
    for (TypeMirror thrown : checked.thrown().get(region)) {
      TypeNames.of(thrown)
          .ifPresent(name ->
              calls.append(library.call(Library.BLOCKS)).append("<" + name + ">mayThrow(); "));
    }
    return calls.toString();
  }
}
