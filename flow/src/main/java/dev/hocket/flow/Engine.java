package dev.hocket.flow;

/**
 * An engine in another module, which runs a program's flows instead of this module's. The system
 * property {@code hocket.engine}, which the command line sets, names it; a {@link
 * java.util.ServiceLoader} finds it. Several threads may call it.
 */
public interface Engine {
  /**
   * Returns the name of the engine.
   *
   * @return the name, as the property has it
   */
  String name();

  /**
   * Runs a flow and waits for its result.
   *
   * @param flow the algorithm with its settings
   * @return the result; an exception of a function is thrown as it is
   */
  Object run(Flow flow);
}
