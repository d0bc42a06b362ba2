package dev.hocket.compiler.check;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.exceptions.SeenExceptions;
import dev.hocket.compiler.check.exceptions.ThrownTypes;
import dev.hocket.compiler.check.exceptions.UnseenExceptions;
import dev.hocket.compiler.check.language.Completion;
import dev.hocket.compiler.check.language.VisibleNames;
import dev.hocket.compiler.check.loops.LoopCheck;
import dev.hocket.compiler.check.loops.LoopNest;
import dev.hocket.compiler.check.place.InPlaceRegion;
import dev.hocket.compiler.check.place.Orders;
import dev.hocket.compiler.check.place.ParallelRegion;
import dev.hocket.compiler.check.place.Placement;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.check.place.TaskRegion;
import dev.hocket.compiler.check.place.TaskScopes;
import dev.hocket.compiler.check.place.WaitScopes;
import dev.hocket.compiler.check.races.EarlyReads;
import dev.hocket.compiler.check.races.LaterWrites;
import dev.hocket.compiler.check.races.LoopDependences;
import dev.hocket.compiler.check.races.LostCopies;
import dev.hocket.compiler.check.races.LostWrites;
import dev.hocket.compiler.check.races.PrivateReads;
import dev.hocket.compiler.check.races.QuietCalls;
import dev.hocket.compiler.check.races.SharedCollections;
import dev.hocket.compiler.check.races.SharedElements;
import dev.hocket.compiler.check.races.SharedFields;
import dev.hocket.compiler.check.races.SharedWrites;
import dev.hocket.compiler.check.sharing.ClauseCheck;
import dev.hocket.compiler.check.sharing.SharingCheck;
import dev.hocket.compiler.check.sharing.Variables;
import dev.hocket.compiler.check.suspension.AsyncMethods;
import dev.hocket.compiler.check.suspension.HeldLocks;
import dev.hocket.compiler.check.suspension.Outline;
import dev.hocket.compiler.check.suspension.SuspensionAnalysis;
import dev.hocket.compiler.check.suspension.Suspensions;
import dev.hocket.compiler.check.toolkit.WrongThreads;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.parse.DirectiveParser;
import dev.hocket.compiler.parse.Grammar;
import dev.hocket.compiler.scan.DirectiveComment;
import dev.hocket.compiler.scan.DirectiveScanner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.type.TypeMirror;

/** Applies all rules to the files of a compilation. */
public final class Checker {
  private static final String RUNTIME = "dev.hocket.directives.TargetBlocks";

  private final Problems problems;
  private final OtherTags elsewhere;

  private Checker(OtherTags elsewhere, Problems problems) {
    this.elsewhere = elsewhere;
    this.problems = problems;
  }

  /** Checks all files; returns those that have to be translated. */
  public static List<CheckedUnit> check(List<AttributedUnit> units, Problems problems) {
    return check(units, OtherTags.NONE, problems);
  }

  /** Checks some files of a program whose other files have the given tags. */
  public static List<CheckedUnit> check(
      List<AttributedUnit> units, OtherTags elsewhere, Problems problems) {
    return units.isEmpty() ? List.of() : new Checker(elsewhere, problems).check(units);
  }

  private List<CheckedUnit> check(List<AttributedUnit> units) {
    AsyncMethods methods = new AsyncMethods(units.getFirst().elements(), units.getFirst().types());
    List<Placement> placements = units.stream().map(this::place).toList();
    placements.forEach(methods::mark);
    List<Outline> outlines =
        placements.stream().map(each -> Outline.of(each, methods, problems)).toList();
    Map<Outline, Suspensions> suspensions = SuspensionAnalysis.of(outlines, methods, problems);
    TagCheck tags = new TagCheck(elsewhere, problems);
    QuietCalls calls = new QuietCalls(outlines);
    List<CheckedUnit> checked = new ArrayList<>();
    outlines.forEach(outline -> tags.add(outline.unit().source(), outline.directives()));
    for (Outline outline : outlines) {
      if (!outline.directives().isEmpty() || !suspensions.get(outline).isEmpty()) {
        checkModule(outline, suspensions.get(outline));
        Outline meant = tags.corrected(outline);
        tags.addWaits(meant);
        checked.add(check(outline, meant, suspensions.get(outline), calls));
      }
    }
    tags.check(units);
    new WrongThreads(outlines, problems).check();
    return checked;
  }

  private Placement place(AttributedUnit unit) {
    List<DirectiveComment> comments =
        DirectiveScanner.scan(unit.source().content(), Grammar.directiveWords());
    List<Directive> directives = new ArrayList<>();
    for (DirectiveComment comment : comments) {
      Optional<Directive> directive = DirectiveParser.parse(unit.source(), comment, problems);
      directive.ifPresent(directives::add);
    }
    return new Placement(unit, directives, problems);
  }

