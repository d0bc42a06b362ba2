package dev.hocket.bench.flows;

import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.settings.Arcs;
import dev.hocket.flow.settings.Sections;
import dev.hocket.flow.settings.Waiting;

/** Hocket's own entry: the three functions as a flow. */
final class FlowPipeline implements PipelinePeer {
  private static final Library STAGES = Library.of(PipelineStages.class);

  private final Sections sections;
  private final Waiting waiting;

  FlowPipeline(Sections sections, Waiting waiting) {
    this.sections = sections;
    this.waiting = waiting;
  }

  @Override
  public String name() {
    return waiting == Waiting.BLOCKING ? "flow" : "flow, spinning arcs";
  }

  @Override
  public long run(long items, int rounds) {
    Flow flow =
        Flow.define(
                "pipeline",
                STAGES,
                f -> {
                  Object number = f.call("numbers", items);
                  Object mixed = f.call("second", f.call("first", number, rounds), rounds);
                  return f.call("third", mixed, rounds);
                })
            .sections(sections)
            .arcs(Arcs.defaults().capacity(Pipelines.CAPACITY).waiting(waiting))
            .inFlight(4 * Pipelines.CAPACITY);
    return (long) flow.run();
  }
}
