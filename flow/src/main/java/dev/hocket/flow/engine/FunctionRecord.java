package dev.hocket.flow.engine;

import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Statistics;
import dev.hocket.flow.walk.Site;
import java.util.Map;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * The event in a recording for each function of a flow. The activations of sections are recorded as
 * blocks.
 */
public final class FunctionRecord {
  private static final boolean IS_THERE = findsRecorder();

  private FunctionRecord() {}

  private static boolean findsRecorder() {
    try {
      Class.forName("jdk.jfr.Event");
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Returns whether the JDK has a recorder. */
  static boolean isThere() {
    return IS_THERE;
  }

  public static boolean isOn() {
    // Initialising a class of events loads the types of all events of the JDK.
    return IS_THERE && FlightRecorder.isInitialized() && FunctionEvent.ANY.isEnabled();
  }

  /**
   * Writes an event for each function of a section, at the end of a run.
   *
   * @param all the calls of the whole run, by their ids
   */
  static void write(Graph graph, Section section, Map<String, Statistics.Calls> all) {
    if (isOn()) {
      for (Statistics.Calls ofSection : section.statistics()) {
        Statistics.Calls calls = all.remove(Site.original(ofSection.id()));
        if (calls == null) {
          // An event of another copy of this call has been written.
          continue;
        }
        FunctionEvent event = new FunctionEvent();
        event.flow = graph.name();
        event.function = calls.id();
        event.label = section.code().node(ofSection.id()).position().toString();
        event.calls = calls.calls();
        event.time = calls.nanos();
        event.shortest = calls.shortest();
        event.longest = calls.longest();
        event.mostQueued = section.mostFound();
        event.commit();
      }
    }
  }

  @Name("dev.hocket.Function")
  @Label("Function of a Flow")
  @Category("Hocket")
  @Description("The calls of one function at one place, at the end of a run")
  @StackTrace(false)
  static final class FunctionEvent extends Event {
    static final FunctionEvent ANY = new FunctionEvent();

    @Label("Flow")
    String flow;

    @Label("Function")
    @Description("The id of the call, with the number of its copy")
    String function;

    @Label("Label")
    @Description("Position of the call in the source")
    String label;

    @Label("Calls")
    @Description("How often it was called")
    long calls;

    @Label("Time")
    @Description("How long the calls took; -1 if the recording began after the run")
    @Timespan(Timespan.NANOSECONDS)
    long time;

    @Label("Shortest")
    @Description("How long the shortest of the timed calls took; -1 if none was timed")
    @Timespan(Timespan.NANOSECONDS)
    long shortest;

    @Label("Longest")
    @Description("How long the longest of the timed calls took; -1 if none was timed")
    @Timespan(Timespan.NANOSECONDS)
    long longest;

    @Label("Most Queued")
    @Description("The most packets that its section has found on one arc from another section")
    int mostQueued;
  }
}
