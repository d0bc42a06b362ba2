package dev.hocket.flow.graph;

import java.io.Serializable;
import java.util.Objects;

/**
 * A value of the surrounding program that a flow uses; it is bound once for each run.
 *
 * @param name the value's name in the program
 * @param type the name of the class in the value's type hint; null without a hint
 * @param position the first place of its use
 */
public record Environment(String name, String type, Position position) implements Serializable {
  /** Checks that everything but the type is given. */
  public Environment {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(position, "position");
  }
}
