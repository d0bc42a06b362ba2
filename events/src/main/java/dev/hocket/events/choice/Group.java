package dev.hocket.events.choice;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** The order in which the branches of a {@code choose} or {@code prefer} are tried. */
public final class Group {
  private final boolean fair;

  /** Branch numbers and nested groups. */
  private final List<Object> children = new ArrayList<>();

  public Group(boolean fair) {
    this.fair = fair;
  }

  public boolean isFair() {
    return fair;
  }

  public void add(int branch) {
    children.add(branch);
  }

  public void add(Group group) {
    children.add(group);
  }

  /** Returns whether every order is as good as any other. */
  boolean isUniform() {
    return fair && children.stream().noneMatch(Group.class::isInstance);
  }

  /** Appends the branches to an order from a position on; returns the position after them. */
  int order(int[] order, int from, RandomGenerator random) {
    int[] turns = upTo(children.size());
    if (fair) {
      shuffle(turns, random);
    }
    int at = from;
    for (int turn : turns) {
      Object child = children.get(turn);
      if (child instanceof Group group) {
        at = group.order(order, at, random);
      } else {
        order[at++] = (Integer) child;
      }
    }
    return at;
  }

  static int[] upTo(int n) {
    int[] numbers = new int[n];
    for (int i = 0; i < n; i++) {
      numbers[i] = i;
    }
    return numbers;
  }

  /** Shuffles an array: every permutation has the same probability. */
  static void shuffle(int[] numbers, RandomGenerator random) {
    for (int i = numbers.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = numbers[i];
      numbers[i] = numbers[j];
      numbers[j] = swapped;
    }
  }
}
