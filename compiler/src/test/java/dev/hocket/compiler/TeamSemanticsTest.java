package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What each directive and clause of teams does, as the validation suite of OpenMP tests it: a
 * program finds that it holds, and no longer finds so when the directive is taken away or broken.
 */
class TeamSemanticsTest {
  private static final int[] TEAMS = {1, 2, 4, 7};

  @TempDir Path folder;

  /**
   * A program.
   *
   * @param what what holds
   * @param code the body of a method that returns whether it does, in a team of four or more
   * @param part what of the code is broken
   * @param broken what stands there then
   */
  private record Check(String what, String code, String part, String broken) {}

  private final List<Check> checks = new ArrayList<>();

  private void check(String what, String code, String part, String broken) {
    checks.add(new Check(what, code, part, broken));
  }

  @TestFactory
  List<DynamicTest> directive_holdsAndItsCrossCheckFails() {
    regions();
    data();
    loops();
    synchronisation();
    return checks.stream()
        .map(check -> DynamicTest.dynamicTest(check.what(), () -> run(check)))
        .toList();
  }

  private void run(Check check) throws Exception {
    assertEquals(true, check.code().contains(check.part()), "stale: " + check.part());
    Path right = folder.resolve(check.what().replaceAll("\\W+", "-"));
    try (LoadedProgram program = LoadedProgram.of(right, program(check.code()))) {
      for (int threads : TEAMS) {
        assertEquals(true, program.call("holds", threads), "with " + threads + " threads");
      }
    }
    String broken = check.code().replace(check.part(), check.broken());
    try (LoadedProgram program = LoadedProgram.of(right.resolve("broken"), program(broken))) {
      boolean holds = true;
      // Where a race decides, one of many runs shows it.
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (holds && System.nanoTime() < end) {
        holds = (Boolean) program.call("holds", 4);
      }
      assertFalse(holds, "the broken program passes:\n" + broken);
    }
  }

  private static String program(String code) {
    return """
    import dev.hocket.directives.Omp;
    import java.util.*;
    import java.util.concurrent.*;
    import java.util.concurrent.atomic.*;
    public class Main {
      static int field;
      static class Other { static int field; }
          static void work(AtomicInteger count) { count.incrementAndGet(); }
      static boolean soon(CountDownLatch latch) throws InterruptedException {
        return latch.await(300, TimeUnit.MILLISECONDS);
      }
      static boolean holds() throws Exception {
    """
        + code
        + "  }\n}\n";
  }

  private void regions() {
    check(
        "parallel runs its statement on every thread",
        """
        Set<Integer> numbers = ConcurrentHashMap.newKeySet();
        //#omp parallel num_threads(4)
        numbers.add(Omp.getThreadNum());
        return numbers.equals(Set.of(0, 1, 2, 3));
        """,
        "//#omp parallel num_threads(4)\n",
        "");
    check(
        "num_threads is an expression",
        """
        int n = 2;
        AtomicInteger count = new AtomicInteger();
        //#omp parallel num_threads(n + 1)
        work(count);
        return count.get() == 3;
        """,
        "num_threads(n + 1)",
        "num_threads(n)");
    check(
        "if decides whether there is a team",
        """
        AtomicInteger count = new AtomicInteger();
        boolean no = false;
        //#omp parallel num_threads(4) if(no)
        work(count);
        return count.get() == 1;
        """,
        " if(no)",
        "");
    check(
        "a region waits for all of its threads, and throws what one throws",
        """
        AtomicInteger count = new AtomicInteger();
        try {
          //#omp parallel num_threads(4)
          {
            if (Omp.getThreadNum() == Omp.getNumThreads() - 1) throw new java.io.IOException("one");
            work(count);
          }
        } catch (java.io.IOException e) {
          return count.get() == 3 && e.getMessage().equals("one");
        }
        return false;
        """,
        "work(count);",
        "if (count.get() < 2) work(count);");
    check(
        "regions nest",
        """
        AtomicInteger count = new AtomicInteger();
        //#omp parallel num_threads(2)
        {
          //#omp parallel num_threads(3)
          work(count);
        }
        return count.get() == 6;
        """,
        "//#omp parallel num_threads(3)\n",
        "");
    check(
        "sections run once each, at the same time",
        """
        CountDownLatch first = new CountDownLatch(1), second = new CountDownLatch(1);
        AtomicInteger met = new AtomicInteger();
        //#omp parallel sections num_threads(2)
        {
          //#omp section
          { first.countDown(); if (soon(second)) work(met); }
          //#omp section
          { second.countDown(); if (soon(first)) work(met); }
        }
        return met.get() == 2;
        """,
        "//#omp parallel sections num_threads(2)",
        "//#omp parallel sections num_threads(1)");
    check(
        "single runs once in a team",
        """
        AtomicInteger count = new AtomicInteger();
        //#omp parallel
        {
          //#omp single
          work(count);
        }
        return count.get() == 1;
        """,
        "//#omp single\n",
        "");
    check(
        "copyprivate gives all threads what single has assigned",
        """
        AtomicInteger wrong = new AtomicInteger();
        //#omp parallel num_threads(4)
        {
          int own = 0;
          String text = "";
          //#omp single copyprivate(own, text)
          { own = 42; text = "x"; }
          if (own != 42 || !text.equals("x")) work(wrong);
        }
        return wrong.get() == 0;
        """,
        " copyprivate(own, text)",
        "");
    check(
        "master is thread 0, and nobody waits for it",
        """
        AtomicInteger masters = new AtomicInteger(), others = new AtomicInteger();
        //#omp parallel
        {
          //#omp master
          { if (Omp.getThreadNum() == 0) work(masters); else work(others); }
        }
        return masters.get() == 1 && others.get() == 0;
        """,
        "//#omp master\n",
        "");
    check(
        "masked is the same",
        """
        AtomicInteger count = new AtomicInteger();
        //#omp parallel
        {
          //#omp masked
          work(count);
        }
        return count.get() == 1;
        """,
        "//#omp masked\n",
        "");
  }

