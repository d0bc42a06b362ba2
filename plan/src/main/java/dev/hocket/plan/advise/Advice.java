package dev.hocket.plan.advise;

import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.decide.Search;
import dev.hocket.plan.measure.Measurement;
import dev.hocket.plan.model.SpeedUpFit;
import dev.hocket.plan.simulate.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Advice on how many threads the handlers of a recording should get, with the predicted flow times.
 *
 * <pre>{@code
 * Measurement measured = Measurement.of(Path.of("run.jfr"));
 * Advice advice = Advice.on(measured, new Advice.Question(24, Goal.MEAN, 0.9, Map.of()));
 * String sizes = advice.best().plan().toString(); // as in P(4,3,10,7)A(1,1,1,1)
 * double seconds = advice.best().figure(Goal.MEAN).value();
 * }</pre>
 *
 * @param subjects the handlers, in the order of the plans' numbers
 * @param leftOut labels without a planned pool, and why
 * @param best the best plan for the goal
 * @param frugal the best plan of the fewest cores that is at most 5 % worse
 * @param runnersUp the best plans of other kinds, best first
 * @param ruleOfThumb sequential workers by the paper's rule of thumb at a utilisation of 0.8
 * @param today the pools that were recorded, if each was seen with a size
 * @param worth whether each handler is worth parallelising
 * @param loops event loops before the pools of the best plan, the busiest first
 */
public record Advice(
    List<Subject> subjects,
    Map<String, String> leftOut,
    Prediction best,
    Prediction frugal,
    List<Prediction> runnersUp,
    Prediction ruleOfThumb,
    Optional<Prediction> today,
    List<Worth> worth,
    List<LoopPrediction> loops) {
  private static final int RESAMPLINGS = 120;
  private static final long SEED = 20180704;
  private static final double TOLERANCE = 0.05;
  private static final double RULE_OF_THUMB = 0.8;

  /** Copies the collections. */
  public Advice {
    subjects = List.copyOf(subjects);
    leftOut = Map.copyOf(leftOut);
    runnersUp = List.copyOf(runnersUp);
    worth = List.copyOf(worth);
    loops = List.copyOf(loops);
  }

  /**
   * What is asked.
   *
   * @param cores cores of the machine that is planned for
   * @param goal the figure to minimise
   * @param mostUtilisation the largest allowed utilisation of a pool, above 0 and at most 1
   * @param curves speed-up of handlers by their label, with its uncertainty; the others run on one
   *     thread
   */
  public record Question(
      int cores, Goal goal, double mostUtilisation, Map<String, SpeedUpFit> curves) {

    /** Copies the map. */
    public Question {
      curves = Map.copyOf(curves);
    }
  }

  /**
   * Searches the best sizes.
   *
   * @param measured a recording
   * @param question the question
   * @return the advice
   * @throws IllegalArgumentException if the recording has no handlers to plan for, a curve names a
   *     label that the recording lacks, or the cores cannot carry the load; the message says which
   */
  public static Advice on(Measurement measured, Question question) {
    Cast cast = Cast.of(measured, question.curves());
    List<Handler> handlers = cast.handlers();
    Search search = new Search(handlers, question.cores(), question.mostUtilisation());
    SplittableRandom random = new SplittableRandom(SEED);
    List<List<Handler>> drawn = new ArrayList<>();
    for (int i = 0; i < RESAMPLINGS; i++) {
      drawn.add(cast.subjects().stream().map(one -> one.drawn(random)).toList());
    }
    Workload recorded = measured.trace().workload(cast.labels());
    Predictor predictor =
        plan ->
            Prediction.of(
                plan, handlers, drawn, Prediction.Replayed.of(plan.simulate(recorded, handlers)));
    double load =
        handlers.stream().mapToDouble(one -> one.load().offered() * one.processorShare()).sum();
    Plan best = search.best(question.goal());
    return new Advice(
        cast.subjects(),
        cast.leftOut(),
        predictor.of(best),
        predictor.of(search.frugal(question.goal(), TOLERANCE)),
        search.runnersUp(question.goal()).stream().map(predictor::of).toList(),
        predictor.of(search.ruleOfThumb(RULE_OF_THUMB)),
        cast.today().map(predictor::of),
        cast.subjects().stream()
            .map(one -> Worth.of(one, load / question.cores(), question.cores()))
            .toList(),
        measured.loops().stream()
            .filter(one -> one.all().load().offered() > 0)
            .map(one ->
                LoopPrediction.of(
                    one,
                    measured.trace(),
                    best,
                    cast.subjects(),
                    drawn,
                    question.mostUtilisation(),
                    random))
            .toList());
  }

  private interface Predictor {
    Prediction of(Plan plan);
  }
}
