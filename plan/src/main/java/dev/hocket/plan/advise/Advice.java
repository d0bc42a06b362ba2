package dev.hocket.plan.advise;

import dev.hocket.plan.TimeText;
import dev.hocket.plan.decide.Contest;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.decide.Search;
import dev.hocket.plan.measure.Measurement;
import dev.hocket.plan.measure.Trace;
import dev.hocket.plan.model.SpeedUp;
import dev.hocket.plan.model.SpeedUpFit;
import dev.hocket.plan.simulate.Hindrance;
import dev.hocket.plan.simulate.Simulation;
import dev.hocket.plan.simulate.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/**
 * Advice on how many threads the handlers of a recording should get, with the predicted flow times.
 *
 * <pre>{@code
 * Measurement measured = Measurement.of(Path.of("run.jfr"));
 * Advice advice = Advice.on(measured, new Advice.Question(24, Goal.MEAN, 0.9, Map.of()));
 * String sizes = advice.best().plan().toString(); // as in P(4,3,10,7)A(1,1,1,1)
 * double seconds = advice.best().replayed(Goal.MEAN).value();
 * }</pre>
 *
 * @param subjects the handlers, in the order of the plans' numbers
 * @param leftOut the labels without a planned pool, each with the reason
 * @param verdict the recommended change, in words
 * @param check the agreement of the predictions with the measurement on the recorded pools; empty
 *     if their sizes are not known
 * @param best the best plan for the goal, by the replay
 * @param frugal the best plan of the fewest cores that is at most 5 % worse
 * @param runnersUp the next four plans, best first
 * @param proposed the best plan by the model
 * @param ruleOfThumb sequential workers by the paper's rule of thumb at a utilisation of 0.8
 * @param today the recorded pools, if each was seen with a size
 * @param evenSharing mean flow time in seconds if handlers shared the free threads evenly at every
 *     moment; not a number unless speed-ups are known
 * @param chunkedSharing the mean flow time if threads change handlers only between chunks of a
 *     loop, of which each handler has 64
 * @param worth for each handler, whether it is worth parallelising
 * @param loops event loops before the pools of the best plan, the busiest first
 */
