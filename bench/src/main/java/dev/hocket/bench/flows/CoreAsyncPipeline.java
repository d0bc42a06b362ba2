package dev.hocket.bench.flows;

import clojure.java.api.Clojure;

/** A peer: go blocks with buffered channels of core.async between them. */
final class CoreAsyncPipeline implements PipelinePeer {
  private static final String NAMESPACE = "dev.hocket.bench.flows.core-async-pipeline";

  CoreAsyncPipeline() {
    Clojure.var("clojure.core", "require").invoke(Clojure.read(NAMESPACE));
  }

  @Override
  public String name() {
    return "core.async channels";
  }

  @Override
  public int share() {
    return 5;
  }

  @Override
  public long run(long items, int rounds) {
    return (long) Clojure.var(NAMESPACE, "run").invoke(items, rounds, Pipelines.CAPACITY);
  }
}
