package dev.hocket.plan.report;

import dev.hocket.plan.RecordingException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Draws figures 9 and 10 of paper 2 from recordings of an application without and with its
 * directives, as {@code hocket demo} makes them: the activity of the event thread, and how many
 * inputs took longer than x. The figures are measured, on the machine of the recordings.
 */
public final class DemoFigures {
  private static final String STYLE =
      """
      <style>
      svg { font: 12px sans-serif; }
      .axis { stroke: #333; } .grid { stroke: #ddd; } .tick, .note { font-size: 11px; fill: #555; }
      .threshold { stroke: #777; stroke-dasharray: 4 3; }
      .curve { fill: none; stroke-width: 2; }
      .series0 { stroke: #c2410c; } .series1 { stroke: #2563eb; }
      .idle { fill: #eef0f6; } .dispatch { fill: #8b93a7; } .modal { fill: #d97706; }
      .listener { fill: #db2777; } .async { fill: #16a34a; } .paint { fill: #2563eb; }
      </style>
      """;

  private DemoFigures() {}

  /**
   * Draws both figures.
   *
   * @param sequential a recording of the application with its directives ignored
   * @param hocket a recording of the application with them
   * @return a file name ending in {@code .svg} and the picture, for each figure
   * @throws RecordingException if a recording is missing or has no dispatches
   */
  public static Map<String, String> of(Path sequential, Path hocket) throws RecordingException {
    LatencyReport without = LatencyReport.read(sequential);
    LatencyReport with = LatencyReport.read(hocket);
    Map<String, String> files = new LinkedHashMap<>();
    files.put(
        "figure9a.svg",
        DepthPlot.file(without, "Figure 9 (a): the event thread, sequential", STYLE));
    files.put(
        "figure9b.svg", DepthPlot.file(with, "Figure 9 (b): the event thread, Hocket", STYLE));
    files.put(
        "figure10.svg",
        CumulativePlot.file(
            List.of(
                new CumulativePlot.Runs("sequential", List.of(without)),
                new CumulativePlot.Runs("Hocket", List.of(with))),
            STYLE));
    return files;
  }
}
