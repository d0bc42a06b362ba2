package dev.hocket.flow.graph;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * A part of an algorithm with one entry and one exit: the whole algorithm, a branch, or the body of
 * a loop.
 *
 * @param parameters the names of the region's inputs; unique in the graph
 * @param nodes the nodes in the order of the program
 * @param result the region's result
 */
public record Region(List<String> parameters, List<Node> nodes, Result result)
    implements Serializable {
  /** Takes copies of the lists. */
  public Region {
    parameters = List.copyOf(parameters);
    nodes = List.copyOf(nodes);
    Objects.requireNonNull(result, "result");
  }

  /** The result of a region. */
  public sealed interface Result extends Serializable {}

  /**
   * Ends the region with a value.
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
   * Ends a turn of the innermost enclosing loop and begins the next.
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
