package dev.hocket.compiler;

/** The effects of data clauses on a region's variables. */
class TeamDataSemanticsTest extends TeamSemantics {
  @Override
  void checks() {
    check(
        "a section of an array is reduced at its indices",
        """
        int[] all = new int[12];
        Arrays.fill(all, 5);
        long[] tail = new long[8];
        short[] head = new short[4];
        int from = 3, count = 0;
        count += 6;
        //#omp parallel num_threads(4) reduction(+: all[from : count + 1], count)
        {
          //#omp for reduction(+: tail[from:]) reduction(max: head[:2])
          for (int i = 0; i < 100; i++) {
            all[from + i % 7]++;
            //#omp atomic
            tail[(i % 5) + 3] += all[3] - all[3] + i;
            head[i % 2] = (short) Math.max(head[i % 2], i);
          }
          count++;
        }
        boolean right = all[2] == 5 && all[10] == 5 && count == 10 && head[0] == 98 && head[1] == 99;
        for (int i = 3; i < 10; i++) right &= all[i] == 5 + (i < 5 ? 15 : 14);
        for (int i = 3; i < 8; i++) right &= tail[i] == 20 * (i - 3) + 950;
        return right && tail[2] == 0 && head[2] == 0;
        """,
        "all[from + i % 7]++",
        "all[from + i % 6]++");
    check(
        "a section that the array lacks, or an index outside of the section, is refused",
        """
        int[] all = new int[4];
        int caught = 0;
        try {
          //#omp parallel for num_threads(4) reduction(+: all[2:3])
          for (int i = 0; i < 4; i++) all[i]++;
        } catch (IndexOutOfBoundsException e) {
          caught += e.getMessage().contains("'all[2:3]'") ? 1 : 0;
        }
        for (int wrong : new int[] {0, 3}) {
          try {
            //#omp parallel for num_threads(4) reduction(+: all[1:2])
            for (int i = 1; i < 3; i++) all[wrong]++;
          } catch (ArrayIndexOutOfBoundsException e) {
            caught++;
          }
        }
        return caught == 3;
        """,
        "all[1:2]",
        "all[:]");
    check(
        "methods reduce values of any type",
        """
          List<Integer> found = new ArrayList<>(List.of(-1));
          int least = 1000;
          String text = "";
          //#omp parallel num_threads(4)
          {
            //#omp for reduction(Main::joined, ArrayList::new: found) reduction(Math::min, Integer.MAX_VALUE: least)
            for (int i = 0; i < 100; i++) {
              found.add(i);
              least = Math.min(least, 200 - i);
            }
            //#omp single
            {
              //#omp taskgroup task_reduction(String::concat, "": text)
              for (int i = 0; i < 20; i++) {
                //#omp task in_reduction(String::concat, "": text)
                { text += "a"; text += "b"; }
              }
            }
          }
          boolean right = found.size() == 101 && least == 101 && text.equals("ab".repeat(20));
          for (int i = 0; i < 100; i++) right &= found.get(i + 1) == i;
          return right;
        }
        static List<Integer> joined(List<Integer> one, List<Integer> other) {
          one.addAll(other);
          return one;
        """,
        "one.addAll(other)",
        "one.addAll(1, other)");
    check(
        "private variables are each thread's own",
        """
        int x = 7;
        AtomicInteger wrong = new AtomicInteger();
        //#omp parallel private(x) num_threads(4)
        {
          x = Omp.getThreadNum();
          //#omp barrier
          if (x != Omp.getThreadNum()) work(wrong);
        }
        return wrong.get() == 0 && x == 7;
        """,
        " private(x)",
        "");
    check(
        "firstprivate variables start with the value",
        """
        int x = 7;
        AtomicInteger wrong = new AtomicInteger();
        //#omp parallel firstprivate(x) num_threads(4)
        {
          x += Omp.getThreadNum();
          if (x != 7 + Omp.getThreadNum()) work(wrong);
        }
        return wrong.get() == 0 && x == 7;
        """,
        "firstprivate(x)",
        "private(x)");
    check(
        "firstprivate copies references, not what they refer to",
        """
        int[] numbers = new int[1];
        StringBuffer text = new StringBuffer("x");
        //#omp parallel firstprivate(numbers, text) num_threads(3)
        {
          //#omp critical
          numbers[0]++;
          text.append("y");
          numbers = new int[9];
          text = new StringBuffer();
        }
        return numbers[0] == 3 && text.toString().equals("xyyy");
        """,
        "firstprivate(numbers, text)",
        "shared(numbers, text)");
    check(
        "partial results are combined in the order of the threads",
        """
        float all = 1e8f;
        //#omp parallel for reduction(+: all) schedule(static, 1) num_threads(4)
        for (int i = 0; i < 4; i++) all += new float[] {-1e8f, 3, 5, 4}[i];
        return all == (((1e8f + -1e8f) + 3) + 5) + 4;
        """,
        "{-1e8f, 3, 5, 4}",
        "{3, -1e8f, 5, 4}");
    check(
        "partial differences are added up",
        """
        int left = 100;
        java.math.BigInteger big = java.math.BigInteger.TEN;
        //#omp parallel for reduction(-: left, big) schedule(static, 1) num_threads(4)
        for (int i = 0; i < 20; i++) {
          left -= 3;
          Thread.yield();
          big = big.subtract(java.math.BigInteger.ONE);
        }
        return left == 40 && big.intValue() == -10;
        """,
        "reduction(-: left, big)",
        "reduction(-: left) reduction(*: big)");
    check(
        "min and max are those of Math",
        """
        double most = 0, least = 0;
        float zero = 1;
        //#omp parallel for reduction(max: most) reduction(min: least, zero)
        for (int i = 0; i < 20; i++) {
          most = Math.max(most, i == 13 ? Double.NaN : i);
          least = Math.min(least, i == 7 ? -0.0 : 0.0);
          zero = Math.min(zero, i == 3 ? Float.NEGATIVE_INFINITY : i);
        }
        return Double.isNaN(most) && 1 / least < 0 && zero == Float.NEGATIVE_INFINITY;
        """,
        "i == 13 ? Double.NaN : i",
        "i");
    check(
        "lastprivate stores what the last iteration leaves",
        """
        int x = 7, y = 5, z = 0;
        //#omp parallel for lastprivate(x, y) firstprivate(y) schedule(dynamic)
        for (int i = 0; i < 50; i++) { x = i; y = y > 0 ? y : -1; }
        //#omp parallel for lastprivate(z)
        for (int i = 0; i < 0; i++) z = i + 1;
        return x == 49 && y == 5 && z == 0;
        """,
        "lastprivate(x, y) firstprivate(y)",
        "private(x, y)");
    check(
        "lastprivate of sections is of the last one in the text",
        """
        int x = 0;
        //#omp parallel sections lastprivate(x) num_threads(3)
        {
          //#omp section
          x = 1;
          //#omp section
          x = 2;
          //#omp section
          x = 3;
        }
        return x == 3;
        """,
        "lastprivate(x)",
        "private(x)");
    check(
        "locals are shared without a word",
        """
        int[] seen = new int[8];
        int set = 0;
        //#omp parallel num_threads(4)
        {
          //#omp single
          set = 5;
          seen[Omp.getThreadNum()] = set;
        }
        return set == 5 && seen[0] + seen[1] + seen[2] + seen[3] == 20;
        """,
        "set = 5;",
        "set = 4;");
    for (String[] each :
        new String[][] {
          {"int", "1", "+", "x += i", "x == 1 + 4950"},
          {"long", "3", "*", "x *= i % 2 + 1", "x == 3L << 50"},
          {"byte", "1", "+", "x += i", "x == (byte) (1 + 4950)"},
          {"char", "'a'", "+", "x += i % 2", "x == 'a' + 50"},
          {"int", "-1", "&", "x &= ~(i == 70 ? 8 : 0)", "x == ~8"},
          {"short", "1", "|", "x |= i == 3 ? 4 : i == 90 ? 8 : 0", "x == 13"},
          {"long", "5", "^", "x ^= i == 9 ? 3 : 0", "x == 6"},
          {"boolean", "true", "&&", "x = x && i != 77", "!x"},
          {"boolean", "false", "||", "x = x || i == 77", "x"},
          {"boolean", "true", "^", "x ^= i == 5", "!x"},
          {"int", "500", "min", "x = Math.min(x, 1000 - 9 * i)", "x == 109"},
          {"double", "-5", "max", "x = Math.max(x, -1 - i / 2.0)", "x == -1"},
          {"double", "0.5", "+", "x += i", "x == 4950.5"},
          {"Integer", "1", "+", "x += i", "x == 4951"},
          {"Float", "2f", "max", "x = Math.max(x, i)", "x == 99f"},
          {
            "java.math.BigInteger",
            "java.math.BigInteger.TEN",
            "+",
            "x = x.add(java.math.BigInteger.valueOf(i))",
            "x.intValue() == 4960"
          },
          {
            "java.math.BigInteger",
            "java.math.BigInteger.TEN",
            "min",
            "x = x.min(java.math.BigInteger.valueOf(100 - i))",
            "x.intValue() == 1"
          },
          {
            "java.math.BigDecimal",
            "java.math.BigDecimal.ONE",
            "*",
            "x = x.multiply(java.math.BigDecimal.valueOf(i % 2 + 1))",
            "x.equals(java.math.BigDecimal.valueOf(2).pow(50))"
          },
        }) {
      reduction(each[0], each[1], each[2], each[3], each[4]);
    }
    check(
        "arrays are reduced element by element",
        """
        long[] sums = {1, 2, 3};
        final double[] most = {0, 50};
        //#omp parallel for reduction(+: sums) reduction(max: most) schedule(dynamic, 3)
        for (int i = 0; i < 100; i++) {
          sums[i % 3] += i;
          most[i % 2] = Math.max(most[i % 2], i);
        }
        return sums[0] == 1684 && sums[1] == 1619 && sums[2] == 1653 && most[0] == 98 && most[1] == 99;
        """,
        "reduction(+: sums)",
        "reduction(min: sums)");
    check(
        "each thread's array starts with neutral elements, and is as long",
        """
        int[] x = {7, 7};
        AtomicInteger wrong = new AtomicInteger();
        //#omp parallel reduction(+: x) num_threads(4)
        {
          if (x[0] != 0 || x[1] != 0 || x.length != 2) work(wrong);
          x[1] = Omp.getThreadNum();
        }
        return wrong.get() == 0 && x[0] == 7 && x[1] == 7 + 0 + 1 + 2 + 3;
        """,
        "reduction(+: x)",
        "shared(x)");
    check(
        "in an orphaned loop the threads may have one array, or each its own",
        """
        AtomicInteger wrong = new AtomicInteger();
        int[] one = new int[2];
        //#omp parallel num_threads(4)
        {
          int[] own = new int[2];
          int[] same = one;
          //#omp for reduction(+: own, same)
          for (int i = 0; i < 10; i++) { own[i % 2] += i; same[i % 2] += i; }
          if (own[0] != 20 || own[1] != 25 || same[0] != 20) work(wrong);
        }
        return wrong.get() == 0 && one[0] == 20 && one[1] == 25;
        """,
        "reduction(+: own, same)",
        "reduction(+: same)");
    check(
        "an array of a static field is reduced in a loop of a method that a region calls",
        """
        bins = new short[] {1, 0, 0};
        //#omp parallel num_threads(4)
        fill();
        return bins[0] == 41 && bins[1] == 30 && bins[2] == 30;
        """,
        "fill();",
        "fill(); bins[0]++;");
    check(
        "an array that is not there is named",
        """
        int[] x = null;
        String said = "";
        try {
          //#omp parallel for reduction(+: x)
          for (int i = 0; i < 10; i++) x[0]++;
        } catch (NullPointerException e) {
          said = e.getMessage();
        }
        return said.equals("the reduction of 'x' needs an array, but the variable is null");
        """,
        "reduction(+: x)",
        "");
    for (String[] each :
        new String[][] {
          {"boolean", "||", "x[i % 5] |= i == 77", "!x[1] && x[2]"},
          {"byte", "+", "x[i % 5] += i", "x[0] == (byte) 950"},
          {"char", "|", "x[i % 5] |= i", "x[4] == 127"},
          {"int", "+", "x[i % 5] -= i", "x[1] == -970"},
          {"float", "+", "x[i % 5] += i", "x[3] == 1010f"},
          {"double", "min", "x[i % 5] = Math.min(x[i % 5], -i)", "x[2] == -97"},
          {"long", "^", "x[i % 5] ^= i == 63 ? 5 : 0", "x[3] == 5 && x[2] == 0"},
        }) {
      reduction(each[0] + "[]", "new %s[5]".formatted(each[0]), each[1], each[2], each[3]);
    }
    check(
        "parallel reduces too",
        """
        int count = 10;
        //#omp parallel reduction(+: count) num_threads(4)
        count++;
        return count == 14;
        """,
        "reduction(+: count)",
        "firstprivate(count)");
    check(
        "static fields are reduced and stored",
        """
        field = 3;
        //#omp parallel for reduction(+: field)
        for (int i = 0; i < 100; i++) { Main.field += i; field++; }
        int sum = field;
        //#omp parallel
        {
          //#omp for lastprivate(field)
          for (int i = 0; i < 10; i++) field = i;
        }
        return sum == 3 + 4950 + 100 && field == 9;
        """,
        "for (int i = 0; i < 100; i++) { Main.field += i;",
        "for (int i = 0; i < 100; i++) { Other.field += i;");
    check(
        "in an orphaned loop each thread's own variable gets the result",
        """
        AtomicInteger wrong = new AtomicInteger();
        //#omp parallel num_threads(4)
        {
          int sum = 1, last = 0;
          //#omp for reduction(+: sum) lastprivate(last)
          for (int i = 0; i < 10; i++) { sum += i; last = i; }
          if (sum != 46 || last != 9) work(wrong);
        }
        return wrong.get() == 0;
        """,
        "reduction(+: sum) lastprivate(last)",
        "");
    check(
        "one loop may reduce shared and own variables",
        """
        AtomicInteger wrong = new AtomicInteger();
        int all = 2;
        //#omp parallel num_threads(4)
        {
          int own = 1;
          //#omp for reduction(+: all, own)
          for (int i = 0; i < 10; i++) { all += i; own += i; }
          if (own != 46 || all != 47) work(wrong);
        }
        return wrong.get() == 0 && all == 47;
        """,
        "reduction(+: all, own)",
        "firstprivate(all) reduction(+: own)");
  }

  private void reduction(String type, String start, String operator, String step, String result) {
    String code =
        """
        %s x = %s;
        //#omp parallel for reduction(%s: x) schedule(dynamic, 3)
        for (int i = 0; i < 100; i++) %s;
        return %s;
        """
            .formatted(type, start, operator, step, result);
    String what = "reduction(%s) of %s %s".formatted(operator, type, start);
    // Copies of a reference would leave all threads with the same array.
    String other = operator.equals("||") ? "&&" : operator.equals("min") ? "max" : "min";
    String broken = type.endsWith("[]") ? "reduction(" + other + ": x)" : "firstprivate(x)";
    check(what, code, "reduction(" + operator + ": x)", broken);
  }
}
