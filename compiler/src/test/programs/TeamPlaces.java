import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntBinaryOperator;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Regions, shared loops and other team directives in all kinds of code, with unchanged results. */
public class TeamPlaces {
  static int counted;
  static final int[] TABLE = new int[10];

  static {
    //#omp parallel for
    for (int i = 0; i < TABLE.length; i++) TABLE[i] = i * i;
  }

  private final int size;
  private int field = 1;
  int[] filled;

  TeamPlaces(int size) {
    this.size = size;
    this.filled = new int[size];
    //#omp parallel for
    for (int i = 0; i < size; i++) this.filled[i] = field + i;
  }

  public static void main(String[] args) throws Exception {
    System.out.println(TABLE[9] + " " + new TeamPlaces(5).filled[4]);
    System.out.println(new TeamPlaces(7).twice());
    System.out.println(new Box<>(List.of("a", "b", "c")).lengths());
    System.out.println(new Range(3, 30).sum() + " " + Kind.B.count(20));
    System.out.println(ofLambdas().get() + " " + ofAnonymous(12));
    System.out.println(nested(4) + " " + bare(3) + " " + bare(-3));
    System.out.println(inSwitch(1) + " " + inSwitch(2) + " " + inTry());
    System.out.println(objects() + " " + captured() + " " + recursive(3));
    System.out.println(labelled(6) + " " + long64() + " " + empty());
    new TeamPlaces(4).handler();
    System.out.println(thrown() + " " + orphans() + " " + matrix());
    System.out.println(varied(new Integer[] {3, 1, 2}) + shortNames());
  }

  int twice() {
    int sum = 0;
    //#omp parallel for reduction(+: sum)
    for (int i = 0; i < this.size; i++) {
      sum += helper(i) + this.field;
    }
    return sum;
  }

  private int helper(int i) {
    return 2 * i;
  }

  record Box<T extends CharSequence>(List<T> items) {
    Map<T, Integer> lengths() {
      Map<T, Integer> lengths = Collections.synchronizedMap(new TreeMap<>());
      //#omp parallel for schedule(dynamic)
      for (T item : items) {
        T own = item;
        lengths.put(own, own.length());
      }
      return lengths;
    }
  }

  record Range(int from, int to) {
    Range {
      int low = Math.min(from, to);
      int checked = 0;
      //#omp parallel for reduction(+: checked)
      for (int i = low; i < low + 5; i++) checked += 1;
      counted = checked;
    }

    long sum() {
      long sum = 0;
      //#omp parallel for reduction(+: sum)
      for (int i = from; i <= to; i++) sum += i;
      return sum + counted;
    }
  }

  enum Kind {
    A,
    B {
      @Override
      int count(int n) {
        int count = 0;
        //#omp parallel for reduction(+: count)
        for (int i = 0; i < n; i++) count += ordinal();
        return count;
      }
    };

    int count(int n) {
      return n;
    }
  }

  static Supplier<Integer> ofLambdas() {
    int offset = 5;
    return () -> {
      int most = Integer.MIN_VALUE;
      IntBinaryOperator op = (a, b) -> a * b;
      //#omp parallel for reduction(max: most)
      for (int i = -3; i < 4; i++) most = Math.max(most, op.applyAsInt(i, i) + offset);
      return most;
    };
  }

  static int ofAnonymous(int n) {
    IntSupplier supplier =
        new IntSupplier() {
          int own = 3;

          @Override
          public int getAsInt() {
            int sum = 0;
            //#omp parallel reduction(+: sum)
            {
              //#omp for
              for (int i = 0; i < n; i++) sum += own;
            }
            return sum;
          }
        };
    return supplier.getAsInt();
  }

  static int nested(int n) {
    int total = 0;
    //#omp parallel for reduction(+: total) num_threads(2)
    for (int i = 0; i < n; i++) {
      int row = i;
      int inner = 0;
      //#omp parallel for reduction(+: inner)
      for (int j = 0; j < n; j++) inner += row * n + j;
      total += inner;
    }
    return total;
  }

  static int bare(int n) {
    int sum = 0;
    if (n > 0)
      //#omp parallel for reduction(+: sum)
      for (int i = 0; i < n; i++) sum += i;
    else
      //#omp parallel for reduction(+: sum)
      for (int i = n; i < 0; i++) sum += i;
    return sum;
  }

  static String inSwitch(int n) {
    StringBuffer text = new StringBuffer();
    switch (n) {
      case 1:
        //#omp parallel for ordered
        for (char c : "abc".toCharArray()) {
          //#omp ordered
          text.append(c);
        }
        break;
      default:
        //#omp parallel
        {
          //#omp single
          text.append(n);
        }
    }
    return text.toString();
  }

