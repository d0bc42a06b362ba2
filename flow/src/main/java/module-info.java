/**
 * Implicit dataflow: stateful functions in Java, and the graph that a sequential program makes of
 * them.
 */
// An engine in another module would use code, generate, link, lower, mapping and walk through
// qualified exports.
module dev.hocket.flow {
  exports dev.hocket.flow;
  exports dev.hocket.flow.functions;
  exports dev.hocket.flow.graph;
  exports dev.hocket.flow.settings;

  requires transitive dev.hocket.core;
  requires org.jctools.core.jdk11;
  requires org.objectweb.asm.tree.analysis;

  // Optional at run time.
  requires static jdk.jfr;
}
