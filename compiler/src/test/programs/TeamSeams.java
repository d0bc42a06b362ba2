import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Shared variables in unusual code of teams of several sizes, and names that generated code might use. */
public class TeamSeams {
  static int threads;
  static long field;
  static int[] shared = new int[8];
  private long own = 3;

  sealed interface Shape permits Square, Circle {}

  record Square(int side) implements Shape {}

  record Circle(int radius) implements Shape {}

  public static void main(String[] args) throws Exception {
    for (int size : new int[] {1, 2, 4, 7}) {
      threads = size;
      System.out.println(new TeamSeams().all());
    }
  }

  String all() throws Exception {
    return String.join(
        "\n",
        narrow() + " " + boxed() + " " + text() + " " + chars() + " " + longs(),
        names() + " " + shadowed() + " " + innerClass() + " " + methodReference(),
        patterns() + " " + switches() + " " + labels() + " " + conditional(),
        resources() + " " + generic(List.of(1, 2, 3)) + " " + varargs(4, 5, 6) + " " + fields(),
        nested() + " " + afterFailure() + " " + partOfFailure() + " " + recursion(6) + " " + chained(),
        captured() + " " + twice() + " " + lastValues() + " " + firstValues() + " " + conditions(),
        sectionsOf() + " " + arrays() + " " + section() + " " + mixed() + " " + tasksInLoop(),
        search(new int[] {4, 8, 15, 16, 23, 42}) + " " + cancelInFinally() + " " + dependent(),
        ownObjects() + " " + inLambda() + " " + swap() + " " + evaluation() + " " + handler(),
        atomics() + " " + compare() + " " + elementOnce() + " " + ordered() + " " + copied());
  }

  /** Compound assignments narrow in silence. */
  String narrow() {
    byte b = 100;
    short s = 7;
    char c = 'a';
    float f = 0.5f;
    //#omp parallel for reduction(+: b, s, f) num_threads(threads)
    for (int i = 0; i < 300; i++) {
      b += i;
      s += 3 * i;
      f += 0.25;
    }
    //#omp parallel num_threads(threads)
    {
      //#omp critical
      c += 1.7;
    }
    return b + "," + s + "," + f + "," + (c > 'a');
  }

  Integer boxed() {
    Integer sum = 1;
    Long product = 1L;
    //#omp parallel for reduction(+: sum) reduction(*: product) num_threads(threads)
    for (int i = 1; i < 15; i++) {
      sum++;
      sum = sum + i;
      product *= i;
    }
    return sum + product.intValue();
  }

  int text() {
    String all = "";
    //#omp parallel for num_threads(threads)
    for (int i = 0; i < 20; i++) {
      //#omp critical(text)
      all += (char) ('a' + i);
    }
    return all.chars().sum() + all.length();
  }

  String chars() {
    int[] counts = new int[3];
    //#omp parallel for reduction(+: counts) num_threads(threads)
    for (char c : "abcabcaab".toCharArray()) {
      counts[c -= 'a']++;
    }
    return Arrays.toString(counts);
  }

  long longs() {
    long most = Long.MAX_VALUE;
    long sum = 0;
    //#omp parallel for reduction(+: sum) num_threads(threads)
    for (long i = most - 5; i < most - 1; i += 2) {
      sum += most - i;
    }
    return sum;
  }

  int names() {
    int loop = 1;
    int from = 2;
    int to = 3;
    int first = 4;
    int k = 5;
    int n = 6;
    int value = 7;
    int part = 8;
    int thrown = 9;
    int trips = 0;
    //#omp parallel for reduction(+: trips) num_threads(threads) schedule(dynamic, value - 5)
    for (int i = from; i < to + 20; i++) {
      trips += loop + from + to + first + k + n + value + part + thrown;
    }
    return trips;
  }

  int shadowed() {
    int field = 0;
    //#omp parallel for reduction(+: field) num_threads(threads)
    for (int own = 0; own < 10; own++) {
      field += own + (int) this.own;
    }
    TeamSeams.field = field;
    return field;
  }

  int innerClass() {
    int sum = 0;
    //#omp parallel for reduction(+: sum) num_threads(threads)
    for (int i = 0; i < 10; i++) {
      int at = i;
      class Inner {
        int sum = at;

        int twice() {
          return sum + this.sum;
        }
      }
      sum += new Inner() {
        @Override
        int twice() {
          return super.twice() + at;
        }
      }.twice();
    }
    return sum;
  }

  int methodReference() {
    IntUnaryOperator twice = x -> 2 * x;
    int sum = 0;
    //#omp parallel for reduction(+: sum) firstprivate(twice) num_threads(threads)
    for (int i = 0; i < 10; i++) {
      twice = twice.andThen(x -> x);
      IntUnaryOperator other = twice::applyAsInt;
      sum += other.applyAsInt(i);
    }
    return sum;
  }

