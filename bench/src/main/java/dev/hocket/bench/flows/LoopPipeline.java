package dev.hocket.bench.flows;

/** A peer: the three functions in a loop of Java. */
final class LoopPipeline implements PipelinePeer {
  // These are fields, so that the compiler cannot remove the state, as it cannot in a flow's
  // objects.
  private PipelineStages.First first;
  private PipelineStages.Second second;
  private PipelineStages.Third third;

  @Override
  public String name() {
    return "a loop in Java";
  }

  @Override
  public long run(long items, int rounds) {
    first = new PipelineStages.First();
    second = new PipelineStages.Second();
    third = new PipelineStages.Third();
    long last = 0;
    for (long i = 1; i <= items; i++) {
      last = third.third(second.second(first.first(i, rounds), rounds), rounds);
    }
    return last;
  }
}
