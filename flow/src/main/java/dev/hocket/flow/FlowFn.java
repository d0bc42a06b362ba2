package dev.hocket.flow;

/** Code that is given to a flow as a value: a Clojure function, an expression, a lambda. */
@FunctionalInterface
public interface FlowFn {
  /**
   * Calls it. Never called by two threads at a time, unless it was bound as {@linkplain
   * Bindings#pure pure}.
   *
   * @param arguments one for each input; the callee may keep the array
   * @return the result, which may be null
   * @throws Exception what the code throws; other throwables pass as they are
   */
  Object call(Object[] arguments) throws Exception;
}
