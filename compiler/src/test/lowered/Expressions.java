import static dev.hocket.compiler.resume.Pause.fail;
import static dev.hocket.compiler.resume.Pause.of;
import static dev.hocket.compiler.resume.Pause.pause;
import static dev.hocket.compiler.resume.Pause.say;
import static dev.hocket.directives.Resumed.awaited;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

public class Expressions {
  int field = 3;
  static long total = 10;

  public static int sum() {
    return awaited(of(1)) + awaited(of(2)) * awaited(of(3)) - say(4);
  }

  public static String everyKindOnTheStack() {
    return String.join(
        ",",
        String.format("%s %s %s %s", say((byte) 1), say(2L), say(3f), say(4d)),
        kinds(true, 'x', (short) 5, 6, 7L, 8f, 9d, "s", null, awaited(of(10)), 11L),
        kinds(awaited(of(true)), awaited(of('x')), awaited(of((short) 5)), awaited(of(6)),
            awaited(of(7L)), awaited(of(8f)), awaited(of(9d)), awaited(of("s")),
            awaited(of((Object) null)), awaited(of((byte) 3)), 12L));
  }

  private static String kinds(
      boolean z, char c, short s, int i, long j, float f, double d, String t, Object o, int k, long l) {
    return "" + z + c + s + i + j + f + d + t + o + k + l;
  }

  public static String everyKindInALocal() {
    boolean z = awaited(of(true));
    byte b = awaited(of((byte) 1));
    char c = awaited(of('c'));
    short s = awaited(of((short) 2));
    int i = awaited(of(3));
    long j = awaited(of(Long.MIN_VALUE));
    float f = awaited(of(Float.NaN));
    double d = awaited(of(-0.0));
    String t = awaited(of("t"));
    int[] array = awaited(of(new int[] {1, 2}));
    String[][] deep = {{awaited(of("d"))}};
    Object nothing = null;
    pause(); awaited();
    return "" + z + b + c + s + i + j + f + d + t + array[1] + deep[0][0] + nothing;
  }

  public static String boxes() {
    Integer boxed = awaited(of(Integer.valueOf(4)));
    int unboxed = awaited(of(Integer.valueOf(5)));
    Object wide = awaited(of(6L));
    return "" + boxed + unboxed + wide;
  }

  public static int conditional() {
    int i = awaited(of(true)) ? awaited(of(1)) : fail("no");
    return i + (say(false) ? fail("no") : awaited(of(2)));
  }

  public static boolean shortCircuit() {
    return awaited(of(true)) && !(awaited(of(false)) && fail("no") == 0)
        && (awaited(of(true)) || fail("no") == 0);
  }

  public static String compoundAssignment() {
    int[] a = {1, 2, 3};
    int i = 0;
    a[i++] += awaited(of(10));
    a[i++] <<= awaited(of(2));
    a[i] = a[i] + i++ + awaited(of(100));
    Expressions e = new Expressions();
    e.field -= awaited(of(5));
    total += awaited(of(5)) + total;
    String s = "s";
    s += awaited(of("t")) + i;
    long l = 5;
    l >>>= awaited(of(1));
    return Arrays.toString(a) + i + e.field + total + s + l;
  }

  public static String assignmentAsValue() {
    int a;
    int[] b = new int[2];
    int c = a = b[awaited(of(1))] = awaited(of(9));
    long d, f = d = awaited(of(8L));
    return "" + a + b[1] + c + d + f;
  }

  public static String increments() {
    int i = 5;
    int j = i++ + awaited(of(i)) + ++i;
    long[] a = {7};
    long k = a[0]++ * awaited(of(2)) + a[0]--;
    return i + " " + j + " " + k + " " + a[0];
  }

  public static String leftOperandsFailFirst() {
    int[] none = null;
    try {
      none[say(0)] = awaited(of(1));
    } catch (NullPointerException e) {
      say("npe");
    }
    try {
      (new int[1][awaited(of(0))])[0][say(4)] = awaited(of(1));
    } catch (RuntimeException e) {
      say(e.getClass());
    }
    return "done";
  }

  public static String concatenation() {
    return "a" + 1 + awaited(of('b')) + 2L + awaited(of((Object) null)) + awaited(of(1.5));
  }

  public static String chain() {
    return awaited(of(new StringBuilder("x"))).append(awaited(of(1))).append(2L)
        .append(awaited(of("y"))).reverse().toString();
  }

  public static String varargs() {
    return String.format("%s %s %s", 1, awaited(of("two")), awaited(of(3.0)))
        + List.of(awaited(of(1)), 2, awaited(of(3)));
  }

  public static String arrays() {
    int[][] grid = {{awaited(of(1)), 2}, {3, awaited(of(4))}};
    Object[] objects = {awaited(of("o")), null, new int[awaited(of(2))].length};
    return Arrays.deepToString(grid) + Arrays.toString(objects);
  }

  public static String casts() {
    Object o = awaited(of((Object) "text"));
    return ((String) awaited(of(o))).length() + (String) o + (byte) awaited(of(300))
        + (int) awaited(of('a')) + (awaited(of(o)) instanceof String s ? s : "");
  }

  public static String generics() {
    List<String> list = new ArrayList<>(List.of("a"));
    list.add(awaited(of(list)).get(0) + awaited(of("b")));
    Map<String, List<Integer>> map = Map.of("k", awaited(of(List.of(1, 2))));
    for (int i : awaited(of(map)).get("k")) {
      list.add("" + awaited(of(i)));
    }
    return "" + list;
  }

  public static <T extends Comparable<T>> T bound(T a, T b) {
    return awaited(of(a)).compareTo(awaited(of(b))) > 0 ? a : b;
  }

  public static String bounds() {
    return awaited(bound("a", "b")) + awaited(bound(3, 2));
  }

  public static String inferred() {
    var anonymous = new Object() { int hidden = 4; };
    var list = awaited(of(List.of(1, "a", 2.0)));
    anonymous.hidden += awaited(of(1));
    return list.get(1) + "" + anonymous.hidden;
  }

  public static int patterns() {
    record Pair(Object left, Object right) {}
    Object o = new Pair(1, new Pair("x", 2L));
    if (awaited(of(o)) instanceof Pair(Integer i, Pair(String s, Long l)) && awaited(of(i)) == 1) {
      pause(); awaited();
      return i + s.length() + (int) (long) l;
    }
    return 0;
  }

  public static void main(String[] args) {}
}
