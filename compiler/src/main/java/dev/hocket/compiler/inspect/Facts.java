package dev.hocket.compiler.inspect;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.place.Function;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.check.place.WaitPoint;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.diagnose.SourceText;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.parse.DirectiveKind;
import dev.hocket.compiler.parse.DirectiveParser;
import dev.hocket.compiler.parse.Grammar;
import dev.hocket.compiler.scan.DirectiveComment;
import dev.hocket.compiler.scan.DirectiveScanner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Collects facts about the directives of a file: for each one, its meaning here, in sentences. */
final class Facts {
  private final CheckedUnit checked;
  private final Map<Integer, Governed> found = new LinkedHashMap<>();

  Facts(CheckedUnit checked) {
    this.checked = checked;
  }

  List<Governed> all() {
    checked.regions().all().forEach(this::add);
    checked.waits().forEach(this::add);
    checked.syncs().forEach(sync -> addAlone(sync.directive(), sync.directive().word(), List.of()));
    SourceText source = checked.unit().source();
    for (DirectiveComment comment :
        DirectiveScanner.scan(source.content(), Grammar.directiveWords())) {
      if (!found.containsKey(comment.start())) {
        DirectiveParser.parse(source, comment, new Problems()).ifPresent(this::addMark);
      }
    }
    return List.copyOf(found.values());
  }

  /**
   * Adds the facts of a region's directive. A combined directive has two regions; their facts are
   * joined.
   */
  private void add(Region region) {
    Directive.Construct directive = region.directive();
    List<String> facts = new ArrayList<>();
    facts.add(Meanings.of(directive));
    for (Clause clause : directive.clauses()) {
      addClause(facts, clause);
    }
    addVariables(facts, region);
    addWaiting(facts, region);
    Governed earlier = found.get(region.offset());
    if (earlier != null) {
      Set<String> both = new LinkedHashSet<>(earlier.facts());
      both.addAll(facts);
      facts = List.copyOf(both);
    }
    DirectiveComment comment = directive.comment();
    found.put(
        region.offset(),
        new Governed(
            comment.start(),
            end(comment),
            directive.kind().word(),
            facts,
            targetOf(region),
            region.start(),
            region.end()));
  }

  private static int end(DirectiveComment comment) {
    return comment.start() + comment.comment().stripTrailing().length();
  }

  private static Optional<String> targetOf(Region region) {
    return region instanceof TargetBlock block && !block.directive().here()
        ? Optional.of(targetName(block.directive()))
        : Optional.empty();
  }

  private static String targetName(Directive.Target target) {
    return target
        .clause(ClauseKind.VIRTUAL)
        .map(clause -> clause.names().getFirst().text())
        .orElse("worker");
  }

  private void addAlone(Directive directive, String word, List<String> more) {
    List<String> facts = new ArrayList<>(List.of(Meanings.of(directive)));
    facts.addAll(more);
    int end = end(directive.comment());
    int start = directive.comment().start();
    found.put(start, new Governed(start, end, word, facts, Optional.empty(), end, end));
  }

  private void add(WaitPoint wait) {
    List<String> facts = new ArrayList<>();
    if (wait.directive().awaits()) {
      facts.add("Suspends the method meanwhile, so that its thread is free.");
    }
    addAlone(wait.directive(), wait.directive().word(), facts);
  }

  /** Adds the facts of a directive that marks functions or calls. */
  private void addMark(Directive directive) {
    switch (directive) {
      case Directive.Async async -> addAlone(async, DirectiveKind.ASYNC.word(), List.of());
      case Directive.AsyncCall call -> addAlone(call, DirectiveKind.ASYNC_CALL.word(), List.of());
      default -> {}
    }
  }

  private static void addClause(List<String> facts, Clause clause) {
    if (clause.kind() != ClauseKind.VIRTUAL) {
      facts.add("`" + clause.kind().word() + "`: " + clause.kind().meaning());
    }
  }

  private void addVariables(List<String> facts, Region region) {
    List<Local> copies = checked.variables().copiesOf(region);
    addList(facts, "Copied: ", copies.stream().map(Facts::copied).toList());
    if (!region.isFunction()) {
      return;
    }
    List<Local> shared =
        checked.variables().declared().stream()
            .filter(local -> !local.livesIn(region) && local.tree() != null)
            .filter(local ->
                local.uses().stream()
                    .anyMatch(use -> !use.inClause() && region.contains(use.offset())))
            .filter(local -> copies.stream().noneMatch(copy -> copy.element() == local.element()))
            .toList();
    addList(
        facts,
        "Shared, not assigned again: ",
        shared.stream().filter(local -> !local.isBoxed()).map(Local::name).toList());
    addList(
        facts,
        "Shared and assigned, so declared as a box: ",
        shared.stream().filter(Local::isBoxed).map(Local::name).toList());
  }

  private static void addList(List<String> facts, String title, List<String> names) {
    if (!names.isEmpty()) {
      facts.add(
          names.stream()
              .map(name -> "`" + name + "`")
              .collect(Collectors.joining(", ", title, ".")));
    }
  }

  private static String copied(Local copy) {
    return copy.name() + " (" + (copy.copy() == null ? "copy" : copy.copy().word()) + ")";
  }

  private void addWaiting(List<String> facts, Region region) {
    if (!(region instanceof TargetBlock block) || !block.directive().isAwaited()) {
      return;
    }
    Function around = Function.around(region.path().getParentPath(), region.outer());
    facts.add(resumability(around.path()));
  }

  private String resumability(TreePath function) {
    return switch (function.getLeaf()) {
      case MethodTree method when checked.suspensions().methods().containsKey(method) ->
          "`"
              + method.getName()
              + "` becomes resumable: it is suspended here, and continues when the"
              + " block has ended.";
      case LambdaExpressionTree lambda ->
          "This lambda becomes resumable: it is suspended here, and continues when the block has"
              + " ended.";
      default -> "The code around it is suspended here, and continues when the block has ended.";
    };
  }
}
