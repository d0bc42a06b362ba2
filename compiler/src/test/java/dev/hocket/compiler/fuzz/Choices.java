package dev.hocket.compiler.fuzz;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Chooses samples: first each value of each axis a few times, then each pair of values. */
final class Choices {
  private static final int TIMES = 3;

  private final List<Integer> sizes;
  private final Random random;

  Choices(List<Integer> sizes, Random random) {
    this.sizes = sizes;
    this.random = random;
  }

  /** The first choices, at most {@code limit}. */
  List<List<Integer>> first(int limit) {
    List<List<Integer>> choices = new ArrayList<>();
    for (int time = 0; time < TIMES; time++) {
      addEachValue(choices);
    }
    List<List<Integer>> pairs = new ArrayList<>();
    for (int one = 0; one < sizes.size(); one++) {
      for (int other = 0; other < one; other++) {
        addPairs(one, other, pairs);
      }
    }
    Collections.shuffle(pairs, random);
    choices.addAll(pairs);
    return choices.subList(0, Math.min(limit, choices.size()));
  }

  private void addEachValue(List<List<Integer>> choices) {
    List<List<Integer>> orders = sizes.stream().map(this::shuffled).toList();
    for (int i = 0; i < Collections.max(sizes); i++) {
      int at = i;
      choices.add(orders.stream().map(order -> order.get(at % order.size())).toList());
    }
  }

  private List<Integer> shuffled(int size) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, size).boxed().toList());
    Collections.shuffle(order, random);
    return order;
  }

  private void addPairs(int one, int other, List<List<Integer>> pairs) {
    for (int i = 0; i < sizes.get(one); i++) {
      for (int j = 0; j < sizes.get(other); j++) {
        List<Integer> choice = new ArrayList<>(sizes.stream().map(random::nextInt).toList());
        choice.set(one, i);
        choice.set(other, j);
        pairs.add(choice);
      }
    }
  }
}
