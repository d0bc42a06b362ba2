package dev.hocket.flow.graph;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/** One operation of an algorithm. It defines one value, named by the node's id. */
public sealed interface Node extends Serializable {
  /**
   * The name of the node and of its value.
   *
   * @return unique in the graph
   */
  String id();

  /**
   * Where it stands in the source.
   *
   * @return the place
   */
  Position position();

  /**
   * A call of a function that has a place in a section: a method of Java's or a function of
   * Clojure's with state.
   *
   * @param id the function's name, {@code #} and a number from 1
   * @param position where the call stands
   * @param function the function's name in the algorithm, as in {@code nb-read}
   * @param implementation what is called
   * @param arguments one for each input
   */
  record Call(
      String id,
      Position position,
      String function,
      Implementation implementation,
      List<Argument> arguments)
      implements Node {
    /** Takes a copy of the list. */
    public Call {
      checkNamed(id, position);
      Objects.requireNonNull(function, "function");
      Objects.requireNonNull(implementation, "implementation");
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * Plain code without state of its own: a test, interoperation, a destructuring.
   *
   * @param id a name
   * @param position where it stands
   * @param label the text in pictures
   * @param code names the code in the flow's bindings
   * @param arguments one for each input
   * @param effect what the code does to the values that it is given
   * @param prompt whether it is known to wait neither for another thread nor for anything outside
   *     the program, unless the objects do that it is given
   */
  record Expression(
      String id,
      Position position,
      String label,
      String code,
      List<Argument> arguments,
      Effect effect,
      boolean prompt)
      implements Node {
    /** Takes a copy of the list. */
    public Expression {
      checkNamed(id, position);
      Objects.requireNonNull(label, "label");
      Objects.requireNonNull(code, "code");
      arguments = List.copyOf(arguments);
      Objects.requireNonNull(effect, "effect");
    }

    /**
     * Plain code that may wait.
     *
     * @param id a name
     * @param position where it stands
     * @param label the text in pictures
     * @param code names the code in the flow's bindings
     * @param arguments one for each input
     * @param effect what the code does to the values that it is given
     */
    public Expression(
        String id,
        Position position,
        String label,
        String code,
        List<Argument> arguments,
        Effect effect) {
      this(id, position, label, code, arguments, effect, false);
    }

    /**
     * Unknown plain code.
     *
     * @param id a name
     * @param position where it stands
     * @param label the text in pictures
     * @param code names the code in the flow's bindings
     * @param arguments one for each input
     */
    public Expression(
        String id, Position position, String label, String code, List<Argument> arguments) {
      this(id, position, label, code, arguments, Effect.UNKNOWN);
    }
  }

  /** The effect of code on its mutable arguments and the mutable values that it uses. */
  enum Effect {
    /** It changes none of them, and its result is immutable. */
    COMPUTES,
    /** It changes none of them; its result may refer to them. */
    READS,
    /** It may change all of them; its result is immutable. */
    CHANGES,
    /** It may change all of them; its result may refer to them. */
    UNKNOWN;

    /**
     * Returns whether the code may change its arguments.
     *
     * @return false if it is known not to
     */
    public boolean mayChange() {
      return this == CHANGES || this == UNKNOWN;
    }

    /**
     * Tells whether the result is immutable.
     *
     * @return false if it may be, or lead to, a mutable value
     */
    public boolean returnsImmutable() {
      return this == COMPUTES || this == CHANGES;
    }
  }

  /**
   * A branch: its value is that of the branch taken.
   *
   * @param id a name
   * @param position where it stands
   * @param test false and null take the second branch, all else the first
   * @param then the first branch, without parameters
   * @param otherwise the second branch, without parameters
   */
  record If(String id, Position position, Argument test, Region then, Region otherwise)
      implements Node {
    /** Checks that all is there. */
    public If {
      checkNamed(id, position);
      Objects.requireNonNull(test, "test");
      Objects.requireNonNull(then, "then");
      Objects.requireNonNull(otherwise, "otherwise");
    }

    /**
     * Tells which branch a value takes. As in Clojure, false is the constant {@link Boolean#FALSE}
     * only, and no other object of its class.
     *
     * @param value the value of the test
     * @return true for the first branch
     */
    public static boolean isTrue(Object value) {
      return value != null && value != Boolean.FALSE;
    }
  }

  /**
   * A loop. Its body ends in {@link Region.Recur} for one more turn, in {@link Region.Yield} for
   * the loop's value, or in an {@link If} whose branches end in one of these.
   *
   * @param id a name
   * @param position where it stands
   * @param initial the first values of the variables
   * @param body its parameters are the loop's variables
   */
  record Loop(String id, Position position, List<Argument> initial, Region body) implements Node {
    /** Takes a copy of the list. */
    public Loop {
      checkNamed(id, position);
      initial = List.copyOf(initial);
      Objects.requireNonNull(body, "body");
    }
  }

  /**
   * An algorithm applied to each element of a collection; the value is the list of the results in
   * the order of the elements.
   *
   * @param id a name
   * @param position where it stands
   * @param collection an {@link Iterable}, an array, or null, which has no elements
   * @param body has one parameter, the element
   */
  record SMap(String id, Position position, Argument collection, Region body) implements Node {
    /** Checks that all is there. */
    public SMap {
      checkNamed(id, position);
      Objects.requireNonNull(collection, "collection");
      Objects.requireNonNull(body, "body");
    }
  }

  /**
   * Several copies of an algorithm, each with state of its own; each packet goes to one of them.
   *
   * @param id a name
   * @param position where it stands
   * @param copies how many there are
   * @param balance how a packet's copy is chosen
   * @param degree how many of them are used, asked for when the run begins; null for all
   * @param input what the copies get
   * @param body has one parameter, the input
   */
  record Replicate(
      String id,
      Position position,
      int copies,
      Balance balance,
      Argument degree,
      Argument input,
      Region body)
      implements Node {
    /** Checks that everything but the degree is given. */
    public Replicate {
      checkNamed(id, position);
      Objects.requireNonNull(balance, "balance");
      Objects.requireNonNull(input, "input");
      Objects.requireNonNull(body, "body");
    }
  }

  /** How a {@link Replicate} chooses the copy that gets a packet. */
  enum Balance {
    /** One after the other. */
    ROUND_ROBIN,
    /** The copy with the fewest packets; of several, the first. */
    LEAST_LOADED,
    /** Any, equally often. */
    RANDOM,
    /** By the hash code of the input: equal inputs go to the same copy and use the same state. */
    BY_HASH
  }

  private static void checkNamed(String id, Position position) {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(position, "position");
  }
}
