package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A random loop nest that a team shares, and the results of a sequential run: the number of runs of
 * each iteration, a sum, an exclusive or, three sums in an array, the indices of the last
 * iteration, the final values of indices that are declared before the nest, and a sum of fractions.
 *
 * @param code the body of a method that returns the results, the sum of fractions last
 * @param expected the expected results without the sum of fractions
 * @param real the expected sum of fractions
 * @param error the largest error of that sum, which depends on the order of additions
 */
record RandomLoop(String code, String expected, double real, double error) {
  private static final List<String> SCHEDULES =
      List.of("static", "dynamic", "guided", "auto", "runtime");

  /**
   * Loops near the limits of their type may not end in Java, so their number of iterations is
   * bounded.
   */
  private static final int MOST_TRIPS = 40;

  static RandomLoop of(Random random) {
    boolean collapsed = random.nextInt(3) == 0;
    List<Head> heads = new ArrayList<>();
    boolean isRectangular = !collapsed || random.nextBoolean();
    heads.add(isRectangular ? Head.of(random, "i") : Head.small(random, "i", null));
    if (collapsed) {
      heads.add(isRectangular ? Head.of(random, "j") : Head.small(random, "j", heads.getFirst()));
      if (random.nextInt(3) == 0) {
        Head outer = random.nextBoolean() ? heads.get(1) : null;
        heads.add(isRectangular ? Head.of(random, "k") : Head.small(random, "k", outer));
      }
    }
    String clauses = collapsed ? " collapse(" + heads.size() + ")" : "";
    clauses += schedule(random);
    boolean ordered = random.nextInt(4) == 0;
    clauses += ordered ? " ordered" : "";
    boolean apart = random.nextBoolean();
    boolean nowait = apart && random.nextInt(3) == 0;
    clauses += nowait ? " nowait" : "";
    StringBuilder code = new StringBuilder();
    heads.forEach(head -> code.append(head.declarations()));
    code.append("int[] sizes = {0, 6, 1, 0, 9};\n");
    code.append("long runs = 0, sum = 1, xor = 5, last = -1;\n");
    code.append("StringBuilder order = new StringBuilder();\n");
    code.append("double real = 0.1;\nlong[] parts = {1, 2, 3};\n");
    String data = " reduction(+: runs, sum, real, parts) reduction(^: xor) lastprivate(last)";
    code.append(apart ? "//#omp parallel\n{\n//#omp for" : "//#omp parallel for");
    code.append(clauses).append(data).append('\n');
    StringBuilder mixed = new StringBuilder("17L");
    for (Head head : heads) {
      code.append(head.loop()).append(random.nextBoolean() && head != heads.getLast() ? "\n" : " ");
      mixed.insert(0, "(").append(" * 31 + ").append(head.index()).append(")");
    }
    code.append("{\n  long mix = ").append(mixed).append(";\n");
    code.append("  if ((mix & 15) == 3) { last = mix; continue; }\n");
    code.append("  runs++; sum += mix; xor ^= mix; last = mix; real += mix * 0.1;\n");
    code.append("  parts[(int) (mix & 7) % 3] += mix;\n");
    code.append(ordered ? "  //#omp ordered\n  order.append(mix & 7);\n" : "");
    code.append("}\n").append(apart ? "}\n" : "");
    code.append(
        "return runs + \" \" + sum + \" \" + xor + \" \" + parts[0] + \" \" + parts[1] + \" \" +"
            + " parts[2] + \" \" + last + \" \"");
    Found found = new Found();
    found.run(heads, 0, new long[heads.size()], 17);
    StringBuilder left = new StringBuilder();
    for (Head head : heads) {
      if (head.isOutside()) {
        code.append(" + ").append(head.index()).append(" + \" \"");
        left.append(found.left.getOrDefault(head, Head.BEFORE)).append(' ');
      }
    }
    code.append(" + order + \" \" + real;\n");
    String expected = found.exactly() + left + (ordered ? found.order : "");
    return new RandomLoop(code.toString(), expected, found.real, found.error());
  }

  /** Checks the results that the method has returned. */
  void check(String found, String what) {
    int behind = found.lastIndexOf(' ');
    assertEquals(expected, found.substring(0, behind), what);
    assertEquals(real, Double.parseDouble(found.substring(behind + 1)), error, what);
  }

