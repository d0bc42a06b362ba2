package dev.hocket.compiler.suggest;

import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.events.LateEvents;
import dev.hocket.compiler.suggest.source.Answer;
import dev.hocket.compiler.suggest.source.Frame;
import dev.hocket.compiler.suggest.source.Proposal;
import dev.hocket.compiler.suggest.source.Texts;
import dev.hocket.compiler.suggest.trees.Marks;
import dev.hocket.compiler.suggest.trees.Site;
import dev.hocket.compiler.suggest.trees.Sources;
import dev.hocket.compiler.suggest.trial.Trial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Searches the code that froze the event thread for a statement that can run on a worker. The
 * search starts in the handler that the toolkit called and descends into the methods that it calls.
 */
final class Search {
  /** The share of the samples that must agree on a function or on its statements. */
  private static final double MOST = 0.7;

  /** The share of the samples that must be in the program's code. */
  private static final double KNOWN = 0.5;

  /** The smallest share of the samples for which a statement counts if several took the time. */
  private static final double SOME = 0.1;

  /** The frames of the JDK, of a toolkit and of Hocket's run time. */
  private static final String NOT_OF_PROGRAM =
      "(?:.*/)?(?:java|javax|jdk|sun|com\\.sun|javafx|dev\\.hocket\\.(?:core|pyjama))\\..*";

  private final Program program;
  private final Trial trial;
  private final Handlers handlers;

  /** A stack as sites of the sources, outermost first, with its share of the samples. */
  private record Sampled(List<Site> sites, double share) {}

  /**
   * The state of the search at one depth of the stacks.
   *
   * @param calls the calls that lead from the handler to this depth
   * @param obstacle the reason why nothing at this depth can be moved, or null
   */
  private record Depth(int depth, List<Site> calls, String obstacle) {}

  Search(Program program, Trial trial) {
    this.program = program;
    this.trial = trial;
    this.handlers = program.handlers();
  }

  Answer answer(Freeze freeze) {
    List<Sampled> stacks = new ArrayList<>();
    freeze.stacks().forEach((frames, share) -> stacks.add(new Sampled(sites(frames), share)));
    double known =
        stacks.stream().filter(s -> !s.sites().isEmpty()).mapToDouble(Sampled::share).sum();
    if (known < KNOWN) {
      return Answer.none("", unknown(freeze));
    }
    // The other samples were in foreign code, about which nothing can be proposed.
    List<Sampled> ofProgram =
        stacks.stream().map(s -> new Sampled(s.sites(), s.share() / known)).toList();
    return search(ofProgram, new Depth(0, List.of(), null));
  }

  /** The answer for code that no sample contains: only the calls that lead to it are known. */
  Answer answer(List<Site> sites) {
    return search(List.of(new Sampled(sites, 1)), new Depth(0, List.of(), null));
  }

  private List<Site> sites(List<String> frames) {
    List<Site> sites = new ArrayList<>();
    boolean byProgram = false;
    for (int i = frames.size() - 1; i >= 0; i--) {
      Optional<Frame> frame = Frame.parse(frames.get(i));
      Optional<TreePath> function = frame.flatMap(program::functionOf);
      String called =
          i == 0 ? "" : Frame.parse(frames.get(i - 1)).map(Frame::calledName).orElse("");
      boolean direct = byProgram;
      function
          .flatMap(f ->
              Site.code(program, f, frame.orElseThrow().line(), called)
                  .map(code -> new Site(f, code, called, direct)))
          .ifPresent(sites::add);
      byProgram = function.isPresent();
    }
    return sites;
  }

  /**
   * The reason why a freeze has no answer: most of its samples have no code with a known source.
   */
  private String unknown(Freeze freeze) {
    if (freeze.stacks().isEmpty()) {
      return "no stack was sampled in it";
    }
    List<String> frames =
        freeze.stacks().entrySet().stream()
            .filter(each -> sites(each.getKey()).isEmpty())
            .max(Map.Entry.comparingByValue())
            .orElseThrow()
            .getKey();
    return frames.stream()
        .filter(frame -> !frame.matches(NOT_OF_PROGRAM))
        .findFirst()
        .map(frame ->
            frame.endsWith("(Unknown Source)")
                ? "the class files have no line numbers; compile with -g: " + frame
                : "no source below the folders has " + frame)
        .orElseGet(() -> "the toolkit itself was busy: " + frames.getFirst());
  }

