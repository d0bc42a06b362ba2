import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.IntUnaryOperator;

/** Local variables of every type and form of declaration are shared in both directions. */
public class SharedLocals {
  static final int K = 7;

  public static void main(String[] args) {
    primitives();
    objects();
    inferred();
    several();
    System.out.println(parameter(3, "p", 4, 5));
    lambdas();
    loops();
    caught();
    unassigned(true);
    shadows();
  }

  static void primitives() {
    boolean z = false;
    byte b = 10;
    short s = 'a';
    char c = 65;
    int i = 'c';
    long l = 5;
    float f = 3;
    double d = 2;
    //#omp target virtual(worker)
    {
      z = !z;
      b += 1;
      s++;
      ++c;
      i = i * 2;
      l <<= 3;
      f /= 2;
      d = Math.sqrt(d) + f--;
    }
    System.out.println(z + " " + b + " " + s + " " + c + " " + i + " " + l + " " + f + " " + d);
    b = 20;
    c = 'x';
    (i) = 1;
    (i)++;
    System.out.println(b + c + i);
  }

  static void objects() {
    Byte boxedByte = 10;
    Short boxedShort = 11;
    Character boxedChar = 66;
    Integer boxedInt = 5;
    Long boxedLong = 6L;
    Object any = 1.5;
    String text = null;
    int[] array = {1, 2, 3};
    int matrix[][] = {{1}, {2, 3}};
    String names[] = {"n"};
    List<? extends Number> numbers = List.of(1, 2.0);
    Map<String, List<Integer>> map = new HashMap<>();
    Runnable code = () -> System.out.println("first");
    //#omp target virtual(worker)
    {
      boxedByte = (byte) (boxedByte + 1);
      boxedShort = 12;
      boxedChar = 'C';
      boxedInt++;
      boxedLong += 2;
      any = any + "!";
      text = "set";
      array = new int[] {array.length};
      matrix = new int[][] {matrix[1]};
      names[0] += names.length;
      numbers = List.of(3L);
      map = new HashMap<>(Map.of("k", new ArrayList<>(List.of(1))));
      code.run();
      code = () -> System.out.println("second");
    }
    boxedByte++;
    boxedChar++;
    boxedShort = (short) 13;
    short unboxed = boxedShort;
    boxedByte = 100;
    byte small = boxedByte;
    for (Character ch = 'a', last = 99; ch <= last; ch++) {
      //#omp target virtual(worker)
      last = 98;
      System.out.println(ch + unboxed + small);
    }
    code.run();
    map.get("k").add(boxedInt);
    System.out.println(
        boxedByte + " " + boxedShort + boxedChar + boxedInt + boxedLong + any + text
            + Arrays.toString(array) + Arrays.deepToString(matrix) + names[0] + numbers + map);
  }

  static void inferred() {
    var number = 1;
    var small = (byte) 1;
    var list = new ArrayList<String>();
    var diamond = new ArrayList<>();
    var mixed = List.of(1, "two");
    var wild = wild();
    final var fixed = new int[] {1};
    var counter = new Object() { int count; };
    //#omp target virtual(worker)
    {
      number += 41;
      small++;
      list = new ArrayList<>(List.of("a"));
      diamond = new ArrayList<>(list);
      mixed = List.of("three", 4);
      wild = List.of("w");
      fixed[0]++;
      counter.count++;
    }
    System.out.println(
        number + " " + small + list + diamond + mixed + wild + fixed[0] + counter.count);
  }

  static List<?> wild() {
    return List.of(1);
  }

  static byte chosen(int n) {
    byte b = switch (n) {
      case 1 -> 10;
      default -> {
        int z = 5;
        yield (byte) z;
      }
    };
    Byte c = n > 0 ? (byte) 1 : 2, d = null, e = 7;
    short s = n > 1 ? (short) n : 2;
    final byte fixed = 4;
    byte f = fixed;
    //#omp target virtual(worker)
    {
      b++;
      c++;
      d = e++;
      s++;
      f++;
    }
    return (byte) (b + c + d + e + s + f);
  }

