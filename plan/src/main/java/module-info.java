/**
 * Reports on recordings and plans numbers of threads: reads JDK Flight Recorder files with Hocket's
 * events, and predicts flow times by queueing models.
 */
// HdrHistogram has no module descriptor.
@SuppressWarnings("requires-automatic")
module dev.hocket.plan {
  requires java.management;
  requires java.net.http;
  requires jdk.attach;
  requires jdk.httpserver;
  requires jdk.management.jfr;
  requires transitive jdk.jfr;
  requires HdrHistogram;
  requires org.apache.commons.numbers.gamma;
  requires org.apache.commons.rng.api;
  requires org.apache.commons.rng.sampling;
  requires org.apache.commons.statistics.distribution;
  requires tools.jackson.jr.ob;

  exports dev.hocket.plan;
  exports dev.hocket.plan.advise;
  exports dev.hocket.plan.decide;
  exports dev.hocket.plan.live;
  exports dev.hocket.plan.load;
  exports dev.hocket.plan.measure;
  exports dev.hocket.plan.model;
  exports dev.hocket.plan.report;
  exports dev.hocket.plan.requests;
  exports dev.hocket.plan.simulate;
}