  private Answer search(List<Sampled> stacks, Depth depth) {
    List<Sampled> here = stacks.stream().filter(s -> s.sites().size() > depth.depth()).toList();
    Map<TreePath, Double> functions = shares(here, depth, Site::function);
    Map<TreePath, Double> statements = shares(here, depth, Site::code);
    if (functions.isEmpty() || functions.values().iterator().next() < MOST) {
      return disagreement(functions.isEmpty() ? statements : functions);
    }
    TreePath function = functions.keySet().iterator().next();
    List<Site> chosen = chosen(here, statements, function, depth);
    if (chosen.isEmpty()) {
      return disagreement(statements);
    }
    Depth now = enter(depth, chosen.getFirst());
    Answer answer = now.obstacle() == null ? propose(chosen, now) : refused(chosen, now);
    if (answer.proposal().isPresent()) {
      return answer;
    }
    if (chosen.size() > 1) {
      return alone(chosen, statements, now).orElse(answer);
    }
    List<Site> calls = new ArrayList<>(now.calls());
    calls.add(chosen.getFirst());
    List<Sampled> inner =
        here.stream()
            .filter(s -> siteAt(s, depth).code().getLeaf() == chosen.getFirst().code().getLeaf())
            .toList();
    double deeper =
        inner.stream()
            .filter(s -> s.sites().size() > depth.depth() + 1)
            .mapToDouble(Sampled::share)
            .sum();
    if (deeper < MOST) {
      return answer;
    }
    Answer below = search(inner, new Depth(depth.depth() + 1, calls, now.obstacle()));
    boolean isSaidBelow =
        below.proposal().isPresent()
            || Marks.isAwaited(program, chosen.getFirst().code())
            || now.obstacle() != null && leadsToHandler(inner, depth)
            || isRunElsewhere(inner, below);
    return isSaidBelow ? below : answer;
  }

  /** The answer for the statement that took most of the time, if the others cannot be moved. */
  private Optional<Answer> alone(List<Site> chosen, Map<TreePath, Double> statements, Depth depth) {
    Map.Entry<TreePath, Double> most = statements.entrySet().iterator().next();
    return chosen.stream()
        .filter(site -> site.code().getLeaf() == most.getKey().getLeaf())
        .filter(site -> most.getValue() >= KNOWN && depth.obstacle() == null)
        .map(site -> propose(List.of(site), depth))
        .filter(answer -> answer.proposal().isPresent())
        .findFirst();
  }

  /** Whether the toolkit calls a handler of the program at a greater depth, as a button does. */
  private boolean leadsToHandler(List<Sampled> stacks, Depth depth) {
    return stacks.stream()
        .flatMap(stack -> stack.sites().stream().skip(depth.depth() + 1L))
        .anyMatch(site -> !site.byProgram() && handlers.isHandler(site.function()));
  }

  /** Whether the only obstacle to a proposal is other code that runs a method on the way. */
  private boolean isRunElsewhere(List<Sampled> stacks, Answer answer) {
    return stacks.stream()
        .flatMap(stack -> stack.sites().stream())
        .flatMap(site -> program.overrides().otherRun(site.function()).stream())
        .anyMatch(answer.text()::equals);
  }

  private static Site siteAt(Sampled sampled, Depth depth) {
    return sampled.sites().get(depth.depth());
  }

  /** The shares of the samples, summed by a part of their sites, largest first. */
  private static Map<TreePath, Double> shares(
      List<Sampled> stacks, Depth depth, Function<Site, TreePath> part) {
    Map<Tree, TreePath> paths = new HashMap<>();
    Map<Tree, Double> sums = new LinkedHashMap<>();
    for (Sampled sampled : stacks) {
      TreePath path = part.apply(siteAt(sampled, depth));
      paths.putIfAbsent(path.getLeaf(), path);
      sums.merge(path.getLeaf(), sampled.share(), Double::sum);
    }
    Map<TreePath, Double> shares = new LinkedHashMap<>();
    sums.entrySet().stream()
        .sorted(Map.Entry.<Tree, Double>comparingByValue().reversed())
        .forEach(each -> shares.put(paths.get(each.getKey()), each.getValue()));
    return shares;
  }

