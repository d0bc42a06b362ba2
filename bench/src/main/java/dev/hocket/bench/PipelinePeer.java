package dev.hocket.bench;

/** Something that sends numbers through the three functions of {@link PipelineStages}. */
interface PipelinePeer {
  String name();

  /** How many of a hundred items it gets: those that are slow measure with fewer. */
  default int share() {
    return 100;
  }

  /** The sum of what came out. */
  long run(long items, int rounds) throws Exception;

  /** Ends what {@link #run} leaves for the next run. */
  default void close() throws Exception {}
}
