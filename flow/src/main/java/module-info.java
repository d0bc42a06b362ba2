/**
 * Implicit dataflow: stateful functions in Java, and the graph of a sequential program that calls
 * them.
 */
// The engine in the other module is built after this one, so it is not there when this is compiled.
@SuppressWarnings("module")
module dev.hocket.flow {
  exports dev.hocket.flow;
  exports dev.hocket.flow.functions;
  exports dev.hocket.flow.graph;
  exports dev.hocket.flow.settings;
  exports dev.hocket.flow.windows;
  exports dev.hocket.flow.code to
      dev.hocket.flow.flink;
  exports dev.hocket.flow.generate to
      dev.hocket.flow.flink;
  exports dev.hocket.flow.link to
      dev.hocket.flow.flink;
  exports dev.hocket.flow.mapping to
      dev.hocket.flow.flink;
  exports dev.hocket.flow.state to
      dev.hocket.flow.flink;
  exports dev.hocket.flow.walk to
      dev.hocket.flow.flink;

  // Windows are saved field by field.
  opens dev.hocket.flow.windows to
      dev.hocket.flow.flink;

  uses dev.hocket.flow.Engine;

  requires java.logging;
  requires transitive dev.hocket.core;
  requires org.jctools.core.jdk11;
  requires org.objectweb.asm.tree.analysis;

  // The recorder is optional at run time.
  requires static jdk.jfr;
}
