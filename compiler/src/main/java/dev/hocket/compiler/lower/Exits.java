package dev.hocket.compiler.lower;

import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.place.Cancellations;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.SyncPoint;
import dev.hocket.compiler.check.place.TaskRegion;
import dev.hocket.compiler.parse.Directive;

/**
 * Translates {@code cancel} and {@code cancellation point} into a jump to the end of the statement
 * they leave, so that {@code finally} clauses run and no {@code catch} sees it.
 *
 * <pre>left: while (loop.next()) { … if (loop.cancel()) break left; … }</pre>
 */
final class Exits {
  private final CheckedUnit checked;
  private final Library library;
  private final Naming naming;
  private final Cancellations cancellations;
  private final AwaitedLowering awaited;

  Exits(Context context) {
    this.checked = context.checked();
    this.library = context.library();
    this.naming = context.naming();
    this.cancellations = new Cancellations(checked.regions());
    this.awaited = new AwaitedLowering(context);
  }

  /** The label before a region's statement, if a directive leaves the region. */
  String label(Region region) {
    return cancellations.isLeft(region, checked.syncs()) ? name(region) + ": " : "";
  }

  private String name(Region region) {
    return naming.ofTeam("left", region);
  }

  /** The statement that leaves the region if it is cancelled. */
  String jump(Directive.Cancel directive, SyncPoint sync, String label) {
    Region region = cancellations.left(directive, sync.list()).orElseThrow();
    String asks = directive.isPoint() ? "isCancelled(" : "cancel(";
    String question =
        switch (directive.what()) {
          case PARALLEL -> library.call(Library.TEAMS) + asks;
          case TASKGROUP -> awaited.group((TaskRegion) region) + asks + label;
          case FOR -> naming.ofTeam("loop", region) + "." + asks;
          default -> naming.ofTeam("sections", region) + "." + asks;
        };
    return "if (" + question + ")) break " + name(region) + "; ";
  }
}
