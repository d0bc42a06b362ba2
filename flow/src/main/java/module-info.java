/**
 * Implicit dataflow: stateful functions in Java, and the graph that a sequential program makes of
 * them.
 */
// Engines of other modules, of which none is there yet, share the packages that are exported to
// them.
@SuppressWarnings("module")
module dev.hocket.flow {
  exports dev.hocket.flow;
  exports dev.hocket.flow.functions;
  exports dev.hocket.flow.graph;
  exports dev.hocket.flow.settings;
  exports dev.hocket.flow.code to
      dev.hocket.flow.flink;
  exports dev.hocket.flow.generate to
      dev.hocket.flow.flink;
  exports dev.hocket.flow.link to
      dev.hocket.flow.flink;
  exports dev.hocket.flow.lower to
      dev.hocket.flow.flink;
  exports dev.hocket.flow.mapping to
      dev.hocket.flow.flink;
  exports dev.hocket.flow.walk to
      dev.hocket.flow.flink;

  requires transitive dev.hocket.core;
  requires org.jctools.core.jdk11;
  requires org.objectweb.asm.tree.analysis;

  // Optional at run time.
  requires static jdk.jfr;
}
