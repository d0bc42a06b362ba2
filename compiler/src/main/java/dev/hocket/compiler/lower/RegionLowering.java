package dev.hocket.compiler.lower;

import com.sun.source.tree.BlockTree;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.loops.LoopNest;
import dev.hocket.compiler.check.place.InPlaceRegion;
import dev.hocket.compiler.check.place.ParallelRegion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.SyncPoint;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.check.place.TaskRegion;
import dev.hocket.compiler.check.place.WaitPoint;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.parse.Name;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Replaces directives by calls of the runtime library before and after their statement. The result
 * is still a single statement.
 */
final class RegionLowering {
  private final CheckedUnit checked;
  private final Library library;
  private final Naming naming;
  private final Labels labels;
  private final Edits edits;
  private final BlockLowering blocks;
  private final ParallelLowering parallels;
  private final TaskLowering tasks;
  private final LoopLowering loops;
  private final TeamLowering teams;
  private final AtomicLowering atomics;
  private final ScopeLowering scopes;

  RegionLowering(Context context) {
    this.checked = context.checked();
    this.library = context.library();
    this.naming = context.naming();
    this.labels = context.labels();
    this.edits = context.edits();
    this.blocks = new BlockLowering(context);
    this.parallels = new ParallelLowering(context);
    this.tasks = new TaskLowering(context);
    this.loops = new LoopLowering(context, this::opening);
    this.teams = new TeamLowering(context);
    this.atomics = new AtomicLowering(context);
    this.scopes = new ScopeLowering(context);
  }

  void lower(SyncPoint sync) {
    teams.lower(sync);
  }

  void lower(WaitPoint wait) {
    Directive.Wait directive = wait.directive();
    int start = directive.comment().start();
    String verb = directive.awaits() ? "awaitTags(" : "waitFor(";
    String mark = directive.awaits() ? library.call(Library.RESUMED) + "awaited(); " : "";
    String arguments =
        Stream.concat(Stream.of(labels.at(start)), scopes.arguments(wait).stream())
            .collect(Collectors.joining(", "));
    edits.insert(start, library.call(Library.BLOCKS) + verb + arguments + "); " + mark);
  }

  void lower(Region region) {
    switch (region) {
      case TargetBlock block -> blocks.lower(block);
      case ParallelRegion team -> parallels.lower(team, behind(team));
      case TaskRegion task -> tasks.lower(task, behind(task));
      case InPlaceRegion inPlace -> lower(inPlace);
    }
  }

  /** The code after the call of a region that is one directive with a loop. */
  private String behind(Region region) {
    return checked.nests().stream()
        .filter(nest -> nest.ownRegion().filter(region::equals).isPresent())
        .map(nest -> " " + loops.endValues(nest))
        .findFirst()
        .map(String::stripTrailing)
        .orElse("");
  }

  private void lower(InPlaceRegion region) {
    switch (region.directive()) {
      case Directive.Critical critical -> lower(region, critical);
      case Directive.For loop -> loops.lower(nest(region));
      case Directive.Sections sections -> teams.sections(region);
      case Directive.Section section -> {}
      case Directive.Single single -> teams.single(region);
      case Directive.Master master -> teams.master(region, master);
      case Directive.Taskgroup group -> teams.taskgroup(region);
      case Directive.Ordered ordered -> teams.ordered(region);
      case Directive.Atomic atomic -> atomics.lower(region, atomic);
    }
  }

  private Snippet opening(Region region, String handle, String counts) {
    return region instanceof TaskRegion task
        ? tasks.opening(task, handle, counts)
        : parallels.opening(region);
  }

  private LoopNest nest(InPlaceRegion region) {
    return checked.nests().stream()
        .filter(nest -> nest.region().equals(region))
        .findFirst()
        .orElseThrow();
  }

  private void lower(InPlaceRegion region, Directive.Critical critical) {
    String handle = naming.ofTeam("critical", region);
    String name = Labels.quote(critical.name().map(Name::text).orElse(""));
    String declared = "final " + library.type("Critical") + " " + handle + " = ";
    String enter = handle + ".enter(" + labels.at(region.offset()) + ");";
    enclose(
        region,
        declared + library.call("Critical") + "of(" + name + "); " + enter,
        handle + ".exit();");
  }

  /**
   * Puts calls before and after the statement; the one after it runs however the statement ends.
   */
  private void enclose(InPlaceRegion region, String before, String behind) {
    boolean braces = !(region.statement() instanceof BlockTree);
    String opening = "{ " + before + " try " + (braces ? "{ " : "");
    edits.open(region.start(), region.end(), Snippet.of(opening));
    String closing = (braces ? " }" : "") + " finally { " + behind + " } }";
    edits.close(region.end(), region.start(), closing);
  }
}
