package dev.hocket.flow;

import java.io.Serializable;
import java.util.Objects;

/**
 * A value of the surrounding program that a flow uses; it is bound once for each run.
 *
 * @param name its name there
 * @param type the name of the class that the program declares it as; null if it declares none
 * @param position where it is used first
 */
public record Environment(String name, String type, Position position) implements Serializable {
  /** Checks that all but the type is there. */
  public Environment {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(position, "position");
  }
}