  int patterns() {
    List<Shape> shapes = List.of(new Square(2), new Circle(3), new Square(4));
    int area = 0;
    //#omp parallel for reduction(+: area) num_threads(threads)
    for (Shape shape : shapes) {
      if (!(shape instanceof Square(int side))) {
        area += 100;
        continue;
      }
      area += side * side;
      area += switch (shape) {
        case Square(var s) when s > 3 -> {
          int area2 = s;
          yield area2;
        }
        case Square square -> 1;
        case Circle circle -> 2;
      };
    }
    return area;
  }

  int switches() {
    int even = 0;
    int odd = 0;
    //#omp parallel for reduction(+: even, odd) num_threads(threads)
    for (int i = 0; i < 20; i++) {
      switch (i % 4) {
        case 0:
          even++;
        case 2:
          even++;
          break;
        default:
          odd += i == 3 ? 10 : 1;
      }
    }
    return 100 * even + odd;
  }

  int labels() {
    int sum = 0;
    //#omp parallel for reduction(+: sum) num_threads(threads)
    outer:
    for (int i = 0; i < 10; i++) {
      for (int j = 0; ; j++) {
        if (j == i) continue outer;
        if (j > 5) break;
        sum += j;
      }
      sum += 100;
    }
    return sum;
  }

  int conditional() {
    int x = 1;
    int y = 0;
    //#omp parallel num_threads(threads)
    {
      //#omp single
      {
        x = x++ + ++x;
        y = (x = 2 * x) > 5 ? x-- : x++;
        x += y = x;
        x ^= y <<= 2;
      }
    }
    return x + 10 * y;
  }

  String resources() {
    List<String> closed = new ArrayList<>();
    int opened = 0;
    //#omp parallel for reduction(+: opened) num_threads(threads)
    for (int i = 0; i < 5; i++) {
      int at = i;
      try (AutoCloseable a =
              () -> {
                synchronized (closed) {
                  closed.add("a" + at);
                }
              };
          AutoCloseable b = a::close) {
        opened++;
        if (i == 3) throw new IllegalStateException();
      } catch (IllegalStateException expected) {
        opened += 10;
      } catch (Exception e) {
        throw new AssertionError(e);
      } finally {
        opened += 100;
      }
    }
    return opened + "," + closed.stream().sorted().toList().hashCode();
  }

  <T extends Comparable<T> & java.io.Serializable> T generic(List<T> all) {
    T most = all.getFirst();
    //#omp parallel for num_threads(threads)
    for (T each : all) {
      //#omp critical
      if (each.compareTo(most) > 0) most = each;
    }
    return most;
  }

  int varargs(int... all) {
    int sum = 0;
    //#omp parallel for reduction(+: sum) num_threads(threads)
    for (int i = 0; i < all.length; i++) sum += all[i];
    return sum;
  }

  long fields() {
    field = 5;
    //#omp parallel for reduction(+: field) num_threads(threads)
    for (int i = 0; i < 10; i++) {
      field += i;
      TeamSeams.field++;
    }
    //#omp parallel for num_threads(threads)
    for (int i = 0; i < 10; i++) {
      //#omp atomic
      own += i;
    }
    return field > 0 ? own : -1;
  }

  int nested() {
    int sum = 0;
    //#omp parallel for reduction(+: sum) num_threads(threads)
    for (int i = 0; i < 4; i++) {
      int inner = 0;
      //#omp parallel for reduction(+: inner) num_threads(2)
      for (int j = 0; j < 4; j++) {
        int innermost = 1;
        //#omp parallel num_threads(2) reduction(max: innermost)
        innermost = Math.max(innermost, 3);
        inner += innermost * (i + j);
      }
      sum += inner;
    }
    return sum;
  }

  String afterFailure() {
    int sum = 7;
    try {
      //#omp parallel for reduction(+: sum) num_threads(threads) ordered
      for (int i = 0; i < 10; i++) {
        //#omp ordered
        if (i == 4) throw new IllegalStateException("at " + i);
      }
    } catch (IllegalStateException e) {
      return e.getMessage() + sum;
    }
    return "none";
  }

  String partOfFailure() throws Exception {
    int reached = 0;
    try {
      //#omp parallel num_threads(threads)
      {
        //#omp single
        {
          try {
            reached++;
            if (reached > 0) throw new java.io.IOException("checked");
          } finally {
            reached += 10;
          }
        }
      }
    } catch (java.io.IOException e) {
      return e.getMessage() + reached;
    }
    return "none";
  }

  int recursion(int depth) {
    if (depth == 0) return 1;
    int left = 0;
    int right = 0;
    //#omp parallel sections num_threads(threads) if(depth > 4)
    {
      left = recursion(depth - 1);
      //#omp section
      right = recursion(depth - 1);
    }
    return left + right;
  }

