package dev.hocket.flow;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * A piece of an algorithm with one way in and one way out: the whole, a branch, the body of a loop.
 *
 * @param parameters names of the values that it is given; unique in the graph
 * @param nodes in the order of the program
 * @param result what leaves it
 */
public record Region(List<String> parameters, List<Node> nodes, Result result)
    implements Serializable {
  /** Takes copies of the lists. */
  public Region {
    parameters = List.copyOf(parameters);
    nodes = List.copyOf(nodes);
    Objects.requireNonNull(result, "result");
  }

  /** What leaves a region. */
  public sealed interface Result extends Serializable {}

  /**
   * A value.
   *
   * @param value the value
   */
  public record Yield(Argument value) implements Result {
    /** Checks that there is a value. */
    public Yield {
      Objects.requireNonNull(value, "value");
    }
  }

  /**
   * One more turn of the innermost loop around.
   *
   * @param values the next values of the loop's variables
   */
  public record Recur(List<Argument> values) implements Result {
    /** Takes a copy of the list. */
    public Recur {
      values = List.copyOf(values);
    }
  }
}
