/**
 * Implicit dataflow: stateful functions in Java, and the graph that a sequential program makes of
 * them.
 */
module dev.hocket.flow {
  exports dev.hocket.flow;

  requires transitive dev.hocket.core;
  requires org.jctools.core.jdk11;
  requires org.objectweb.asm.tree.analysis;

  // Optional at run time.
  requires static jdk.jfr;
}
