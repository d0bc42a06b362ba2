package dev.hocket.flow.graph;

import java.io.Serializable;
import java.util.Objects;

/** The code that a {@link Node.Call} calls. */
public sealed interface Implementation extends Serializable {
  /**
   * Returns whether the code produces packets: each call gives one, until it returns {@link
   * Graph#END}.
   *
   * @return true for a source
   */
  boolean source();

  /**
   * Returns whether the code may wait for something outside the program.
   *
   * @return true if its section needs a thread of its own
   */
  boolean blocking();

  /**
   * Returns whether the code's object remembers something from one call to the next.
   *
   * @return true if the order of its calls matters
   */
  boolean stateful();

  /**
   * Returns whether several copies, each with a part of the packets, can replace the object.
   *
   * @return true if a {@link Node.Replicate} may hold it
   */
  boolean replicable();

  /**
   * Returns whether the code returns a {@link java.util.concurrent.CompletionStage}, whose value is
   * the value of the call.
   *
   * @return true if the flow waits for the stage, without a thread
   */
  boolean async();

  /**
   * A Java method with {@code @Function}.
   *
   * @param owner the binary name of its class
   * @param method the method's name
   * @param descriptor the method's types, as in class files
   * @param isStatic whether the method needs no object
   * @param varargs whether the last parameter takes any number of arguments
   * @param source whether the method produces packets
   * @param blocking whether the method may wait for something outside the program
   * @param stateful whether the method's object has a field that can change
   * @param replicable whether several copies do as well as one
   * @param async whether the method returns a stage of its value
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
      boolean replicable,
      boolean async)
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
   * @param code the code's name in the bindings
   * @param stateful whether the code remembers something from one call to the next
   * @param source whether the code produces packets
   * @param blocking whether the code may wait for something outside the program
   * @param replicable whether several copies do as well as one
   * @param effect the effect on the values that the code gets
   * @param prompt whether the code is known to wait neither for another thread nor for anything
   *     outside the program, unless objects that it gets do
   * @param async whether the code returns a stage of its value
   */
  record Coded(
      String code,
      boolean stateful,
      boolean source,
      boolean blocking,
      boolean replicable,
      Node.Effect effect,
      boolean prompt,
      boolean async)
      implements Implementation {
    /** Checks that the code has a name. */
    public Coded {
      Objects.requireNonNull(code, "code");
      Objects.requireNonNull(effect, "effect");
    }

    /**
     * Describes code that returns its value.
     *
     * @param code its name in the bindings
     * @param stateful whether the code remembers something from one call to the next
     * @param source whether the code produces packets
     * @param blocking whether the code may wait for something outside the program
     * @param replicable whether several copies do as well as one
     * @param effect the effect of the code on the values that it is given
     * @param prompt whether the code is known never to wait
     */
    public Coded(
        String code,
        boolean stateful,
        boolean source,
        boolean blocking,
        boolean replicable,
        Node.Effect effect,
        boolean prompt) {
      this(code, stateful, source, blocking, replicable, effect, prompt, false);
    }

    /**
     * Describes code that may wait.
     *
     * @param code the code's name in the bindings
     * @param stateful whether the code remembers something from one call to the next
     * @param source whether the code produces packets
     * @param blocking whether the code may wait for something outside the program
     * @param replicable whether several copies do as well as one
     * @param effect the effect on the values that the code gets
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
     * Describes code of which nothing is known.
     *
     * @param code the code's name in the bindings
     * @param stateful whether the code remembers something from one call to the next
     * @param source whether the code produces packets
     * @param blocking whether the code may wait for something outside the program
     * @param replicable whether several copies do as well as one
     */
    public Coded(
        String code, boolean stateful, boolean source, boolean blocking, boolean replicable) {
      this(code, stateful, source, blocking, replicable, Node.Effect.UNKNOWN);
    }
  }
}