  /**
   * Checks a file.
   *
   * @param meant the same file with the tags of mistyped waits corrected
   */
  private CheckedUnit check(
      Outline outline, Outline meant, Suspensions suspensions, QuietCalls calls) {
    AttributedUnit unit = outline.unit();
    List<TargetBlock> blocks = outline.regions().blocks();
    List<LoopNest> nests = new LoopCheck(unit, outline.regions(), problems).nests();
    Variables variables = new Variables(unit, outline.regions(), nests, problems);
    ClauseCheck clauses = new ClauseCheck(unit, outline.regions(), variables, problems);
    SharingCheck sharing = new SharingCheck(unit, problems);
    LaterWrites later = new LaterWrites(unit, meant.waits(), problems);
    EarlyReads early = new EarlyReads(meant, calls, problems);
    Set<Element> reassigned = variables.reassigned();
    outline.regions().all().forEach(clauses::check);
    outline.syncs().forEach(clauses::check);
    for (TargetBlock block : blocks) {
      later.check(block, variables.all());
      early.check(block, variables.all());
    }
    Map<Region, List<TypeMirror>> thrown = new HashMap<>();
    for (Region function : outline.regions().functions()) {
      thrown.put(function, ThrownTypes.of(unit, function.path(), reassigned));
    }
    variables.all().forEach(sharing::check);
    variables
        .all()
        .forEach(new PrivateReads(unit, outline.regions(), variables, nests, problems)::check);
    variables.all().forEach(new LostCopies(unit, outline.regions(), variables, problems)::check);
    variables.all().forEach(new LostWrites(unit, variables, problems)::check);
    variables
        .all()
        .forEach(new SharedWrites(unit, outline.regions(), variables, nests, problems)::check);
    new SharedFields(unit, outline.regions(), variables, nests, problems).check();
    new SharedElements(unit, outline.regions(), variables, nests, problems).check();
    new SharedCollections(unit, outline.regions(), variables, nests, problems).check();
    nests.forEach(new LoopDependences(unit, outline.regions(), problems)::check);
    new RepeatedTasks(unit, outline.regions(), problems).check();
    SeenExceptions seen = new SeenExceptions(unit, outline.regions(), meant.waits());
    new UnseenExceptions(unit, thrown, seen, problems).check();
    RegionCheck regions = new RegionCheck(unit, outline.regions(), nests, problems);
    outline.regions().all().forEach(regions::check);
    outline.syncs().forEach(regions::check);
    HeldLocks locks = new HeldLocks(unit, outline.regions(), problems);
    blocks.forEach(locks::check);
    TaskScopes tasks = new TaskScopes(unit, outline.regions(), outline.syncs());
    List<Region> endless = endless(unit, outline.regions());
    return new CheckedUnit(
        unit,
        outline.regions(),
        outline.waits(),
        new WaitScopes(unit, outline.regions(), outline.waits()),
        tasks,
        new Orders(unit, outline.regions(), tasks),
        outline.syncs(),
        nests,
        variables,
        thrown,
        endless,
        suspensions,
        new VisibleNames(unit),
        first(outline, suspensions));
  }

  /**
   * Finds the regions that cannot complete normally. Reports a region after which the code
   * continues without waiting, if its method has no {@code return} after it.
   */
  private List<Region> endless(AttributedUnit unit, Regions regions) {
    Completion sequential = new Completion(unit);
    List<Region> endless =
        regions.functions().stream().filter(r -> !sequential.completes(r.statement())).toList();
    List<Region> passed = endless.stream().filter(Checker::isPassed).toList();
    Set<Tree> statements = new HashSet<>();
    passed.forEach(block -> statements.add(block.statement()));
    Completion asynchronous = new Completion(unit, statements);
    for (Region block : passed) {
      // A jump out of the block makes it endless and has been reported already.
      boolean faulty = problems.hasErrorIn(unit.source(), block.start(), block.end());
      if (!faulty && fallsOutOf(methodAround(block), asynchronous)) {
        problems.report(Message.HK026, unit.source(), block.offset(), "mode", mode(block));
      }
    }
    return endless;
  }

  /** Whether the code around a region continues without waiting for it. */
  private static boolean isPassed(Region function) {
    return switch (function) {
      case TargetBlock block -> block.directive().isAsynchronous();
      case TaskRegion task -> true;
      case ParallelRegion team -> false;
      case InPlaceRegion inPlace -> false;
    };
  }

  private static String mode(Region passed) {
    return passed instanceof TargetBlock block
        ? (block.directive().tag().isPresent() ? ClauseKind.NAME_AS : ClauseKind.NOWAIT).word()
        : passed.directive().kind().word();
  }

  private static Optional<MethodTree> methodAround(Region block) {
    for (TreePath path = block.path(); path != null; path = path.getParentPath()) {
      switch (path.getLeaf()) {
        case MethodTree method -> {
          return Optional.of(method);
        }
        case LambdaExpressionTree lambda -> {
          return Optional.empty();
        }
        case ClassTree type -> {
          return Optional.empty();
        }
        default -> {}
      }
    }
    return Optional.empty();
  }

  private static boolean fallsOutOf(Optional<MethodTree> method, Completion completion) {
    return method
        .filter(m -> m.getReturnType() != null && !m.getReturnType().toString().equals("void"))
        .map(m -> completion.completes(m.getBody()))
        .orElse(false);
  }

  private void checkModule(Outline outline, Suspensions suspensions) {
    AttributedUnit unit = outline.unit();
    ModuleElement module = unit.elements().getModuleElement(unit.module());
    if (module != null
        && !module.isUnnamed()
        && unit.elements().getTypeElement(module, RUNTIME) == null) {
      int offset = first(outline, suspensions);
      problems.report(
          Message.HK027, unit.source(), offset, "module", module.getQualifiedName().toString());
    }
  }

  /**
   * The offset by which messages refer to a file that has to be translated: its first directive, or
   * else its first call of a method that can be suspended.
   */
  private static int first(Outline outline, Suspensions suspensions) {
    return outline.directives().isEmpty()
        ? suspensions.first(outline.unit())
        : outline.directives().getFirst().comment().start();
  }
}
