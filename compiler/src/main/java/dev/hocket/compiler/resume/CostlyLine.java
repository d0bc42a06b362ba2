package dev.hocket.compiler.resume;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The line whose awaited calls add most code to its method.
 *
 * @param number the line
 * @param calls how many calls it awaits
 * @param variables how many variables are kept at one of them, at most
 * @param operands how many operands wait for the result of one of them, at most
 */
public record CostlyLine(int number, int calls, int variables, int operands) {
  /** Of the suspension points of one method; empty if there are none, or no line is known. */
  static Optional<CostlyLine> of(List<Point> points) {
    Map<Integer, List<Point>> lines = points.stream().collect(Collectors.groupingBy(Point::line));
    lines.remove(Positions.NO_LINE);
    return lines.entrySet().stream()
        .max(Comparator.comparingInt(line -> cost(line.getValue())))
        .map(line -> of(line.getKey(), line.getValue()));
  }

  /** A call costs about eight times as much code as a value that is kept. */
  private static int cost(List<Point> points) {
    return points.stream().mapToInt(point -> 8 + point.variables() + point.operands()).sum();
  }

  private static CostlyLine of(int number, List<Point> points) {
    int variables = points.stream().mapToInt(Point::variables).max().orElse(0);
    int operands = points.stream().mapToInt(Point::operands).max().orElse(0);
    return new CostlyLine(number, points.size(), variables, operands);
  }
}
