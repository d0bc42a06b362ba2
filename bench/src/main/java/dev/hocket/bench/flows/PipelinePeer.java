package dev.hocket.bench.flows;

/** A pipeline that sends numbers through the three functions of {@link PipelineStages}. */
interface PipelinePeer {
  String name();

  /** The percentage of the items that this peer gets; slow peers measure with fewer. */
  default int share() {
    return 100;
  }

  /** Sends the items through and returns the sum of the results. */
  long run(long items, int rounds) throws Exception;

  /** Ends the threads and processes that {@link #run} keeps for the next run. */
  default void close() throws Exception {}
}