  private static String schedule(Random random) {
    if (random.nextInt(4) == 0) {
      return "";
    }
    String kind = SCHEDULES.get(random.nextInt(SCHEDULES.size()));
    boolean chunk = !kind.equals("auto") && !kind.equals("runtime") && random.nextBoolean();
    return " schedule(" + kind + (chunk ? ", " + (1 + random.nextInt(9)) : "") + ")";
  }

  /** The results of a sequential run. */
  private static final class Found {
    private long runs;
    private long sum = 1;
    private long xor = 5;
    private long last = -1;
    private double real = 0.1;
    private double magnitude = 0.1;
    private final long[] parts = {1, 2, 3};
    private final StringBuilder order = new StringBuilder();

    /** What sequential loops leave in their indices. */
    private final Map<Head, Long> left = new HashMap<>();

    void run(List<Head> heads, int level, long[] at, long mix) {
      if (level == heads.size()) {
        last = mix;
        if ((mix & 15) != 3) {
          runs++;
          sum += mix;
          xor ^= mix;
          parts[(int) (mix & 7) % 3] += mix;
          order.append(mix & 7);
          real += mix * 0.1;
          magnitude += Math.abs(mix * 0.1);
        }
        return;
      }
      Head head = heads.get(level);
      long outer = level == 0 ? 0 : at[level - 1];
      List<Long> indices = head.indices(outer);
      for (long index : indices) {
        at[level] = index;
        run(heads, level + 1, at, mix * 31 + index);
      }
      left.put(head, head.left(outer, indices.size()));
    }

    String exactly() {
      String sums = parts[0] + " " + parts[1] + " " + parts[2];
      return runs + " " + sum + " " + xor + " " + sums + " " + last + " ";
    }

    /**
     * The largest difference between sums in different orders: each addition rounds by half a unit
     * in the last place.
     */
    double error() {
      return 2 * runs * Math.ulp(magnitude);
    }
  }

