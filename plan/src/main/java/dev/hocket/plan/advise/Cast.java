package dev.hocket.plan.advise;

import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.decide.Pool;
import dev.hocket.plan.measure.EventLoop;
import dev.hocket.plan.measure.Label;
import dev.hocket.plan.measure.Measurement;
import dev.hocket.plan.measure.RecordedTarget;
import dev.hocket.plan.model.SpeedUpFit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The labels of a recording for which pools are planned.
 *
 * @param subjects classes of handlers
 * @param leftOut the other labels, each with the reason
 * @param targets the recorded targets
 */
record Cast(
    List<Subject> subjects, Map<String, String> leftOut, Map<String, RecordedTarget> targets) {
  /** The most classes a search can handle in reasonable time; the smallest are merged into one. */
  private static final int MOST_SUBJECTS = 12;

  /** The largest share of run times without a processor that sizes may be based on. */
  private static final double MOST_READY = 0.1;

  private static final int MOST_NAMED = 5;

  static boolean hasSubjects(Measurement measured) {
    return measured.labels().stream()
        .anyMatch(label -> reasonAgainst(label, measured.targets().get(label.target())) == null);
  }

  static Cast of(Measurement measured, Map<String, SpeedUpFit> curves) {
    curves.keySet().forEach(measured::label);
    List<Subject> subjects = new ArrayList<>();
    Map<String, String> leftOut = new LinkedHashMap<>();
    for (Label label : measured.labels()) {
      String reason = reasonAgainst(label, measured.targets().get(label.target()));
      if (reason == null) {
        subjects.add(Subject.of(label, curves.get(label.name())));
      } else {
        leftOut.put(label.name(), reason);
      }
    }
    if (subjects.isEmpty()) {
      throw new IllegalArgumentException(
          "the recording has no handlers on pools to plan for" + othersInWords(leftOut, measured));
    }
    refuseOverload(subjects);
    return new Cast(withoutTooMany(subjects), leftOut, measured.targets());
  }

  /**
   * Refuses a recording of a machine that was overloaded, if only by bursts of the program itself:
   * its run times include waits for a processor, which would be shorter on another machine or with
   * other sizes.
   */
  private static void refuseOverload(List<Subject> subjects) {
    double ready = 0;
    double running = 0;
    Label worst = null;
    for (Subject subject : subjects) {
      for (Label label : subject.labels()) {
        if (label.readyShare() > 0) {
          ready += label.readyShare() * label.runs() * label.service().value();
        }
        running += label.runs() * label.service().value();
        worst = worst == null || label.readyShare() > worst.readyShare() ? label : worst;
      }
    }
    if (ready > MOST_READY * running) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "handlers had no processor for %.0f %% of their run time (%s: %.0f %%), though they were"
                  + " ready to run: other threads had them, of other programs or, in bursts, of this"
                  + " one. Run times that include so much waiting are no base for sizes. Record again"
                  + " with fewer threads, or while less else runs",
              100 * ready / running,
              worst.name(),
              100 * worst.readyShare()));
    }
  }

  private static String othersInWords(Map<String, String> leftOut, Measurement measured) {
    StringBuilder words = new StringBuilder();
    leftOut.entrySet().stream()
        .limit(MOST_NAMED)
        .forEach(one -> words.append("; ").append(one.getKey()).append(' ').append(one.getValue()));
    if (leftOut.size() > MOST_NAMED) {
      words.append("; and ").append(leftOut.size() - MOST_NAMED).append(" others");
    }
    for (EventLoop loop : measured.loops()) {
      words.append(
          String.format(
              Locale.ROOT,
              "; the event loop %s is %.0f %% busy: 'hocket report' shows with what",
              loop.name(),
              100 * loop.all().load().offered()));
    }
    return words.toString();
  }

  private static String reasonAgainst(Label label, RecordedTarget target) {
    if (target != null && target.kind().equals("loop")) {
      return "runs on the event loop " + label.target();
    }
    if (target != null && target.kind().equals("virtual")) {
      return "has a virtual thread for each event on " + label.target();
    }
    if (label.runs() == 0) {
      return label.inPlace() > 0 ? "always runs in place, as a part of another" : "never ran";
    }
    return label.load().arrivalsPerSecond() > 0 && label.load().serviceSeconds() > 0
        ? null
        : "ran too seldom for a rate (" + label.runs() + " times)";
  }

  private static List<Subject> withoutTooMany(List<Subject> subjects) {
    if (subjects.size() <= MOST_SUBJECTS) {
      return subjects;
    }
    List<Subject> largest = new ArrayList<>(subjects);
    largest.sort(
        Comparator.comparingDouble((Subject one) -> one.handler().load().offered()).reversed());
    List<Subject> kept = new ArrayList<>(largest.subList(0, MOST_SUBJECTS - 1));
    kept.add(Subject.together(largest.subList(MOST_SUBJECTS - 1, largest.size())));
    return kept;
  }

  List<Handler> handlers() {
    return subjects.stream().map(Subject::handler).toList();
  }

  /** Draws the handlers as other recordings of the same program might have shown them. */
  List<List<Handler>> drawn(int count, SplittableRandom random) {
    return Stream.generate(() -> subjects.stream().map(one -> one.drawn(random)).toList())
        .limit(count)
        .toList();
  }

  /** Draws other speed-ups that the handlers' bands allow; empty if no speed-up has a band. */
  List<List<Handler>> withOtherSpeedUps(int count, SplittableRandom random) {
    if (subjects.stream().allMatch(one -> one.fit().isExact())) {
      return List.of();
    }
    return Stream.generate(
            () -> subjects.stream().map(one -> one.withOtherSpeedUp(random)).toList())
        .limit(count)
        .toList();
  }

  boolean knowsSpeedUps() {
    return subjects.stream().anyMatch(Subject::speedUpIsKnown);
  }

  /**
   * Throws unless processor times were recorded: without them it is unknown how busy the cores
   * were.
   */
  void requireProcessorTimes() {
    for (Subject subject : subjects) {
      for (Label label : subject.labels()) {
        if (!(label.processor().value() >= 0)) {
          throw new IllegalArgumentException(
              "how busy the cores were is not in the recording, so a speed-up that depends on it cannot"
                  + " be used: record with --processor-time ("
                  + label.name()
                  + ")");
        }
      }
    }
  }

  List<List<String>> labels() {
    return subjects.stream().map(Subject::names).toList();
  }

  /** Decides for each handler whether it is worth parallelising. */
  List<Worth> worth(int cores) {
    double load =
        handlers().stream().mapToDouble(one -> one.load().offered() * one.processorShare()).sum();
    return subjects.stream().map(one -> Worth.of(one, load / cores, cores)).toList();
  }

  /** The event loops before the pools of a plan. */
  List<LoopPrediction> loops(
      Measurement measured,
      Plan plan,
      List<List<Handler>> drawn,
      double mostUtilisation,
      SplittableRandom random) {
    return measured.loops().stream()
        .filter(one -> one.all().load().offered() > 0)
        .map(one ->
            LoopPrediction.of(
                one, measured.trace(), plan, subjects, drawn, mostUtilisation, random))
        .toList();
  }

  private boolean isSizeKnown(String target) {
    return targets.containsKey(target) && targets.get(target).size() < Integer.MAX_VALUE;
  }

  /** Says why {@link #today} is empty. */
  String whyNotToday() {
    boolean known =
        subjects.stream()
            .flatMap(subject -> subject.labels().stream())
            .allMatch(label -> isSizeKnown(label.target()));
    return known
        ? "More than "
            + MOST_SUBJECTS
            + " handlers run on several pools, so the smallest are planned together, and the advice"
            + " cannot be checked against the sizes that ran."
        : "The recording does not have the sizes that ran, so it cannot be checked against them.";
  }

  /** The recorded pool of each class; one for all if that is not known. */
  int[] poolOf() {
    int[] poolOf = new int[subjects.size()];
    List<Pool> pools = today().map(Plan::pools).orElse(List.of());
    for (int i = 0; i < pools.size(); i++) {
      for (int one : pools.get(i).classes()) {
        poolOf[one] = i;
      }
    }
    return poolOf;
  }

  /** The pools as they were recorded; empty if the size of a handler's pool is unknown. */
  Optional<Plan> today() {
    Map<String, List<Integer>> classesOf = new TreeMap<>();
    for (int i = 0; i < subjects.size(); i++) {
      for (Label label : subjects.get(i).labels()) {
        List<Integer> classes =
            classesOf.computeIfAbsent(label.target(), target -> new ArrayList<>());
        if (!classes.contains(i)) {
          classes.add(i);
        }
      }
    }
    int placed = classesOf.values().stream().mapToInt(List::size).sum();
    boolean known = classesOf.keySet().stream().allMatch(this::isSizeKnown);
    // Small labels merged into one class may run on several pools, which a plan cannot express.
    if (!known || placed != subjects.size()) {
      return Optional.empty();
    }
    List<Pool> sizes = new ArrayList<>();
    classesOf.forEach((target, classes) ->
        sizes.add(
            new Pool(classes, targets.get(target).size(), Collections.nCopies(classes.size(), 1))));
    return Optional.of(new Plan(sizes));
  }
}
