package dev.hocket.flow.link;

import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Node.Replicate;

/** Computes how many copies are in use, and which copy an input goes to. */
public final class Degrees {
  private Degrees() {}

  /** Checks the number that the program gives; null stands for all copies. */
  public static int of(Replicate copies, Object degree) {
    if (degree == null) {
      return copies.copies();
    }
    if (!(degree instanceof Number number)
        || number.longValue() < 1
        || number.longValue() > copies.copies()) {
      throw new FlowException(
          copies.position(),
          degree
              + " copies in use; give a number from 1 to "
              + copies.copies()
              + ", the copies there are");
    }
    return number.intValue();
  }

  public static int byHash(Object input, int degree) {
    int hash = input == null ? 0 : input.hashCode();
    return Math.floorMod(hash ^ hash >>> 16, degree);
  }
}
