/**
 * Implicit dataflow: stateful functions in Java, and the graph of a sequential program that calls
 * them.
 */
// An engine in another module would need qualified exports of code, generate, link, lower, mapping
// and walk.
module dev.hocket.flow {
  exports dev.hocket.flow;
  exports dev.hocket.flow.functions;
  exports dev.hocket.flow.graph;
  exports dev.hocket.flow.settings;
  exports dev.hocket.flow.windows;

  requires transitive dev.hocket.core;
  requires org.jctools.core.jdk11;
  requires org.objectweb.asm.tree.analysis;

  // The recorder is optional at run time.
  requires static jdk.jfr;
}
