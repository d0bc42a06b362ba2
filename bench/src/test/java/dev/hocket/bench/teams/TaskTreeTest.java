package dev.hocket.bench.teams;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The recursive computations of the benchmarks give known results, however they are run. */
class TaskTreeTest {
  static Stream<TaskTree> trees() {
    return Stream.of(new TaskTree.Sequential(), new ForkJoinTree(ForkJoinPool.commonPool()));
  }

  @ParameterizedTest
  @MethodSource("trees")
  void fibonacci_isTheKnownNumber(TaskTree tree) {
    assertEquals(6_765, tree.fibonacci(20, 5));
  }

  @ParameterizedTest
  @MethodSource("trees")
  void elevenQueens_haveTheKnownNumberOfSolutions(TaskTree tree) {
    assertEquals(2_680, tree.queens());
  }

  @ParameterizedTest
  @MethodSource("trees")
  void sort_putsNumbersInOrder(TaskTree tree) {
    int[] numbers = TaskTree.numbers(10_000);
    int[] expected = numbers.clone();
    Arrays.sort(expected);
    tree.sort(numbers, new int[numbers.length]);
    assertArrayEquals(expected, numbers);
  }

  @ParameterizedTest
  @MethodSource("trees")
  void nodes_countsTheSameTree(TaskTree tree) {
    assertEquals(new TaskTree.Sequential().nodes(4), tree.nodes(4));
  }

  @ParameterizedTest
  @MethodSource("trees")
  void factors_multiplyToTheMatrix(TaskTree tree) {
    BlockMatrix matrix = new BlockMatrix();
    BlockMatrix factors = new BlockMatrix(matrix);
    tree.factor(factors);
    for (int i = 0; i < BlockMatrix.rows(); i += 7) {
      for (int j = 0; j < BlockMatrix.rows(); j += 5) {
        double product = i <= j ? factors.get(i, j) : 0;
        for (int p = 0; p < Math.min(i, j + 1); p++) {
          product += factors.get(i, p) * factors.get(p, j);
        }
        assertEquals(matrix.get(i, j), product, 1e-9);
      }
    }
  }
}