  static int inTry() {
    int done = 0;
    try {
      //#omp parallel for reduction(+: done)
      for (int i = 0; i < 10; i++) {
        try {
          if (i == 3) continue;
          Integer.parseInt(i % 2 == 0 ? "1" : "x");
          done++;
        } catch (NumberFormatException e) {
          done += 10;
        } finally {
          done += 100;
        }
      }
    } finally {
      done++;
    }
    return done;
  }

  static String objects() {
    String joined = "";
    List<String> parts = new ArrayList<>();
    //#omp parallel for schedule(static, 1) ordered
    for (int i = 0; i < 3; i++) {
      String part = "p" + i;
      Runnable add = () -> parts.add(part);
      //#omp ordered
      add.run();
    }
    //#omp parallel
    {
      //#omp master
      joined = String.join("-", parts);
    }
    return joined;
  }

  static int captured() {
    int base = 1;
    base += 1;
    int[] squares = new int[5];
    //#omp parallel for firstprivate(base)
    for (int i = 0; i < 5; i++) {
      int power = base;
      power *= i;
      int index = i;
      //#omp target virtual(worker)
      squares[index] = power + base;
    }
    return squares[4];
  }

  static int recursive(int depth) {
    if (depth == 0) {
      return 1;
    }
    int sum = 0;
    //#omp parallel sections reduction(+: sum)
    {
      //#omp section
      sum += recursive(depth - 1);
      //#omp section
      { int other = recursive(depth - 1); sum += other; }
    }
    return sum;
  }

  static int labelled(int n) {
    int found = 0;
    //#omp parallel for reduction(+: found)
    candidates:
    for (int i = 2; i < n * n; i++) {
      for (int j = 2; j < i; j++) {
        if (i % j == 0) continue candidates;
      }
      found++;
    }
    return found;
  }

  static long long64() {
    long sum = 0;
    //#omp parallel for reduction(+: sum)
    for (long i = Long.MAX_VALUE - 3; i < Long.MAX_VALUE; i++) sum += i % 10;
    return sum;
  }

  static int empty() {
    int[][] none = {};
    int cells = 0;
    //#omp parallel for collapse(2) reduction(+: cells)
    for (int i = 0; i < none.length; i++)
      for (int j = 0; j < none[0].length; j++)
        cells++;
    //#omp parallel for
    for (int i = 0; i < 3; i++);
    //#omp parallel
    {}
    return cells;
  }

  //#omp async
  void handler() {
    int sum = 0;
    //#omp target virtual(worker) await
    //#omp parallel for reduction(+: sum)
    for (int i = 0; i < 100; i++) {
      sum += i;
    }
    //#omp target virtual(worker)
    {
      int own = 0;
      //#omp parallel for reduction(+: own)
      for (int i = 0; i < 10; i++) own += i;
      sum += own;
    }
    System.out.println("handled " + sum);
  }

  static String thrown() {
    AtomicInteger ends = new AtomicInteger();
    try {
      //#omp parallel for
      for (int i = 0; i < 100; i++) {
        if (i == 0) throw new java.io.IOException("from " + i);
      }
    } catch (java.io.IOException e) {
      return e.getMessage();
    } finally {
      ends.incrementAndGet();
    }
    return "nothing";
  }

  static int orphans() {
    int[] all = new int[20];
    //#omp parallel
    fill(all);
    int sum = 0;
    for (int each : all) sum += each;
    return sum;
  }

  static void fill(int[] all) {
    int shift = 0;
    //#omp single copyprivate(shift)
    shift = 2;
    //#omp for
    for (int i = 0; i < all.length; i++) all[i] = i + shift;
    //#omp sections
    {
      all[0] = 100;
      //#omp section
      all[1] = 200;
    }
  }

  static long matrix() {
    double[][] a = new double[6][7];
    //#omp parallel for collapse(2)
    for (int i = 0; i < 6; i++) {
      for (int j = 6; j >= 0; j--) {
        a[i][j] = i * j;
      }
    }
    double trace = 0;
    //#omp parallel for reduction(+: trace)
    for (double[] row : a) {
      for (double cell : row) trace += cell;
    }
    return Math.round(trace);
  }

  static <T extends Comparable<T>> T varied(T[] items) {
    T least = items[0];
    //#omp parallel for
    for (T item : items) {
      //#omp critical
      if (item.compareTo(least) < 0) least = item;
    }
    return least;
  }

  static String shortNames() {
    int k = 1, n = 2, first = 3, loop = 4;
    int sum = 0;
    //#omp parallel for reduction(+: sum) firstprivate(k) // a remark
    for (int /* index */ i = 0; // from
        i < n * first; // to
        i += k) { // by
      sum += i * loop;
    }
    return " " + sum;
  }
}
