package dev.hocket.compiler.suggest;

import com.sun.source.tree.CompilationUnitTree;
import dev.hocket.compiler.patch.Patch;
import dev.hocket.compiler.suggest.source.Answer;
import dev.hocket.compiler.suggest.source.Proposal;
import dev.hocket.compiler.suggest.source.Texts;
import dev.hocket.compiler.suggest.trees.Sources;
import dev.hocket.compiler.suggest.trial.Trial;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Proposes directives for the statements that froze an event thread. */
public final class Suggester {
  private final Program program;
  private final List<String> options;
  private final boolean sharesLoops;

  /**
   * The suggestions for one recording.
   *
   * @param list the suggestions; those for the longest freezes come first
   * @param patch a patch with all proposals
   */
  public record Suggestions(List<Suggestion> list, Patch patch) {
    /** Keeps a copy of the list. */
    public Suggestions {
      list = List.copyOf(list);
    }
  }

  /**
   * The answer to some freezes: a proposal, or the reason why there is none.
   *
   * @param freezes the freezes
   * @param proposed whether the patch has a proposal for them
   * @param place file and line of the statement, as in {@code Panel.java:12}; empty if none is
   *     known
   * @param text the proposal in words, or the reason why there is none
   */
  public record Suggestion(List<Freeze> freezes, boolean proposed, String place, String text) {
    /** Keeps a copy of the freezes. */
    public Suggestion {
      freezes = List.copyOf(freezes);
    }

    /**
     * The total duration of the freezes.
     *
     * @return the sum of their durations
     */
    public Duration time() {
      return freezes.stream().map(Freeze::duration).reduce(Duration.ZERO, Duration::plus);
    }
  }

  private Suggester(Program program, List<String> options, boolean sharesLoops) {
    this.program = program;
    this.options = options;
    this.sharesLoops = sharesLoops;
  }

  /**
   * Proposes the second step, too: {@code parallel for} for a block that is a loop with independent
   * iterations.
   *
   * @return the same for the same program
   */
  public Suggester sharingLoops() {
    return new Suggester(program, options, true);
  }

  /**
   * Reads the sources of a program.
   *
   * @param sources all files of the program, or of the part that may be changed
   * @param classPath the libraries that the sources need
   * @return a suggester for these sources
   * @throws SuggestException if they cannot be read, or have errors
   */
  public static Suggester of(List<Path> sources, List<Path> classPath) throws SuggestException {
    String path =
        classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    List<String> options = path.isEmpty() ? List.of() : List.of("-cp", path);
    return new Suggester(Program.read(sources, options), options, false);
  }

  /**
   * Answers freezes of one event thread. Every proposal has been compiled, but not run. Blocks for
   * a second or more.
   *
   * @param freezes the freezes of one event thread
   * @return an answer for each freeze, and one patch with all proposals
   */
  public Suggestions suggest(List<Freeze> freezes) {
    try (Trial trial = new Trial(program, options)) {
      Search search = new Search(program, trial);
      Map<String, Answer> answers = new LinkedHashMap<>();
      Map<String, List<Freeze>> asked = new HashMap<>();
      for (Freeze freeze : freezes) {
        Answer answer = search.answer(freeze).withNext(sharesLoops);
        String key = answer.place() + " " + answer.text();
        answers.putIfAbsent(key, answer);
        asked.computeIfAbsent(key, each -> new ArrayList<>()).add(freeze);
      }
      return combined(answers, asked, trial);
    }
  }

  /**
   * Proposes directives without a recording, for the calls in handlers that are known to block,
   * such as {@code Thread.sleep} and {@code Future.get}. Takes a second or more.
   *
   * @return an answer for each such call, in the order of the text; no answer has a freeze
   */
  public Suggestions suggestForBlockingCalls() {
    try (Trial trial = new Trial(program, options)) {
      Search search = new Search(program, trial);
      Map<String, Answer> answers = new LinkedHashMap<>();
      Map<String, List<Freeze>> asked = new HashMap<>();
      for (BlockingCalls.Found found : BlockingCalls.in(program)) {
        Answer answer = search.answer(found.sites()).withNext(sharesLoops);
        String place = program.place(found.call());
        String text = (answer.proposal().isPresent() ? "" : "no proposal: ") + answer.text();
        String said = "'" + found.name() + "' blocks the event thread: " + text;
        answers.putIfAbsent(place + said, answer.said(place, said));
        asked.put(place + said, List.of());
      }
      return combined(answers, asked, trial);
    }
  }

  /**
   * Combines all proposals that compile together. If two do not, the one for the longer freezes
   * stays.
   */
  private Suggestions combined(
      Map<String, Answer> answers, Map<String, List<Freeze>> asked, Trial trial) {
    List<String> keys = new ArrayList<>(answers.keySet());
    keys.sort(Comparator.comparing((String key) -> time(asked.get(key))).reversed());
    Proposal every = new Proposal();
    answers.values().forEach(answer -> answer.proposal().ifPresent(every::addAll));
    boolean none = every.edits().isEmpty();
    boolean fit = !none && every.isConsistent() && trial.refusal(every.texts()).isEmpty();
    Proposal all = new Proposal();
    List<Suggestion> list = new ArrayList<>();
    for (String key : keys) {
      Answer answer = answers.get(key);
      String text = answer.text();
      boolean proposed = answer.proposal().isPresent();
      if (proposed) {
        Proposal both = new Proposal();
        both.addAll(all);
        both.addAll(answer.proposal().get());
        proposed = fit || (both.isConsistent() && trial.refusal(both.texts()).isEmpty());
        all = proposed ? both : all;
        text = proposed ? text : "apply the other proposals first, and record again: " + text;
      }
      list.add(new Suggestion(asked.get(key), proposed, answer.place(), text));
    }
    return new Suggestions(list, patch(all));
  }

  private static long time(List<Freeze> freezes) {
    return freezes.stream().mapToLong(freeze -> freeze.duration().toNanos()).sum();
  }

  private static Patch patch(Proposal proposal) {
    Map<Path, Patch.Change> changes = new HashMap<>();
    for (Map.Entry<CompilationUnitTree, String> each : proposal.texts().entrySet()) {
      String before = Texts.of(each.getKey());
      changes.put(Sources.file(each.getKey()), new Patch.Change(before, each.getValue()));
    }
    return new Patch(changes);
  }
}
