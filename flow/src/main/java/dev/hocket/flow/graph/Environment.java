package dev.hocket.flow.graph;

import java.io.Serializable;
import java.util.Objects;

/**
 * A value of the surrounding program that a flow uses; it is bound once for each run.
 *
 * @param name its name there
 * @param type the name of the class of its type hint; null without one
 * @param position where it is used first
 */
public record Environment(String name, String type, Position position) implements Serializable {
  /** Checks that everything but the type is given. */
  public Environment {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(position, "position");
  }
}