public record Advice(
    List<Subject> subjects,
    Map<String, String> leftOut,
    Verdict verdict,
    Optional<Check> check,
    Prediction best,
    Prediction frugal,
    List<Prediction> runnersUp,
    Prediction proposed,
    Prediction ruleOfThumb,
    Optional<Prediction> today,
    double evenSharing,
    double chunkedSharing,
    List<Worth> worth,
    List<LoopPrediction> loops) {
  private static final int RESAMPLINGS = 120;
  private static final int SPEED_UPS = 8;
  private static final long SEED = 20180704;
  private static final double TOLERANCE = 0.05;
  private static final double RULE_OF_THUMB = 0.8;
  private static final int PROPOSALS = 50;
  private static final int RUNNERS_UP = 4;

  /**
   * The number of chunks of a handler's loop; threads may change to another handler between two.
   */
  private static final int CHUNKS = 64;

  /** Copies the collections. */
  public Advice {
    subjects = List.copyOf(subjects);
    leftOut = Map.copyOf(leftOut);
    runnersUp = List.copyOf(runnersUp);
    worth = List.copyOf(worth);
    loops = List.copyOf(loops);
  }

  /**
   * Says how much events would gain if handlers shared the free threads at every moment.
   *
   * @return sentences; empty unless speed-ups are known
   */
  public Optional<String> sharingInWords() {
    if (!Double.isFinite(evenSharing)) {
      return Optional.empty();
    }
    double fixed = best.replayed(Goal.MEAN).value();
    return Optional.of(
        String.format(
            Locale.ROOT,
            "If handlers shared the cores evenly while they run, as with ThreadBudget.shareWidths, the"
                + " mean would be %s instead of %s where threads change between %d chunks of a"
                + " handler's loop (%+.0f %%), and %s if they changed at every moment.",
            TimeText.of(chunkedSharing),
            TimeText.of(fixed),
            CHUNKS,
            100 * (chunkedSharing / fixed - 1),
            TimeText.of(evenSharing)));
  }

  /**
   * A question about sizes of pools: the machine, the goal, and the known facts about the handlers.
   *
   * @param cores cores of the machine that is planned for
   * @param goal the figure to minimise
   * @param mostUtilisation the largest allowed utilisation of a pool, above 0 and at most 1
   * @param curves speed-up of handlers by their label, with its uncertainty; the others run on one
   *     thread
   * @param recordedCores cores of the machine that was recorded, for which handlers waited
   */
  public record Question(
      int cores,
      Goal goal,
      double mostUtilisation,
      Map<String, SpeedUpFit> curves,
      int recordedCores) {

    /** Copies the map. */
    public Question {
      curves = Map.copyOf(curves);
    }

    /**
     * A question about a recording that was made on this machine.
     *
     * @param cores cores of the machine that is planned for
     * @param goal the figure to minimise
     * @param mostUtilisation the largest allowed utilisation of a pool
     * @param curves speed-up of handlers by their label
     */
    public Question(int cores, Goal goal, double mostUtilisation, Map<String, SpeedUpFit> curves) {
      this(cores, goal, mostUtilisation, curves, Runtime.getRuntime().availableProcessors());
    }
  }

  /**
   * Returns whether a recording has a handler on a pool, to which advice could be given.
   *
   * @param measured the measurement of a recording
   * @return false if all handlers run in place, on event loops, on virtual targets, or too seldom
   */
  public static boolean isPossibleOn(Measurement measured) {
    return Cast.hasSubjects(measured);
  }

  /**
   * Searches the best sizes.
   *
   * @param measured a recording
   * @param question the question
   * @return the advice
   * @throws IllegalArgumentException if the recording has no handlers to plan for, a curve names a
   *     label that the recording lacks, the machine was overloaded, or the cores cannot carry the
   *     load; the message says which
   */
  public static Advice on(Measurement measured, Question question) {
    return on(measured, question, plans -> {});
  }

  /**
   * Searches the best sizes, and reports progress.
   *
   * @param measured a recording
   * @param question the question
   * @param progress receives the number of plans that have been replayed
   * @return the advice
   * @throws IllegalArgumentException as for {@link #on(Measurement, Question)}
   */
  public static Advice on(Measurement measured, Question question, IntConsumer progress) {
    Cast cast = Cast.of(measured, question.curves());
    Trace.Events recorded = measured.trace().events(cast.labels());
    List<SpeedUp> curves = cast.handlers().stream().map(Handler::curve).toList();
    Workload alone = alone(cast, recorded, curves, question.recordedCores());
    List<Handler> handlers = alone(cast.handlers(), recorded.workload(), alone);
    Workload beside =
        cast.today()
            .map(today ->
                OtherPrograms.kept(
                    recorded.workload(), alone, today, handlers, question.recordedCores()))
            .orElse(alone);
    Goal goal = question.goal();
    Search search = new Search(handlers, question.cores(), question.mostUtilisation());
    List<Plan> proposals = search.proposals(goal, PROPOSALS);
    Contest contest =
        new Contest(
            beside.onCores(question.cores()),
            handlers,
            question.cores(),
            question.mostUtilisation(),
            goal,
            progress);
    contest.enter(proposals);
    contest.enter(cast.today().stream().toList());
    contest.climb();
    List<Plan> ranking = contest.ranking();
    Plan best = ranking.getFirst();
    SplittableRandom random = new SplittableRandom(SEED);
    Predictor predictor =
        new Predictor(
            handlers,
            cast.withOtherSpeedUps(SPEED_UPS, random),
            recorded,
            beside,
            question,
            cast.today());
    Optional<Check> check =
        cast.today().map(today -> Check.of(goal, today, cast.handlers(), recorded));
    Prediction predicted = predictor.of(best);
    Plan frugal = contest.frugal(TOLERANCE);
    Optional<Prediction> today = cast.today().map(predictor::of);
    return new Advice(
        cast.subjects(),
        cast.leftOut(),
        Verdict.of(
            goal,
            predicted,
            today,
            cast.today().map(plan -> predictor.oddsThat(best, plan, goal)).orElse(Double.NaN),
            check,
            cast.whyNotToday(),
            Hindrance.of(alone, recorded.flows(), cast.poolOf())),
        check,
        predicted,
        predictor.of(frugal),
        ranking.stream()
            .filter(plan -> !plan.equals(best) && !plan.equals(frugal))
            .limit(RUNNERS_UP)
            .map(predictor::of)
            .toList(),
        predictor.of(proposals.getFirst()),
        predictor.of(search.ruleOfThumb(RULE_OF_THUMB)),
        today,
        cast.knowsSpeedUps()
            ? Simulation.malleable(alone, curves, question.cores()).mean()
            : Double.NaN,
        cast.knowsSpeedUps()
            ? Simulation.chunked(alone, curves, question.cores(), CHUNKS).mean()
            : Double.NaN,
        cast.worth(question.cores()),
        cast.loops(
            measured, best, cast.drawn(RESAMPLINGS, random), question.mostUtilisation(), random));
  }

  /**
   * Returns the recorded events with the run times that they would have had on an otherwise idle
   * machine.
   */
  private static Workload alone(
      Cast cast, Trace.Events recorded, List<SpeedUp> curves, int recordedCores) {
    if (curves.stream().noneMatch(SpeedUp::dependsOnOthers)) {
      return recorded.workload();
    }
    cast.requireProcessorTimes();
    return recorded.workload().alone(recorded.flows(), curves, recordedCores);
  }

  /** Returns the handlers with the mean service times of these events instead of those recorded. */
  private static List<Handler> alone(List<Handler> handlers, Workload recorded, Workload alone) {
    double[] before = recorded.serviceByClass();
    double[] after = alone.serviceByClass();
    List<Handler> changed = new ArrayList<>();
    for (int i = 0; i < handlers.size(); i++) {
      Handler one = handlers.get(i);
      changed.add(
          after[i] > 0 && after[i] != before[i]
              ? new Handler(
                  one.name(),
                  one.load().dividedBy(before[i] / after[i]),
                  one.curve(),
                  one.processorShare(),
                  one.pauseSeconds())
              : one);
    }
    return changed;
  }
}
