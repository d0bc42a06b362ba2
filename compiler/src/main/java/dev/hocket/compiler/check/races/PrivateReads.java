package dev.hocket.compiler.check.races;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.StatementTree;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.loops.LoopNest;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.Use;
import dev.hocket.compiler.check.sharing.Variables;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.parse.Name;
import java.util.List;
import java.util.Optional;

/**
 * Warns if a copy is read, or its last value stored, where some path has assigned no value to it.
 *
 * <pre>{@code
 * int count = 1;
 * //#omp target virtual(worker) private(count)
 * System.out.println(count); // HK111: the block has a count of its own
 * }</pre>
 */
public final class PrivateReads {
  private final AttributedUnit unit;
  private final Regions regions;
  private final Variables variables;
  private final List<LoopNest> nests;
  private final Problems problems;

  public PrivateReads(
      AttributedUnit unit,
      Regions regions,
      Variables variables,
      List<LoopNest> nests,
      Problems problems) {
    this.unit = unit;
    this.regions = regions;
    this.variables = variables;
    this.nests = nests;
    this.problems = problems;
  }

  /** Checks a copy. */
  public void check(Local copy) {
    if (copy.construct() == null || copy.isIndex()) {
      return;
    }
    boolean isEmpty = copy.copy() == ClauseKind.PRIVATE || copy.copy() == ClauseKind.LASTPRIVATE;
    if (isEmpty && !copy.startsWithValue()) {
      runs(copy.construct()).stream()
          .flatMap(code -> firstRead(copy, code).stream())
          .findFirst()
          .ifPresent(read -> report(Message.HK111, copy, read));
    } else if (copy.startsWithValue() && !copy.isImplicit() && copy.isWritten()) {
      laterRuns(copy).stream()
          .flatMap(code -> firstRead(copy, code).stream())
          .findFirst()
          .ifPresent(read -> report(Message.HK120, copy, read));
    }
    boolean isChanged = copy.isWritten() || !copy.startsWithValue();
    if (copy.copy() == ClauseKind.LASTPRIVATE && isChanged) {
      checkLast(copy);
    }
  }

  /** The parts of a region that begin without the value of another one. */
  private List<? extends StatementTree> runs(Region region) {
    return region.directive() instanceof Directive.Sections
        ? sections(region)
        : List.of(iteration(region).orElse(region.statement()));
  }

  /** The code that may begin with what an earlier iteration or section has assigned to a copy. */
  private List<? extends StatementTree> laterRuns(Local copy) {
    Region region = copy.construct();
    if (!(region.directive() instanceof Directive.Sections)) {
      return iteration(region).stream().toList();
    }
    return sections(region).stream().dropWhile(section -> !assigns(copy, section)).skip(1).toList();
  }

  private boolean assigns(Local copy, StatementTree code) {
    return copy.uses().stream()
        .filter(Use::writes)
        .anyMatch(use -> unit.start(code) <= use.offset() && use.offset() < unit.end(code));
  }

  private static List<? extends StatementTree> sections(Region region) {
    return region.statement() instanceof BlockTree block ? block.getStatements() : List.of();
  }

  /** The code of an iteration, if the region is a shared loop or the tasks of one. */
  private Optional<StatementTree> iteration(Region region) {
    return nests.stream()
        .filter(nest ->
            nest.region().equals(region) || nest.ownRegion().filter(region::equals).isPresent())
        .map(LoopNest::body)
        .findFirst();
  }

  private Optional<Integer> firstRead(Local copy, StatementTree code) {
    RegionFlow flow = flow(copy);
    flow.run(code, false);
    return flow.found().stream().findFirst();
  }

  /** Follows a copy: a statement that only one thread runs assigns only the copy of that thread. */
  private RegionFlow flow(Local copy) {
    return new RegionFlow(regions, variables, copy) {
      @Override
      void leave(Region region, boolean before) {
        boolean isPart = region.directive() instanceof Directive.Section;
        if (region.isForSome() && !isPart && !before) {
          lose();
        }
        super.leave(region, before);
      }
    };
  }

  private void checkLast(Local copy) {
    List<? extends StatementTree> runs = runs(copy.construct());
    if (!runs.isEmpty() && !flow(copy).run(runs.getLast(), false)) {
      report(Message.HK119, copy, listed(copy));
    }
  }

  private static int listed(Local copy) {
    return copy.construct().directive().clauses().stream()
        .filter(clause -> clause.kind() == ClauseKind.LASTPRIVATE)
        .map(Clause::names)
        .flatMap(List::stream)
        .filter(name -> name.text().equals(copy.name()))
        .mapToInt(Name::offset)
        .findFirst()
        .orElseThrow();
  }

  private void report(Message message, Local copy, int place) {
    boolean isSection = copy.construct().directive() instanceof Directive.Sections;
    problems.report(
        message,
        unit.source(),
        place,
        "variable",
        copy.name(),
        "part",
        isSection ? "section" : "iteration");
  }
}
