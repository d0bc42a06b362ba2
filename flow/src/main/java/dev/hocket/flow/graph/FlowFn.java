package dev.hocket.flow.graph;

/**
 * A piece of code that a program gives to a flow: a Clojure function, an expression or a lambda.
 */
@FunctionalInterface
public interface FlowFn {
  /**
   * Calls it. Never called by two threads at a time, unless it was bound as without state.
   *
   * @param arguments one for each input; the callee may keep the array
   * @return the result, which may be null
   * @throws Exception if the code throws; errors pass, too
   */
  Object call(Object[] arguments) throws Exception;
}
