import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** Awaited calls at every place of an expression, and calls that are not waited for. */
public class AsyncCalls {
  static final StringBuffer log = new StringBuffer();
  int field;
  static String[] names = {"a", "b", "c"};

  public static void main(String[] args) throws Exception {
    //#omp target virtual(edt) name_as(all)
    new AsyncCalls().all();
    //#omp wait(all)
    System.out.print(log);
  }

  //#omp async
  void all() throws IOException {
    //#omp await(all(int), expressions(int), statements(int), generics())
    {
      log.append(expressions(3)).append('\n');
      statements(4);
      generics();
      all(7);
    }
    tagged(5);
    overloads();
  }

  //#omp async
  void all(int depth) {
    //#omp await(all(int))
    if (depth > 0) all(depth - 1);
    log.append(depth);
  }

  //#omp async
  static int f(int n) {
    int result;
    //#omp target virtual(worker) await
    result = n + 1;
    log.append("f").append(n).append(' ');
    return result;
  }

  //#omp async
  static void g(int n) {
    //#omp target virtual(worker) await
    log.append("g").append(n).append(' ');
  }

  //#omp async
  static void quiet(int n) {
    //#omp target virtual(worker) await
    Thread.onSpinWait();
  }

  //#omp async
  static boolean even(long n) {
    //#omp target virtual(worker) await
    log.append("even").append(n).append(' ');
    return n % 2 == 0;
  }

  //#omp async
  static char letter(byte n) {
    //#omp target virtual(worker) await
    log.append("letter ");
    return (char) ('a' + n);
  }

  //#omp async
  static Integer boxed(short n) {
    //#omp target virtual(worker) await
    log.append("boxed ");
    return (int) n;
  }

  //#omp async
  AsyncCalls self() {
    //#omp target virtual(worker) await
    log.append("self ");
    return this;
  }

  //#omp async
  static int sum(int... values) {
    int sum = 0;
    //#omp target virtual(worker) await
    for (int value : values) sum += value;
    return sum;
  }

  //#omp async
  String expressions(int n) {
    int[] array = {1, 2, 3};
    String text = "";
    //#omp await(int f(int), boolean even(long), letter(byte), Integer boxed(short), self(), int sum(int... values))
    {
      text += n + f(n) * f(f(n)) - f(0);
      array[f(0)] += array[f(1)] * f(2);
      text += even(n) && even(f(n)) || even(2) ? letter((byte) 1) : "no" + f(9);
      text += even(3) ? 1 : boxed((short) 2);
      self().self().field = f(5);
      text += self().field++ + sum(f(1), f(2)) + sum();
      Object o = new StringBuilder(names[f(0)]).append(new int[] {f(1), 4}[f(-1)]);
      text += o + " " + (o instanceof StringBuilder b && even(b.length()) ? b : letter((byte) 2));
      text += switch (f(1)) {
        case 1 -> f(10);
        case 2 -> {
          int k = f(20);
          yield k + f(k);
        }
        default -> throw new IllegalStateException("" + f(3));
      };
      IntUnaryOperator plain = k -> f(k);
      text += plain.applyAsInt(6) + " ";
    }
    return text + array[0] + array[1] + array[2] + field;
  }

  //#omp async
  void statements(int n) {
    //#omp await(f(int), g(int), even(long))
    {
      outer:
      for (g(1), f(2); f(n) < 9; g(n), n++) {
        while (even(n++)) if (f(n) > 6) continue outer; else g(n);
        do g(8); while (even(9));
        for (int i : new int[] {f(0), 3}) {
          if (i == 3) break outer;
          g(i);
        }
      }
      switch (n) {
        case 0: g(0);
        case 1, 2, 3, 4, 5, 6, 7: g(7); break;
        default: g(9);
      }
      switch (names[0]) {
        case "a" -> g(10);
        default -> g(11);
      }
      try {
        g(12);
        throw new IOException("thrown " + f(12));
      } catch (IOException e) {
        log.append(e.getMessage()).append(f(13));
        g(13);
      } finally {
        g(14);
      }
      if (even(n)) g(15); else g(16);
    }
    log.append('\n');
  }

  //#omp async
  static <T> T same(T value) {
    //#omp target virtual(worker) await
    log.append("same ");
    return value;
  }

  //#omp async
  @SuppressWarnings("unchecked")
  static <T> T any(int i) {
    Object result = "any" + i;
    //#omp target virtual(worker) await
    log.append("any ");
    return (T) result;
  }

  //#omp async
  static <T> List<T> list(Supplier<? extends T> supplier) {
    List<T> list = new ArrayList<>();
    //#omp target virtual(worker) await
    list.add(supplier.get());
    return list;
  }

  //#omp async
  static <E extends Exception> void thrower(E e) throws E {
    //#omp target virtual(worker) await
    log.append("thrower ");
    if (e != null) throw e;
  }

  //#omp async
  static void generics() throws IOException {
    //#omp await(<T> T same(T value), any(int), List<T> list(Supplier<? extends T> s), thrower(E))
    {
      int i = same(1) + same(2);
      String s = any(3);
      List<? extends Number> numbers = list(() -> same(4));
      log.append(same(numbers).get(0)).append(AsyncCalls.<String>any(i)).append(s.length());
      thrower((RuntimeException) null);
      try {
        thrower(new IOException("io"));
      } catch (IOException e) {
        log.append(e.getMessage());
      }
    }
    log.append('\n');
  }

  //#omp async
  void tagged(int n) {
    int local;
    int[] element = new int[1];
    //#omp async-call name_as(t)(f(int), even(long))
    {
      local = f(n);
      //#omp wait(t) await
      this.field = f(local);
      //#omp wait(t)
      element[0] = f(field);
      //#omp wait(t)
      even(2);
      //#omp wait(t)
    }
    log.append(local).append(field).append(element[0]);
    //#omp async_call nowait(quiet(int))
    quiet(n);
    log.append('\n');
  }

  //#omp async
  static String over(Object o) {
    //#omp target virtual(worker) await
    log.append("object ");
    return "o" + o;
  }

  static String over(String s) {
    return "s" + s;
  }

  static void overloads() {
    //#omp await(over(Object))
    log.append(over((Object) "x")).append(over("y")).append('\n');
  }
}