  /**
   * The fewest sites of one function that together cover most samples, in the order of the text.
   */
  private List<Site> chosen(
      List<Sampled> stacks, Map<TreePath, Double> statements, TreePath function, Depth depth) {
    List<Site> chosen = new ArrayList<>();
    double sum = 0;
    for (Map.Entry<TreePath, Double> each : statements.entrySet()) {
      if (sum < MOST && each.getValue() >= SOME) {
        mostFrequent(
                stacks.stream()
                    .filter(one -> siteAt(one, depth).code().getLeaf() == each.getKey().getLeaf())
                    .filter(one -> siteAt(one, depth).function().getLeaf() == function.getLeaf())
                    .toList(),
                depth)
            .ifPresent(chosen::add);
        sum += each.getValue();
      }
    }
    chosen.removeIf(site ->
        chosen.stream()
            .anyMatch(other -> other != site && Sources.isInside(site.code(), other.code())));
    chosen.sort(Comparator.comparingInt(site -> program.start(site.code())));
    return sum < MOST ? List.of() : chosen;
  }

  /** Among samples at one statement, the site whose call takes the most time. */
  private static Optional<Site> mostFrequent(List<Sampled> stacks, Depth depth) {
    Map<String, Double> calls =
        stacks.stream()
            .collect(
                Collectors.groupingBy(
                    one -> siteAt(one, depth).called(), Collectors.summingDouble(Sampled::share)));
    return calls.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .flatMap(most ->
            stacks.stream()
                .map(one -> siteAt(one, depth))
                .filter(site -> site.called().equals(most.getKey()))
                .findFirst());
  }

  private Answer disagreement(Map<TreePath, Double> parts) {
    String list =
        parts.entrySet().stream()
            .limit(3)
            .map(each ->
                program.place(each.getKey()) + " " + Math.round(100 * each.getValue()) + " %")
            .collect(Collectors.joining(", "));
    return Answer.none("", "the samples disagree: " + list);
  }

  /**
   * The state of the search inside a function that is called at this depth, with the obstacle that
   * the function may add.
   */
  private Depth enter(Depth depth, Site site) {
    if (depth.depth() == 0 || !site.byProgram()) {
      return new Depth(depth.depth(), List.of(), obstacleIn(site.function()));
    }
    boolean isMethod =
        site.function().getLeaf() instanceof MethodTree method && method.getReturnType() != null;
    String obstacle =
        depth.obstacle() != null || isMethod
            ? depth.obstacle()
            : Texts.nameOf(site.function()) + " cannot wait for a block";
    return new Depth(depth.depth(), depth.calls(), obstacle);
  }

  /** The reason why nothing in a function can be awaited that a toolkit calls; null if it can. */
  private String obstacleIn(TreePath function) {
    if (program.elements().getTypeElement("android.view.View") != null) {
      return "proposals are made for handlers of Swing and JavaFX only, not of Android";
    }
    return handlers.isHandler(function)
        ? handlers.callOf(function).map(this::callItself).orElse(null)
        : "the toolkit calls "
            + Texts.nameOf(function)
            + " and continues when it returns, so nothing in it can be awaited";
  }

  private String callItself(TreePath call) {
    return "the program calls this handler itself ("
        + program.place(call)
        + ") and continues when it returns, so nothing in it can be awaited";
  }

  private Answer refused(List<Site> sites, Depth depth) {
    return Answer.none(program.place(sites.getFirst().code()), depth.obstacle());
  }

  private Answer propose(List<Site> sites, Depth depth) {
    Proposal all = new Proposal();
    Optional<Answer.Next> next = Optional.empty();
    new Marks(program, depth.calls(), sites.getFirst().function()).addTo(all);
    String place = "";
    List<String> moved = new ArrayList<>();
    Set<String> later = new LinkedHashSet<>();
    for (Site site : sites) {
      String reason = null;
      boolean fits = false;
      for (Moves.Move move : Moves.of(program, site)) {
        Proposal one = new Proposal();
        one.addAll(all);
        one.add(site.code().getCompilationUnit(), move.edit());
        Optional<String> refusal = refusal(one, move, site, depth);
        if (refusal.isEmpty()) {
          next = sites.size() > 1 ? Optional.empty() : next(all, move, site);
          all = one;
          moved.add(firstLine(move.moved()));
          later.addAll(
              BothSides.laterReads(program, waits(move, site, depth), List.of(move.moved())));
          place = place.isEmpty() ? program.place(move.from()) : place;
          fits = true;
          break;
        }
        reason = reason == null ? refusal.get() : reason;
      }
      if (!fits) {
        String none = "no directive can be put before this statement";
        return Answer.none(program.place(site.code()), reason == null ? none : reason);
      }
    }
    String text = "run " + String.join(" and ", moved) + " on a worker, await it";
    return new Answer(
        Optional.of(all), place, text + throughCalls(depth) + ofLaterState(later), next);
  }

