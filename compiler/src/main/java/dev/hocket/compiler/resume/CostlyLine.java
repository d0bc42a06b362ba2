package dev.hocket.compiler.resume;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The line of a method whose awaited calls add the most code to it.
 *
 * @param number the line number
 * @param calls the number of awaited calls on the line
 * @param variables the largest number of variables kept at one of the calls
 * @param operands the largest number of operands that wait for the result of one of the calls
 */
public record CostlyLine(int number, int calls, int variables, int operands) {
  /** Finds the line among a method's suspension points; empty if no point has a line. */
  static Optional<CostlyLine> of(List<Point> points) {
    Map<Integer, List<Point>> lines = points.stream().collect(Collectors.groupingBy(Point::line));
    lines.remove(Positions.NO_LINE);
    return lines.entrySet().stream()
        .max(Comparator.comparingInt(line -> cost(line.getValue())))
        .map(line -> of(line.getKey(), line.getValue()));
  }

  /** The cost of suspension points: a call costs about as much code as eight kept values. */
  private static int cost(List<Point> points) {
    return points.stream().mapToInt(point -> 8 + point.variables() + point.operands()).sum();
  }

  private static CostlyLine of(int number, List<Point> points) {
    int variables = points.stream().mapToInt(Point::variables).max().orElse(0);
    int operands = points.stream().mapToInt(Point::operands).max().orElse(0);
    return new CostlyLine(number, points.size(), variables, operands);
  }
}
