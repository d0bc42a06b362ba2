import static dev.hocket.compiler.resume.Pause.fail;
import static dev.hocket.compiler.resume.Pause.of;
import static dev.hocket.compiler.resume.Pause.pause;
import static dev.hocket.compiler.resume.Pause.say;
import static dev.hocket.directives.Resumed.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

public class Expressions {
  int field = 3;
  static long total = 10;

  public static int sum() {
    return awaitedInt(of(1)) + awaitedInt(of(2)) * awaitedInt(of(3)) - say(4);
  }

  public static String everyKindOnTheStack() {
    return String.join(
        ",",
        String.format("%s %s %s %s", say((byte) 1), say(2L), say(3f), say(4d)),
        kinds(true, 'x', (short) 5, 6, 7L, 8f, 9d, "s", null, awaitedInt(of(10)), 11L),
        kinds(awaitedBoolean(of(true)), awaitedChar(of('x')), awaitedShort(of((short) 5)), awaitedInt(of(6)),
            awaitedLong(of(7L)), awaitedFloat(of(8f)), awaitedDouble(of(9d)), awaitedReference(of("s")),
            awaitedReference(of((Object) null)), awaitedByte(of((byte) 3)), 12L));
  }

  private static String kinds(
      boolean z, char c, short s, int i, long j, float f, double d, String t, Object o, int k, long l) {
    return "" + z + c + s + i + j + f + d + t + o + k + l;
  }

  public static String everyKindInALocal() {
    boolean z = awaitedBoolean(of(true));
    byte b = awaitedByte(of((byte) 1));
    char c = awaitedChar(of('c'));
    short s = awaitedShort(of((short) 2));
    int i = awaitedInt(of(3));
    long j = awaitedLong(of(Long.MIN_VALUE));
    float f = awaitedFloat(of(Float.NaN));
    double d = awaitedDouble(of(-0.0));
    String t = awaitedReference(of("t"));
    int[] array = awaitedReference(of(new int[] {1, 2}));
    String[][] deep = {{awaitedReference(of("d"))}};
    Object nothing = null;
    pause(); awaited();
    return "" + z + b + c + s + i + j + f + d + t + array[1] + deep[0][0] + nothing;
  }

  public static String boxes() {
    Integer boxed = awaitedBoxedInt(of(Integer.valueOf(4)));
    int unboxed = awaitedBoxedInt(of(Integer.valueOf(5)));
    Object wide = awaitedLong(of(6L));
    return "" + boxed + unboxed + wide;
  }

  public static int conditional() {
    int i = awaitedBoolean(of(true)) ? awaitedInt(of(1)) : fail("no");
    return i + (say(false) ? fail("no") : awaitedInt(of(2)));
  }

  public static boolean shortCircuit() {
    return awaitedBoolean(of(true)) && !(awaitedBoolean(of(false)) && fail("no") == 0)
        && (awaitedBoolean(of(true)) || fail("no") == 0);
  }

  public static String compoundAssignment() {
    int[] a = {1, 2, 3};
    int i = 0;
    a[i++] += awaitedInt(of(10));
    a[i++] <<= awaitedInt(of(2));
    a[i] = a[i] + i++ + awaitedInt(of(100));
    Expressions e = new Expressions();
    e.field -= awaitedInt(of(5));
    total += awaitedInt(of(5)) + total;
    String s = "s";
    s += awaitedReference(of("t")) + i;
    long l = 5;
    l >>>= awaitedInt(of(1));
    return Arrays.toString(a) + i + e.field + total + s + l;
  }

  public static String assignmentAsValue() {
    int a;
    int[] b = new int[2];
    int c = a = b[awaitedInt(of(1))] = awaitedInt(of(9));
    long d, f = d = awaitedLong(of(8L));
    return "" + a + b[1] + c + d + f;
  }

  public static String increments() {
    int i = 5;
    int j = i++ + awaitedInt(of(i)) + ++i;
    long[] a = {7};
    long k = a[0]++ * awaitedInt(of(2)) + a[0]--;
    return i + " " + j + " " + k + " " + a[0];
  }

  public static String leftOperandsFailFirst() {
    int[] none = null;
    try {
      none[say(0)] = awaitedInt(of(1));
    } catch (NullPointerException e) {
      say("npe");
    }
    try {
      (new int[1][awaitedInt(of(0))])[0][say(4)] = awaitedInt(of(1));
    } catch (RuntimeException e) {
      say(e.getClass());
    }
    return "done";
  }

  public static String concatenation() {
    return "a" + 1 + awaitedChar(of('b')) + 2L + awaitedReference(of((Object) null)) + awaitedDouble(of(1.5));
  }

  public static String chain() {
    return awaitedReference(of(new StringBuilder("x"))).append(awaitedInt(of(1))).append(2L)
        .append(awaitedReference(of("y"))).reverse().toString();
  }

  public static String varargs() {
    return String.format("%s %s %s", 1, awaitedReference(of("two")), awaitedDouble(of(3.0)))
        + List.of(awaitedInt(of(1)), 2, awaitedInt(of(3)));
  }

  public static String arrays() {
    int[][] grid = {{awaitedInt(of(1)), 2}, {3, awaitedInt(of(4))}};
    Object[] objects = {awaitedReference(of("o")), null, new int[awaitedInt(of(2))].length};
    return Arrays.deepToString(grid) + Arrays.toString(objects);
  }

  public static String casts() {
    Object o = awaitedReference(of((Object) "text"));
    return ((String) awaitedReference(of(o))).length() + (String) o + (byte) awaitedInt(of(300))
        + (int) awaitedChar(of('a')) + (awaitedReference(of(o)) instanceof String s ? s : "");
  }

  public static String generics() {
    List<String> list = new ArrayList<>(List.of("a"));
    list.add(awaitedReference(of(list)).get(0) + awaitedReference(of("b")));
    Map<String, List<Integer>> map = Map.of("k", awaitedReference(of(List.of(1, 2))));
    for (int i : awaitedReference(of(map)).get("k")) {
      list.add("" + awaitedInt(of(i)));
    }
    return "" + list;
  }

  public static <T extends Comparable<T>> T bound(T a, T b) {
    return awaitedReference(of(a)).compareTo(awaitedReference(of(b))) > 0 ? a : b;
  }

  public static String bounds() {
    return awaitedReference(bound("a", "b")) + awaitedBoxedInt(bound(3, 2));
  }

  public static String inferred() {
    var anonymous = new Object() { int hidden = 4; };
    var list = awaitedReference(of(List.of(1, "a", 2.0)));
    anonymous.hidden += awaitedInt(of(1));
    return list.get(1) + "" + anonymous.hidden;
  }

  public static int patterns() {
    record Pair(Object left, Object right) {}
    Object o = new Pair(1, new Pair("x", 2L));
    if (awaitedReference(of(o)) instanceof Pair(Integer i, Pair(String s, Long l)) && awaitedBoxedInt(of(i)) == 1) {
      pause(); awaited();
      return i + s.length() + (int) (long) l;
    }
    return 0;
  }

  public static void main(String[] args) {}
}
