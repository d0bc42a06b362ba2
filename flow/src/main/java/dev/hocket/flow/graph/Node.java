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
   * The place of the node in the source.
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
   * @param implementation the code that is called
   * @param arguments one argument for each input
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
   * @param arguments one argument for each input
   * @param effect the effect on the values that the code gets
   * @param prompt whether the code is known to wait neither for another thread nor for anything
   *     outside the program, unless objects that it gets do
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
     * Makes an expression that may wait.
     *
     * @param id a name
     * @param position where it stands
     * @param label the text in pictures
     * @param code names the code in the flow's bindings
     * @param arguments one argument for each input
     * @param effect the effect on the values that the code gets
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
     * Makes an expression of unknown code.
     *
     * @param id a name
     * @param position where it stands
     * @param label the text in pictures
     * @param code names the code in the flow's bindings
     * @param arguments one argument for each input
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
   * A branch, whose value is that of the branch taken.
   *
   * @param id a name
   * @param position where it stands
   * @param test false and null take the second branch, all else the first
   * @param then the first branch, without parameters
   * @param otherwise the second branch, without parameters
   */
  record If(String id, Position position, Argument test, Region then, Region otherwise)
      implements Node {
    /** Checks that no part is null. */
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
    /** Checks that no part is null. */
    public SMap {
      checkNamed(id, position);
      Objects.requireNonNull(collection, "collection");
      Objects.requireNonNull(body, "body");
    }
  }

  /**
   * Several copies of an algorithm; each packet goes to one of them. Without a key each copy has
   * state of its own. With a key, each call in the body has state of its own for each key.
   *
   * @param id a name
   * @param position where it stands
   * @param copies the number of copies
   * @param balance the way to choose a packet's copy; {@link Balance#BY_HASH} with a key
   * @param degree the number of copies in use, fixed when the run begins; null for all
   * @param key the value that selects the copy and the state of a packet; null for none
   * @param input the value that the copies get
   * @param body has one parameter, the input
   */
  record Replicate(
      String id,
      Position position,
      int copies,
      Balance balance,
      Argument degree,
      Key key,
      Argument input,
      Region body)
      implements Node {
    /** Checks that all values except degree and key are given. */
    public Replicate {
      checkNamed(id, position);
      Objects.requireNonNull(balance, "balance");
      Objects.requireNonNull(input, "input");
      Objects.requireNonNull(body, "body");
    }

    /**
     * Makes copies without a key.
     *
     * @param id a name
     * @param position where it stands
     * @param copies the number of copies
     * @param balance the way to choose a packet's copy
     * @param degree the number of copies in use, fixed when the run begins; null for all
     * @param input the value that the copies get
     * @param body has one parameter, the input
     */
    public Replicate(
        String id,
        Position position,
        int copies,
        Balance balance,
        Argument degree,
        Argument input,
        Region body) {
      this(id, position, copies, balance, degree, null, input, body);
    }

    /**
     * The value whose hash code selects the copy of a packet, if {@link Balance#BY_HASH} does.
     *
     * @return the key, or the input if there is none
     */
    public Argument hashed() {
      return key == null ? input : key.value();
    }
  }

  /**
   * The key of a {@link Replicate}.
   *
   * @param value the key of a packet; may be null
   * @param most the largest number of keys for which a call of the body may have state
   */
  record Key(Argument value, int most) implements Serializable {
    /** The limit if none is given. */
    public static final int MOST = 1_000_000;

    /** Checks that there is a value. */
    public Key {
      Objects.requireNonNull(value, "value");
    }
  }

  /** The way in which a {@link Replicate} chooses the copy that gets a packet. */
  enum Balance {
    /** The copies take turns. */
    ROUND_ROBIN,
    /** The copy with the fewest packets; of several, the first. */
    LEAST_LOADED,
    /** A random copy; all are equally likely. */
    RANDOM,
    /** The copy that the input's hash code selects: equal inputs use the same state. */
    BY_HASH
  }

  private static void checkNamed(String id, Position position) {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(position, "position");
  }
}
