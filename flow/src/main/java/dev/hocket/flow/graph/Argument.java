package dev.hocket.flow.graph;

import java.io.Serializable;
import java.util.Objects;

/**
 * An input of a {@link Node}: the value of another node, a constant, or a value of the surrounding
 * program.
 */
public sealed interface Argument extends Serializable {
  /**
   * The value of an earlier node or of a parameter, in this region or in one that encloses it.
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
   * A constant of the source text.
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
