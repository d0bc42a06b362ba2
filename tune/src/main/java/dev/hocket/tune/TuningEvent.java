package dev.hocket.tune;

import java.util.Locale;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A decision as an event of the recording; {@code docs/recording.md} describes it. */
@Name("dev.hocket.Tuning")
@Label("Tuning Decision")
@Category("Hocket")
@Description("What was decided of the size of a target while the program ran, and why")
@StackTrace(false)
final class TuningEvent extends Event {
  @Label("Target")
  String target;

  @Label("Action")
  @Description("keep, grow, shrink, give, roll_back or refuse")
  String action;

  @Label("Reason")
  String reason;

  @Label("From")
  int from;

  @Label("To")
  int to;

  @Label("Dry Run")
  @Description("Whether the decision was left at that")
  boolean dryRun;

  @Label("Runs")
  @Description("How many runs had ended in the window")
  int runs;

  @Label("Measured")
  @Description("Mean time from being queued to the end of a run")
  @Timespan(Timespan.NANOSECONDS)
  long measured;

  @Label("Replayed")
  @Description("The same by replaying the window on the size that it had")
  @Timespan(Timespan.NANOSECONDS)
  long replayed;

  @Label("Answer")
  @Description("The smallest size that the replay finds good enough")
  int answer;

  @Label("Replayed Answer")
  @Description("Mean time on that size, those that had not ended included")
  @Timespan(Timespan.NANOSECONDS)
  long replayedAnswer;

  @Label("Modelled Answer")
  @Description("The same by a formula; Long.MAX_VALUE if the load is too high")
  @Timespan(Timespan.NANOSECONDS)
  long modelledAnswer;

  @Label("Goal")
  @Description("What is to be small: mean, time of so many per cent, share over a limit")
  String goal;

  @Label("Figure")
  @Description("What the replay says of the goal on the size that it had, in words")
  String figure;

  @Label("Answer's Figure")
  @Description("The same on the answer")
  String answerFigure;

  static void write(Decision decision, boolean dryRun) {
    TuningEvent event = new TuningEvent();
    if (!event.shouldCommit()) {
      return;
    }
    event.target = decision.target();
    event.action = decision.action().name().toLowerCase(Locale.ROOT);
    event.reason = decision.reason();
    event.from = decision.from();
    event.to = decision.to();
    event.dryRun = dryRun;
    event.runs = decision.runs();
    event.measured = (long) decision.measured();
    event.replayed = (long) decision.replayed();
    event.answer = decision.answer();
    event.replayedAnswer = (long) decision.replayedAnswer();
    event.modelledAnswer = (long) decision.modelled();
    event.goal = decision.goal().toString();
    event.figure = decision.goal().text(decision.figureHere());
    event.answerFigure = decision.goal().text(decision.figureOnAnswer());
    event.commit();
  }
}
