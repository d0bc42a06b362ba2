package dev.hocket.flow.graph;

import java.io.Serializable;
import java.util.Objects;

/** The code that a {@link Node.Call} calls. */
public sealed interface Implementation extends Serializable {
  /**
   * Whether it produces packets, one a call, until it returns {@link Graph#END}.
   *
   * @return true for a source
   */
  boolean source();

  /**
   * Whether it may wait for something outside the program.
   *
   * @return true if its section needs a thread of its own
   */
  boolean blocking();

  /**
   * Whether its object remembers something from one call to the next.
   *
   * @return true if the order of its calls matters
   */
  boolean stateful();

  /**
   * Whether several copies, each with a part of the packets, can replace one.
   *
   * @return true if a {@link Node.Replicate} may hold it
   */
  boolean replicable();

  /**
   * A Java method with {@code @Function}.
   *
   * @param owner the binary name of its class
   * @param method its name
   * @param descriptor its types, as in class files
   * @param isStatic whether it needs no object
   * @param varargs whether the last parameter takes any number of arguments
   * @param source whether it produces packets
   * @param blocking whether it may wait for something outside the program
   * @param stateful whether its object has a field that can change
   * @param replicable whether several copies do as well as one
   */
  record JavaMethod(
      String owner,
      String method,
      String descriptor,
      boolean isStatic,
      boolean varargs,
      boolean source,
      boolean blocking,
      boolean stateful,
      boolean replicable)
      implements Implementation {
    /** Checks that all names are there. */
    public JavaMethod {
      Objects.requireNonNull(owner, "owner");
      Objects.requireNonNull(method, "method");
      Objects.requireNonNull(descriptor, "descriptor");
    }
  }

  /**
   * Code that the flow's bindings give for a run.
   *
   * @param code its name there
   * @param stateful whether it remembers something from one call to the next
   * @param source whether it produces packets
   * @param blocking whether it may wait for something outside the program
   * @param replicable whether several copies do as well as one
   * @param effect what it does to the values that it is given
   * @param prompt whether it is known to wait neither for another thread nor for anything outside
   *     the program, unless the objects do that it is given
   */
  record Coded(
      String code,
      boolean stateful,
      boolean source,
      boolean blocking,
      boolean replicable,
      Node.Effect effect,
      boolean prompt)
      implements Implementation {
    /** Checks that there is a name. */
    public Coded {
      Objects.requireNonNull(code, "code");
      Objects.requireNonNull(effect, "effect");
    }

    /**
     * Code that may wait.
     *
     * @param code its name there
     * @param stateful whether it remembers something from one call to the next
     * @param source whether it produces packets
     * @param blocking whether it may wait for something outside the program
     * @param replicable whether several copies do as well as one
     * @param effect what it does to the values that it is given
     */
    public Coded(
        String code,
        boolean stateful,
        boolean source,
        boolean blocking,
        boolean replicable,
        Node.Effect effect) {
      this(code, stateful, source, blocking, replicable, effect, false);
    }

    /**
     * Unknown code.
     *
     * @param code its name there
     * @param stateful whether it remembers something from one call to the next
     * @param source whether it produces packets
     * @param blocking whether it may wait for something outside the program
     * @param replicable whether several copies do as well as one
     */
    public Coded(
        String code, boolean stateful, boolean source, boolean blocking, boolean replicable) {
      this(code, stateful, source, blocking, replicable, Node.Effect.UNKNOWN);
    }
  }
}
