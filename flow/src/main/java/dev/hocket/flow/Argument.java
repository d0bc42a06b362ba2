package dev.hocket.flow;

import java.io.Serializable;
import java.util.Objects;

/** What stands in an input of a {@link Node}: the value of another node, or one that is fixed. */
public sealed interface Argument extends Serializable {
  /**
   * The value of a node that stands before, or of a parameter, in this region or one around it.
   *
   * @param id the node's id or the parameter's name
   */
  record Ref(String id) implements Argument {
    /** Checks that there is an id. */
    public Ref {
      Objects.requireNonNull(id, "id");
    }
  }

  /**
   * A value that stands in the source.
   *
   * @param value serialisable; may be null
   */
  record Constant(Object value) implements Argument {}

  /**
   * A value of the surrounding program, bound once for a run.
   *
   * @param name the name of an {@link Environment}
   */
  record Env(String name) implements Argument {
    /** Checks that there is a name. */
    public Env {
      Objects.requireNonNull(name, "name");
    }
  }
}