  static void several() {
    System.out.println(chosen(1) + chosen(2));
    int a = 1, b[] = {2}, c;
    final int fixed = 3, late;
    String s = "s", t = s + "t";
    //#omp target virtual(worker)
    {
      a++;
      b = new int[] {b[0] + 1};
      c = a + b[0] + fixed;
      late = c;
      t += s;
    }
    System.out.println(a + " " + b[0] + " " + c + " " + late + " " + t);
  }

  static String parameter(int n, String text, int... rest) {
    n++;
    //#omp target virtual(worker)
    {
      n += rest.length;
      text += n;
    }
    rest = new int[] {n};
    //#omp target virtual(worker)
    text += rest[0];
    return text;
  }

  static void lambdas() {
    IntUnaryOperator twice = x -> {
      x += x;
      //#omp target virtual(worker)
      x++;
      return x;
    };
    BiFunction<String, List<? super Integer>, String> join = (String x, List<? super Integer> y) -> {
      //#omp target virtual(worker)
      {
        x += y;
        y = new ArrayList<>(y);
      }
      y.add(1);
      return x + y;
    };
    BiFunction<String, List<? super Integer>, String> implicit = (x, y) -> {
      //#omp target virtual(worker)
      {
        x += y;
        y = null;
      }
      return x + y;
    };
    System.out.println(twice.applyAsInt(4) + join.apply("j", List.of(2)) + implicit.apply("i", List.of(3)));
  }

  static void loops() {
    int total = 0;
    for (int i = 0, n = 3; i < n; i++) {
      //#omp target virtual(worker)
      total += i * n;
    }
    rows: for (int i = 0, row[] = {1, 2, 3}, rest; i < row.length; i++) {
      //#omp target virtual(worker)
      rest = row[i] + row.length;
      for (byte step = 1, steps[] = {5, 6}; ; step++) {
        //#omp target virtual(worker)
        steps[step % 2] += rest;
        if (step > i) continue rows;
        total += steps[step % 2];
      }
    }
    //#omp target virtual(worker)
    both: for (final int i = 1, pair[] = {i, 2}; ; ) {
      //#omp target virtual(worker)
      pair[0] += i;
      total += pair[0];
      break both;
    }
    for (int i = 0; i < 4;) {
      //#omp target virtual(worker)
      i += 2;
      total += i;
    }
    for (String word : List.of("a", "b")) {
      word = word + word;
      //#omp target virtual(worker)
      word += total;
      System.out.println(word);
    }
    for (int x : new int[] {1, 2})
      //#omp target virtual(worker)
      {
        x += 10;
        System.out.println(x);
      }
    int down = 3;
    while (down > 0)
      //#omp target virtual(worker)
      down--;
    do
      //#omp target virtual(worker)
      down++;
    while (down < 5);
    System.out.println(total + " " + down);
  }

  static void caught() {
    try {
      throw new IllegalStateException("thrown");
    } catch (RuntimeException e) {
      e = new RuntimeException("wrapped", e);
      //#omp target virtual(worker)
      e.addSuppressed(new Error("more"));
      System.out.println(e.getMessage() + e.getCause().getMessage() + e.getSuppressed().length);
    }
  }

  static void unassigned(boolean flag) {
    int x;
    if (flag) x = 1;
    else x = 2;
    String later;
    //#omp target virtual(worker)
    later = "x" + x;
    System.out.println(later);
    switch (x) {
      case 1:
        int y = x + 1;
        //#omp target virtual(worker)
        y *= 2;
        System.out.println(y);
        break;
      case K:
        break;
      default:
    }
  }

  /** Lambdas cannot hide variables, but classes can. */
  static void shadows() {
    int x = 1;
    //#omp target virtual(worker)
    {
      x++;
      class Inner {
        int x = 10;

        int get(int y) {
          //#omp target virtual(worker)
          {
            x++;
            y += x;
          }
          return y;
        }
      }
      System.out.println(new Inner().get(x) + x);
    }
  }
}
