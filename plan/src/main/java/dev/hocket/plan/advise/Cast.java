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
import java.util.TreeMap;

/**
 * The labels of a recording for which pools are planned.
 *
 * @param subjects classes of handlers
 * @param leftOut the other labels, and why
 * @param targets the recorded targets
 */
record Cast(
    List<Subject> subjects, Map<String, String> leftOut, Map<String, RecordedTarget> targets) {
  /** The most classes a search can handle in reasonable time; the smallest are merged into one. */
  private static final int MOST_SUBJECTS = 12;

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
    return new Cast(withoutTooMany(subjects), leftOut, measured.targets());
  }

  private static String othersInWords(Map<String, String> leftOut, Measurement measured) {
    StringBuilder words = new StringBuilder();
    leftOut.forEach((label, reason) -> words.append("; ").append(label).append(' ').append(reason));
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

  List<List<String>> labels() {
    return subjects.stream().map(Subject::names).toList();
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
    boolean known =
        classesOf.keySet().stream()
            .allMatch(target ->
                targets.containsKey(target) && targets.get(target).size() < Integer.MAX_VALUE);
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