  /** The move with its loop shared out, if the compiler accepts that, too. */
  private Optional<Answer.Next> next(Proposal before, Moves.Move move, Site site) {
    return move.shared()
        .flatMap(shared -> {
          Proposal both = new Proposal();
          both.addAll(before);
          both.add(site.code().getCompilationUnit(), shared.edit());
          return trial.refusal(both.texts()).isEmpty()
              ? Optional.of(new Answer.Next(both, shared.directive()))
              : Optional.empty();
        });
  }

  private static String ofLaterState(Set<String> reads) {
    return reads.isEmpty()
        ? ""
        : "; read after the wait, when they may have changed: " + String.join(", ", reads);
  }

  private String throughCalls(Depth depth) {
    return depth.calls().isEmpty()
        ? ""
        : "; await also the calls at "
            + depth.calls().stream()
                .map(call -> program.place(call.code()))
                .distinct()
                .collect(Collectors.joining(", "));
  }

  private Optional<String> refusal(Proposal proposal, Moves.Move move, Site site, Depth depth) {
    if (!proposal.isConsistent()) {
      return Optional.of("two changes would meet in one statement");
    }
    return governed(site, depth)
        .or(() -> new SharedFields(program).problem(move.moved(), site.function()))
        .or(() -> ChangedContainers.problem(program, move.moved(), site.function(), true))
        .or(() -> new LateEvents(program).problem(site.function(), move.moved()))
        .or(() -> new Moments(program).problem(site.function(), move.moved()))
        .or(() -> lateIn(depth))
        .or(() -> waited(move, site, depth))
        .or(() -> tried(proposal, move, depth))
        .or(() -> ranElsewhere(site, depth));
  }

  /**
   * Compiles a proposal. The compiler follows the block's code into other files. A method that
   * becomes async concerns the files of its callers, and of their callers.
   */
  private Optional<String> tried(Proposal proposal, Moves.Move move, Depth depth) {
    trial.read(
        depth.calls().isEmpty()
            ? Reached.from(program, move.moved()).stream()
                .map(TreePath::getCompilationUnit)
                .toList()
            : program.units());
    return trial.refusal(proposal.texts());
  }

  /**
   * Refuses a statement that a directive governs already: its block is off the event thread, so
   * only starting the block took the time. Other directives on the way may start a method only.
   */
  private Optional<String> governed(Site site, Depth depth) {
    return Marks.isGoverned(program, site.code())
            || new Marks(program, depth.calls(), site.function()).contradict()
        ? Optional.of("a directive governs this statement already")
        : Optional.empty();
  }

  private Optional<String> lateIn(Depth depth) {
    return depth.calls().stream()
        .flatMap(call ->
            new LateEvents(program)
                    .problem(call.function(), call.code())
                    .or(() -> new Moments(program).lockAround(call.function(), call.code()))
                    .or(() -> passed(call))
                    .stream())
        .findFirst();
  }

  /** Looks for code that runs one of the methods on the way in another way than by its name. */
  private Optional<String> ranElsewhere(Site site, Depth depth) {
    return Stream.concat(depth.calls().stream(), Stream.of(site))
        .skip(1)
        .flatMap(each -> program.overrides().otherRun(each.function()).stream())
        .findFirst();
  }

  /** Looks for an array or collection that a call passes on and that another handler uses. */
  private Optional<String> passed(Site call) {
    return Site.allCalls(program, call.code(), call.called()).stream()
        .flatMap(each -> new SharedFields(program).problemOfCall(each, call.function()).stream())
        .findFirst();
  }

  /** Looks for a variable that the handler or the methods on the way use on both sides. */
  private Optional<String> waited(Moves.Move move, Site site, Depth depth) {
    for (Site call : depth.calls()) {
      if (Site.allCalls(program, call.code(), call.called()).isEmpty()) {
        return Optional.of("the call that would be awaited is not in " + firstLine(call.code()));
      }
    }
    return BothSides.problem(program, waits(move, site, depth), List.of(move.moved()));
  }

  private List<BothSides.Wait> waits(Moves.Move move, Site site, Depth depth) {
    List<BothSides.Wait> waits = new ArrayList<>();
    for (Site call : depth.calls()) {
      List<TreePath> calls = Site.allCalls(program, call.code(), call.called());
      waits.add(new BothSides.Wait(call.function(), calls, calls.getFirst(), true));
    }
    waits.add(new BothSides.Wait(site.function(), List.of(move.moved()), move.from(), false));
    return waits;
  }

  private String firstLine(TreePath code) {
    String[] lines = program.text(code).split("\\R", 2);
    String first = lines[0].strip();
    return "'" + (lines.length > 1 ? first + " …" : first) + "'";
  }
}
