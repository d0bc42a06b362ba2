package dev.hocket.flow.graph;

import java.io.Serializable;

/**
 * A piece of code that a program gives to a flow: a Clojure function, an expression or a lambda. An
 * engine on several machines writes it, with the values that it holds, and reads it there.
 */
@FunctionalInterface
public interface FlowFn extends Serializable {
  /**
   * Runs the code. Two threads never call it at a time, unless it was bound as code without state.
   *
   * @param arguments one value for each input; the callee may keep the array
   * @return the result, which may be null
   * @throws Exception if the code throws; an error that it throws passes, too
   */
  Object call(Object[] arguments) throws Exception;
}