  int chained() {
    int a;
    int b;
    int c = 0;
    //#omp parallel num_threads(threads)
    {
      //#omp master
      c = 4;
      //#omp barrier
      //#omp single
      c++;
    }
    a = b = c;
    return a + b + c;
  }

  long captured() {
    long x = 1;
    LongSupplier later;
    x++;
    //#omp parallel num_threads(threads)
    {
      //#omp single
      x += 10;
    }
    long last = x;
    later = () -> last + field;
    field = 1;
    return later.getAsLong();
  }

  /** The same variable in different roles of one method. */
  int twice() {
    int x = 1;
    //#omp parallel for reduction(+: x) num_threads(threads)
    for (int i = 0; i < 5; i++) x += i;
    int before = x;
    //#omp parallel firstprivate(x) num_threads(threads)
    {
      x *= 2;
      //#omp single
      field = x;
    }
    //#omp parallel for lastprivate(x) num_threads(threads)
    for (int i = 0; i < 5; i++) x = i;
    //#omp parallel for reduction(min: x) num_threads(threads)
    for (int i = 0; i < 5; i++) x = Math.min(x, 9 - i);
    return x + 100 * before;
  }

  String lastValues() {
    int x = -1;
    String s = "none";
    int i = 100;
    //#omp parallel for lastprivate(x, s) num_threads(threads) schedule(dynamic)
    for (i = 9; i >= 0; i -= 2) {
      x = i;
      s = "at " + i;
    }
    return x + s + i;
  }

  int firstValues() {
    int[] box = {1};
    int start = 5;
    int sum = 0;
    //#omp parallel for firstprivate(start) reduction(+: sum) num_threads(threads)
    for (int i = 0; i < 6; i++) {
      int mine = start;
      start = mine;
      sum += mine + box[0];
    }
    return sum + start;
  }

  boolean conditions() {
    boolean any = false;
    boolean all = true;
    boolean parity = false;
    int bits = 0;
    //#omp parallel for reduction(||: any) reduction(&&: all) reduction(^: parity) reduction(|: bits) num_threads(threads)
    for (int i = 0; i < 33; i++) {
      any = any || i == 20;
      all &= i != 20;
      parity ^= i % 3 == 0;
      bits |= 1 << i;
    }
    return any && !all && parity && bits == -1;
  }

  String sectionsOf() {
    StringBuilder a = new StringBuilder();
    StringBuilder b = new StringBuilder();
    int last = 0;
    //#omp parallel num_threads(threads)
    {
      //#omp sections lastprivate(last)
      {
        {
          a.append("a");
          last = 1;
        }
        //#omp section
        for (int i = 0; i < 3; i++) b.append(i);
        //#omp section
        {
          last = 3;
        }
      }
    }
    return a.toString() + b + last;
  }

  String arrays() {
    double[] low = {5, 5, 5};
    long[] sums = new long[2];
    boolean[] seen = new boolean[4];
    //#omp parallel for reduction(min: low) reduction(+: sums) reduction(||: seen) num_threads(threads)
    for (int i = 0; i < 40; i++) {
      low[i % 3] = Math.min(low[i % 3], 40 - i);
      sums[i & 1] += i;
      seen[i % 3] = true;
    }
    return Arrays.toString(low) + Arrays.toString(sums) + Arrays.toString(seen);
  }

  String section() {
    int[] all = new int[10];
    int low = 2;
    //#omp parallel for reduction(+: all[low : 3]) num_threads(threads)
    for (int i = 0; i < 30; i++) {
      all[low + i % 3] += i;
      all[low]--;
    }
    return Arrays.toString(all);
  }

  String mixed() {
    Map<String, Integer> counts = new TreeMap<>();
    int sum = 0;
    //#omp parallel num_threads(threads)
    {
      //#omp for reduction(+: sum) nowait
      for (String word : "a b a c a".split(" ")) {
        //#omp critical(counts)
        counts.merge(word, 1, Integer::sum);
        sum++;
      }
      //#omp barrier
      //#omp single
      counts.put("sum", sum);
    }
    return counts.toString();
  }

  long tasksInLoop() {
    long[] found = new long[20];
    //#omp parallel num_threads(threads)
    {
      //#omp for
      for (int i = 0; i < 20; i++) {
        int at = i;
        if (i % 7 == 3) continue;
        //#omp task if(at % 2 == 0)
        {
          long sum = 0;
          for (int j = 0; j <= at; j++) {
            if (j == 13) continue;
            sum += j;
          }
          found[at] = sum;
        }
      }
    }
    return Arrays.stream(found).sum();
  }

