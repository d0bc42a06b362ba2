import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
/** Directives on every kind of statement, and calls that are not waited for. */
public class AwaitRegions<T> {
  static StringBuffer log = new StringBuffer();
  //#omp async
  static int f(int n) {
    int r;
    //#omp target virtual(worker) await
    r = n * 2;
    return r;
  }
  //#omp async
  static void v(Object s) {
    //#omp target virtual(worker) await
    log.append(s).append(' ');
  }
  static void forward(Object s) { v(s); }
  T value;
  int field; static int sfield;
  //#omp async
  int regions(int n)
  //#omp await(f(int))
  {
    int a = f(n), b[] = {f(a)}, c;
    try
    //#omp await(v(Object))
    {
      v(a); v(b[0]);
    } finally { log.append("fin"); }
    //#omp await(f(int))
    if (a > 100) return f(a);
    Runnable r = () ->
    //#omp await(v(Object))
    { v("lambda"); log.append("after "); };
    //#omp target virtual(worker)
    r.run();
    //#omp async-call await(f(int))
    //#omp target virtual(worker) await
    c = f(1) + a;
    //#omp target virtual(worker) await
    //#omp async-call await(f(int))
    c += f(1) + b[0];
    //#omp target virtual(edt) name_as(q)
    //#omp target virtual(worker) await
    //#omp async-call await(f(int))
    c += f(2);
    //#omp wait(q) await
    //#omp await(f(int))
    return f(c);
  }
  //#omp async
  void tagged(List<String> list) {
    int total = 0; String last = null;
    for (String s : list)
      //#omp async-call name_as(k)(f(int))
      field = f(s.length());
    //#omp wait(k)
    total += field;
    for (String s : list) {
      //#omp async-call name_as(k)(f(int))
      if (s.length() > 2) total = f(s.length()); else sfield = f(7);
      //#omp wait(k) await
      s = s + s;
      last = s;
    }
    switch (total) {
      case 6 ->
        //#omp async-call name_as(k)(f(int))
        total = f(total);
      default -> total = 0;
    }
    //#omp wait(k)
    lbl:
    //#omp async-call name_as(k)(v(Object))
    v(total + last);
    //#omp wait(k) await
    log.append(total).append(sfield).append('|');
  }
  void executors() throws Exception {
    ExecutorService e = Executors.newSingleThreadExecutor();
    e.submit(() -> forward("submitted")).get();
    e.submit(() -> { forward("block"); }).get();
    e.execute(() -> v("executed"));
    e.submit(() -> f(3)).get();
    CompletableFuture.runAsync(() -> v("cf"), e).get();
    e.shutdown();
    e.awaitTermination(5, TimeUnit.SECONDS);
    Function<Integer, Integer> fn = x -> f(x);
    log.append(fn.apply(4));
  }
  //#omp async
  <E extends Exception> void generic(E e, T t) throws E {
    //#omp await(v(Object))
    {
      v(t);
      AwaitRegions<String> w = new AwaitRegions<>() { { value = "anon"; } 
        //#omp async
        <E extends Exception> void generic(E e, String t) throws E {
          //#omp await(generic(E, String))
          { super.generic(e, t + value); }
        } };
      if (t instanceof Integer) w.generic(null, "x");
    }
    if (e != null) throw e;
  }
  static void caught() {
    try {
      new AwaitRegions<Integer>().generic(new java.io.IOException("io"), 1);
    } catch (java.io.IOException e) {
      v(e.getMessage());
    }
    v("end");
  }
  public static void main(String[] args) throws Exception {
    //#omp target virtual(edt) name_as(all)
    {
      System.out.println(new AwaitRegions<String>().regions(3));
      new AwaitRegions<String>().tagged(List.of("a", "bb", "ccc"));
      new AwaitRegions<String>().executors();
      caught();
    }
    //#omp wait(all)
    System.out.println(log);
  }
}