  /**
   * The head of one loop.
   *
   * @param type int or long
   * @param step the step with its sign
   * @param relation the comparison of the index, on the left, with the bound
   * @param form the form in which the step is written
   * @param outer the index around it that first value and bound use, or null
   * @param fromSlope how often the first value has it
   * @param toSlope how often the bound has it
   * @param isOutside whether the index is declared before the nest
   * @param isJagged whether the bound also has an element of an array, at the index around it
   */
  private record Head(
      String index,
      String type,
      long from,
      long to,
      long step,
      String relation,
      int form,
      String outer,
      int fromSlope,
      int toSlope,
      boolean isOutside,
      boolean isJagged) {
    /** The array in the bounds of loops whose rows have different lengths. */
    private static final long[] SIZES = {0, 6, 1, 0, 9};

    /** What is in an index that is declared before the nest. */
    static final long BEFORE = 77;

    /** A head whose numbers are small; first value and bound may use an index around it. */
    static Head small(Random random, String index, Head outer) {
      boolean isLong = outer != null && outer.type.equals("long") || random.nextInt(3) == 0;
      boolean up = random.nextBoolean();
      String relation = List.of("<", "<=", ">", ">=").get((up ? 0 : 2) + random.nextInt(2));
      int from = random.nextInt(9) - 4;
      int away = random.nextInt(16) - 2;
      int step = 1 + random.nextInt(3);
      return new Head(
          index,
          isLong ? "long" : "int",
          from,
          from + (up ? away : -away),
          up ? step : -step,
          relation,
          2,
          outer == null ? null : outer.index,
          outer == null ? 0 : random.nextInt(3) - 1,
          outer == null ? 0 : random.nextInt(4) - 1,
          random.nextInt(4) == 0,
          outer != null && random.nextInt(3) == 0);
    }

    static Head of(Random random, String index) {
      boolean isInt = random.nextBoolean();
      BigInteger least = BigInteger.valueOf(isInt ? Integer.MIN_VALUE : Long.MIN_VALUE);
      BigInteger most = BigInteger.valueOf(isInt ? Integer.MAX_VALUE : Long.MAX_VALUE);
      String relation = List.of("<", "<=", ">", ">=", "!=").get(random.nextInt(5));
      long size =
          relation.equals("!=") || random.nextInt(3) > 0
              ? 1
              : 1 + random.nextInt(random.nextBoolean() ? 5 : 1_000_000_000);
      boolean up = relation.startsWith("<") || relation.equals("!=") && random.nextBoolean();
      int trips = random.nextInt(6) == 0 ? 0 : random.nextInt(MOST_TRIPS);
      // This reserves one step more than the iterations need, to test the step after the last one.
      BigInteger length = BigInteger.valueOf(trips).multiply(BigInteger.valueOf(size));
      if (length.bitLength() > (isInt ? 31 : 62)) {
        length = BigInteger.valueOf(trips);
        size = 1;
      }
      BigInteger at =
          switch (random.nextInt(4)) {
            case 0 -> up ? most.subtract(length) : least.add(length);
            case 1 -> up ? least : most;
            default -> BigInteger.valueOf(random.nextInt(2000) - 1000);
          };
      if (at.add(up ? length : length.negate()).compareTo(most) > 0
          || at.add(up ? length : length.negate()).compareTo(least) < 0) {
        at = BigInteger.ZERO;
      }
      BigInteger end = at.add(up ? length : length.negate());
      boolean inclusive = relation.endsWith("=") && !relation.equals("!=");
      if (inclusive && trips > 0) {
        end = end.subtract(BigInteger.valueOf(up ? 1 : -1));
      }
      long step = up ? size : -size;
      return new Head(
          index,
          isInt ? "int" : "long",
          at.longValue(),
          end.longValue(),
          step,
          relation,
          random.nextInt(5),
          null,
          0,
          0,
          random.nextInt(4) == 0,
          false);
    }

    /** What the loop leaves in its index, which wraps round as in Java. */
    long left(long outerIndex, int trips) {
      long left = from + fromSlope * outerIndex + trips * step;
      return type.equals("int") ? (int) left : left;
    }

    /**
     * The indices in exact arithmetic, where the loop ends although Java's index would overflow.
     */
    List<Long> indices(long outerIndex) {
      List<Long> indices = new ArrayList<>();
      BigInteger at = BigInteger.valueOf(from + fromSlope * outerIndex);
      long size = isJagged ? SIZES[(int) Math.floorMod(outerIndex, 5L)] : 0;
      BigInteger bound = BigInteger.valueOf(to + toSlope * outerIndex + size);
      while (goesOn(at.compareTo(bound))) {
        indices.add(at.longValue());
        at = at.add(BigInteger.valueOf(step));
      }
      return indices;
    }

    private boolean goesOn(int order) {
      return switch (relation) {
        case "<" -> order < 0;
        case "<=" -> order <= 0;
        case ">" -> order > 0;
        case ">=" -> order >= 0;
        default -> order != 0;
      };
    }

    String declarations() {
      String declared = isOutside ? "%s %s = %d;\n".formatted(type, index, BEFORE) : "";
      return declared
          + "%1$s from%2$s = %3$s, to%2$s = %4$s, step%2$s = %5$s;\n"
              .formatted(type, index, text(from), text(to), text(Math.abs(step)));
    }

    private String sloped(String number, int slope) {
      return slope == 0 ? number : number + " + " + slope + " * " + outer;
    }

    private String text(long value) {
      if (type.equals("int") && (int) value == value) {
        return value == Integer.MIN_VALUE ? "Integer.MIN_VALUE" : Long.toString(value);
      }
      return value == Long.MIN_VALUE ? "Long.MIN_VALUE" : value + "L";
    }

    String loop() {
      String size = isJagged ? " + sizes[(int) Math.floorMod(%s, 5L)]".formatted(outer) : "";
      String bound = sloped("to" + index, toSlope) + size;
      String condition =
          form % 2 == 0
              ? index + " " + relation + " " + bound
              : bound + " " + reversed() + " " + index;
      String first = sloped("from" + index, fromSlope);
      String declared = isOutside ? "" : type + " ";
      return "for (%s%s = %s; %s; %s)".formatted(declared, index, first, condition, update());
    }

    private String reversed() {
      return switch (relation) {
        case "<" -> ">";
        case "<=" -> ">=";
        case ">" -> "<";
        case ">=" -> "<=";
        default -> "!=";
      };
    }

    private String update() {
      String sign = step < 0 ? "-" : "+";
      if (Math.abs(step) == 1 && (form < 3 || relation.equals("!="))) {
        return form == 0 ? sign + sign + index : index + sign + sign;
      }
      return switch (form) {
        case 0, 1 -> index + " " + sign + "= step" + index;
        case 2 -> index + " " + sign + "= " + text(Math.abs(step));
        case 3 -> "%1$s = %1$s %2$s step%1$s".formatted(index, sign);
        default -> index + " += " + (step < 0 ? "-step" : "step") + index;
      };
    }
  }
}