  boolean search(int[] numbers) {
    boolean found = false;
    int looked = 0;
    //#omp parallel num_threads(threads)
    {
      //#omp for reduction(||: found)
      for (int number : numbers) {
        try {
          if (number == 16) {
            found = true;
            //#omp cancel for
          }
        } finally {
          //#omp atomic
          looked++;
        }
      }
    }
    return found && looked > 0;
  }

  int cancelInFinally() {
    int[] ended = new int[1];
    //#omp parallel num_threads(threads)
    {
      try {
        //#omp cancel parallel
      } finally {
        //#omp atomic write
        ended[0] = 1;
      }
    }
    return ended[0];
  }

  int dependent() {
    int x = 1;
    int y = 2;
    //#omp parallel num_threads(threads)
    {
      //#omp single
      {
        //#omp task depend(inout: x)
        x = x * 10 + y;
        //#omp task depend(in: x) depend(inout: y)
        y += x;
        //#omp task depend(inout: x, y) if(threads > 2)
        {
          int swap = x;
          x = y;
          y = swap;
        }
        //#omp task depend(inout: x)
        x -= 1;
      }
    }
    return 1000 * x + y;
  }

  int ownObjects() {
    Object[] all = new Object[5];
    //#omp parallel for num_threads(threads)
    for (int i = 0; i < 5; i++) {
      int at = i;
      all[i] = new Object() {
        private int calls = at;

        @Override
        public int hashCode() {
          return calls++;
        }
      };
      all[i].hashCode();
    }
    return Arrays.stream(all).mapToInt(Object::hashCode).sum();
  }

  int inLambda() {
    int start = 3;
    Supplier<Integer> sum =
        () -> {
          int all = start;
          //#omp parallel for reduction(+: all) num_threads(threads)
          for (int i = 0; i < 5; i++) all += i * start;
          return all;
        };
    return sum.get() + sum.get();
  }

  String swap() {
    int[] a = {1, 2, 3};
    int[] b = {4, 5, 6};
    for (int step = 0; step < 3; step++) {
      int[] from = a;
      int[] to = b;
      //#omp parallel for num_threads(threads)
      for (int i = 0; i < 3; i++) {
        to[i] = from[(i + 1) % 3] * 2;
      }
      a = to;
      b = from;
    }
    return Arrays.toString(a) + Arrays.toString(b);
  }

  int calls;

  int bound() {
    calls++;
    return 10;
  }

  /** The heads and clauses are evaluated once. */
  int evaluation() {
    calls = 0;
    int sum = 0;
    //#omp parallel for reduction(+: sum) num_threads(threads) schedule(static, bound() / 5)
    for (int i = bound(); i > bound() - 15; i -= bound() / 5) sum += i;
    return sum;
  }

  int handler() throws Exception {
    int sum = 0;
    //#omp target virtual(worker)
    {
      //#omp parallel for reduction(+: sum) num_threads(threads)
      for (int i = 0; i < 10; i++) {
        int part;
        //#omp target virtual(worker)
        part = i * 2;
        sum += part;
      }
    }
    return sum;
  }

  int atomics() {
    int x = 0;
    int before = 0;
    byte small = 0;
    int top = 0;
    //#omp parallel for num_threads(threads) lastprivate(before)
    for (int i = 0; i < 50; i++) {
      //#omp atomic
      x = 3 + x;
      //#omp atomic
      small += 300;
      //#omp atomic capture
      {
        before = top;
        top++;
      }
    }
    return x + small + top;
  }

  int compare() {
    int most = -1;
    int least = 99;
    //#omp parallel for num_threads(threads)
    for (int i = 0; i < 50; i++) {
      //#omp atomic compare
      if (most < i) most = i;
      //#omp atomic compare
      least = i < least ? i : least;
    }
    return most + least;
  }

  int elementOnce() {
    int[] all = new int[4];
    int[] at = {0};
    //#omp parallel num_threads(threads)
    {
      //#omp single
      for (int i = 0; i < 4; i++) {
        int index = at[0]++;
        //#omp atomic
        all[index] += 5;
      }
    }
    return Arrays.stream(all).sum() + at[0];
  }

  String ordered() {
    StringBuilder text = new StringBuilder();
    int last = -1;
    //#omp parallel for ordered schedule(dynamic, 3) num_threads(threads) lastprivate(last)
    for (int i = 0; i < 12; i++) {
      last = i;
      if (i % 5 == 4) continue;
      //#omp ordered
      {
        text.append(i);
        if (i == 7) text.append('!');
      }
    }
    return text.toString() + last;
  }

  String copied() {
    StringBuffer all = new StringBuffer();
    //#omp parallel num_threads(threads)
    {
      int own = -1;
      String text = null;
      //#omp single copyprivate(own, text)
      {
        own = 42;
        text = "t";
      }
      //#omp critical
      {
        if (all.isEmpty()) all.append(own).append(text);
      }
    }
    return all.toString();
  }
}