  private void data() {
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
    check(what, code, "reduction(" + operator + ": x)", "firstprivate(x)");
  }

  private void loops() {
    String each =
        """
        AtomicIntegerArray runs = new AtomicIntegerArray(100);
        //#omp parallel num_threads(4)
        {
          //#omp for %s
          for (int i = 0; i < 100; i++) runs.incrementAndGet(i);
        }
        for (int i = 0; i < 100; i++) if (runs.get(i) != 1) return false;
        return true;
        """;
    for (String schedule :
        List.of(
            "static",
            "static, 7",
            "dynamic",
            "dynamic, 3",
            "guided",
            "guided, 5",
            "auto",
            "runtime")) {
      String code = each.formatted("schedule(" + schedule + ")");
      String directive = "//#omp for schedule(" + schedule + ")\n";
      check("for with schedule(" + schedule + ") runs each iteration once", code, directive, "");
    }
    check(
        "static chunks go round",
        """
        int[] by = new int[40];
        //#omp parallel for schedule(static, 2) num_threads(4)
        for (int i = 0; i < 40; i++) by[i] = Omp.getThreadNum();
        for (int i = 0; i < 40; i++) if (by[i] != i / 2 % 4) return false;
        return true;
        """,
        "schedule(static, 2)",
        "schedule(static)");
    check(
        "dynamic iterations go to free threads",
        """
        CountDownLatch others = new CountDownLatch(39);
        AtomicBoolean done = new AtomicBoolean();
        //#omp parallel for schedule(dynamic) num_threads(2)
        for (int i = 0; i < 40; i++) {
          if (i == 0) done.set(soon(others)); else others.countDown();
        }
        return done.get();
        """,
        "schedule(dynamic)",
        "schedule(static)");
    check(
        "collapse shares the iterations of both loops",
        """
        Set<Integer> threads = ConcurrentHashMap.newKeySet();
        AtomicIntegerArray runs = new AtomicIntegerArray(16);
        //#omp parallel for collapse(2) num_threads(4)
        for (int i = 0; i < 2; i++) {
          for (int j = 0; j < 8; j++) {
            threads.add(Omp.getThreadNum());
            runs.incrementAndGet(i * 8 + j);
          }
        }
        for (int i = 0; i < 16; i++) if (runs.get(i) != 1) return false;
        return threads.size() == 4;
        """,
        " collapse(2)",
        "");
    check(
        "nowait goes on without the others",
        """
        CountDownLatch behind = new CountDownLatch(1);
        AtomicBoolean passed = new AtomicBoolean();
        //#omp parallel num_threads(2)
        {
          //#omp for schedule(static, 1) nowait
          for (int i = 0; i < 2; i++) if (i == 0) passed.set(soon(behind));
          behind.countDown();
        }
        return passed.get();
        """,
        " nowait",
        "");
    check(
        "a loop in a method that the region calls is shared",
        """
        AtomicInteger count = new AtomicInteger();
        class Called {
          void loop() {
            //#omp for
            for (int i = 0; i < 100; i++) work(count);
          }
        }
        //#omp parallel num_threads(4)
        new Called().loop();
        return count.get() == 100;
        """,
        "//#omp for\n",
        "");
    check(
        "elements of arrays, lists and iterables are shared",
        """
        int sum = 0;
        String text = "abc";
        //#omp parallel num_threads(4)
        {
          //#omp for reduction(+: sum)
          for (int x : new int[] {1, 2, 3}) sum += x;
          //#omp for reduction(+: sum)
          for (final String s : List.of("a", "bb", "ccc")) sum += s.length();
          //#omp for reduction(+: sum) schedule(dynamic)
          for (var x : new LinkedHashSet<>(List.of(10, 20))) { if (x > 10) continue; sum += x; }
          //#omp for reduction(+: sum)
          for (char c : text.toCharArray()) { c++; sum += c; }
        }
        return sum == 6 + 6 + 10 + 'b' + 'c' + 'd';
        """,
        "//#omp for reduction(+: sum)\n  for (int x",
        "//#omp critical\n  for (int x");
    check(
        "ordered statements run in the order of the iterations",
        """
        StringBuffer order = new StringBuffer();
        CountDownLatch second = new CountDownLatch(1);
        //#omp parallel for ordered schedule(static, 1) num_threads(4)
        for (int i = 0; i < 8; i++) {
          //#omp ordered
          order.append(i);
          if (i == 1) second.countDown();
        }
        return order.toString().equals("01234567");
        """,
        "//#omp ordered\n",
        "if (i == 0) soon(second);\n");
    check(
        "an iteration without its ordered statement does not hold up the others",
        """
        StringBuffer order = new StringBuffer();
        //#omp parallel for ordered schedule(dynamic, 2) num_threads(4)
        for (int i = 0; i < 20; i++) {
          if (i % 3 != 0) continue;
          //#omp ordered
          order.append(i).append(' ');
        }
        return order.toString().equals("0 3 6 9 12 15 18 ");
        """,
        "if (i % 3 != 0) continue;",
        "");
  }

  private void synchronisation() {
    check(
        "barrier lets nobody go on before all have come",
        """
        AtomicIntegerArray came = new AtomicIntegerArray(64);
        AtomicInteger missing = new AtomicInteger();
        CountDownLatch looked = new CountDownLatch(1);
        //#omp parallel num_threads(4)
        {
          came.set(Omp.getThreadNum(), 1);
          //#omp barrier
          for (int i = 0; i < 4; i++) if (came.get(i) == 0) work(missing);
          looked.countDown();
        }
        return missing.get() == 0;
        """,
        "came.set(Omp.getThreadNum(), 1);\n  //#omp barrier",
        "if (Omp.getThreadNum() > 0) soon(looked);\n  came.set(Omp.getThreadNum(), 1);");
    String counted =
        """
        int count = 0;
        field = 0;
        int[] a = new int[1];
        //#omp parallel num_threads(4)
        {
          for (int i = 0; i < 20000; i++) {
            %s
            count++;
            %s
            a[0] += i %% 2;
            %s
            field = field + one(i);
          }
        }
        return count == 80000 && a[0] == 40000 && field == 80000;
        """;
    String atomic = counted.formatted("//#omp atomic", "//#omp atomic", "//#omp atomic update");
    String one = "}\n  static int one(int i) { return i >= 0 ? 1 : 0; ";
    check(
        "atomic loses no update of a local",
        atomic + one,
        "//#omp atomic\n    count++;",
        "int c = count; Thread.yield(); count = c + 1;");
    check(
        "atomic loses no update of an element",
        atomic + one,
        "//#omp atomic\n    a[0] += i % 2;",
        "int e = a[0]; Thread.yield(); a[0] = e + i % 2;");
    check(
        "atomic loses no update of a field",
        atomic + one,
        "//#omp atomic update\n    field = field + one(i);",
        "int f = field; Thread.yield(); field = f + 1;");
    String critical = counted.formatted("//#omp critical", "//#omp critical", "//#omp critical(f)");
    check(
        "critical loses no update",
        critical + one,
        "//#omp critical(f)\n    field = field + one(i);",
        "int f = field; Thread.yield(); field = f + 1;");
    check(
        "atomic capture gives each thread another value",
        """
        int next = 0;
        Set<Integer> taken = ConcurrentHashMap.newKeySet();
        //#omp parallel num_threads(4)
        {
          for (int i = 0; i < 5000; i++) {
            int mine;
            //#omp atomic capture
            mine = next++;
            taken.add(mine);
          }
        }
        return taken.size() == 20000 && next == 20000;
        """,
        "//#omp atomic capture\n    mine = next++;",
        "mine = next; Thread.yield(); next = mine + 1;");
    check(
        "flush shows what another thread has written",
        """
        boolean[] ready = new boolean[1];
        boolean[] seen = new boolean[1];
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        //#omp parallel sections num_threads(2)
        {
          //#omp section
          {
            while (!ready[0] && System.nanoTime() < end) {
              //#omp flush(ready)
            }
            seen[0] = ready[0];
          }
          //#omp section
          {
            ready[0] = true;
            //#omp flush
          }
        }
        return seen[0];
        """,
        "ready[0] = true;",
        "ready[0] = false;");
  }
}
