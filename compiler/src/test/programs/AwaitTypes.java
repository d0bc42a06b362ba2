import java.util.*;
import java.util.function.*;
import java.util.stream.*;
/** An awaited call has the same type, and selects the same overload, as without await. */
@SuppressWarnings({"unchecked", "varargs"})
public class AwaitTypes {
  static StringBuffer log = new StringBuffer();
  //#omp async
  static <T> List<T> empty() { return suspend(new ArrayList<>()); }
  //#omp async
  static <T> T suspend(T t) {
    //#omp target virtual(worker) await
    log.append('.');
    return t;
  }
  //#omp async
  static <T> T[] arr(T... ts) { return suspend(ts); }
  //#omp async
  static <A, B extends Collection<? super A>> B fill(Supplier<B> s, A a) { B b = s.get(); b.add(a); return suspend(b); }
  //#omp async
  static Map<String, ? extends List<?>> wild() { return suspend(Map.of("k", List.of(1, "x"))); }
  //#omp async
  static <T extends Comparable<? super T>> Optional<T> max(Collection<? extends T> c) { return suspend(c.stream().map(x -> (T) x).max(Comparator.naturalOrder())); }
  //#omp async
  static <T extends Number & Comparable<T>> T num(T t) { return suspend(t); }
  //#omp async
  static byte by() { byte b = suspend((byte) 3); return b; }
  //#omp async
  static char ch() { return suspend('c'); }
  //#omp async
  static Character Ch() { return suspend('d'); }
  //#omp async
  static float fl() { return suspend(1.5f); }
  //#omp async
  static Long lo() { return suspend(7L); }
  //#omp async
  static Integer in() { return suspend(8); }
  record Held<T>(T held) {
    //#omp async
    T get() { return suspend(held); }
  }
  static final Held<? extends Integer> HELD = new Held<>(4);
  //#omp async
  static <T extends Integer> T bounded(Held<T> from) {
    //#omp await(get())
    { T same = from.get(); return same; }
  }
  //#omp async
  static Object ob() { return suspend("ob"); }
  //#omp async
  static Function<Integer, Function<Integer, Integer>> curry() { return suspend(a -> b -> a + b); }
  //#omp async
  static Runnable run() { return suspend(() -> log.append("run")); }
  static String o(int i) { return "int"; } static String o(long i) { return "long"; } static String o(Object i) { return "Object"; } static String o(Integer i) { return "Integer"; } static String o(char c) { return "char"; }
  static String p(List<String> l) { return "ls" + l; } static String p(Set<String> l) { return "ss"; }
  //#omp async
  static int all() {
    //#omp await(empty(), suspend(T), arr(T...), fill(Supplier, A), wild(), max(Collection), num(T), by(), ch(), Ch(), fl(), lo(), in(), get(), bounded(Held), ob(), curry(), run())
    {
      List<String> l = empty();
      for (String s : AwaitTypes.<String>empty()) log.append(s);
      log.append(p(empty())).append(o(by())).append(o(ch())).append(o(Ch())).append(o(lo())).append(o(fl())).append(o(ob()));
      log.append(o(suspend(3))).append(o(suspend((Object) 3)));
      int unboxed = HELD.get(); unboxed += HELD.get(); log.append(unboxed).append(o(in())).append(o(HELD.get())).append(HELD.get() + 1).append(o(bounded(HELD))).append(in() == 8 ? in() : 'x');
      byte b = 1; b += by(); b += ch(); b <<= by(); log.append(b);
      char c = ch(); c++; c += fl(); log.append(c).append((char) (ch() + 1)).append(ch() + 1);
      log.append(b > 0 ? ch() : 0).append(b > 0 ? Ch() : 0).append(b < 0 ? lo() : 'x').append(String.valueOf((Object) (b > 0 ? suspend('z') : 1)));
      long wide = b > 0 ? lo() : by(); double d = lo(); Long boxed = lo(); Object ob = lo(); log.append(wide).append(d).append(boxed).append(ob);
      String[] sa = arr("a", "b"); log.append(sa.length).append(arr(1, 2)[1]).append(AwaitTypes.<Object>arr().length);
      Set<Object> so = fill(HashSet::new, "q"); log.append(so).append(fill(ArrayList<Object>::new, 1).get(0));
      for (var e : wild().entrySet()) log.append(e.getKey()).append(e.getValue().get(0));
      log.append(max(List.of(3, 9, 4)).get() + 1).append(num(4).compareTo(num(5))).append(num(2.5).intValue());
      List<String> cast = (List<String>) suspend((Object) new ArrayList<String>(List.of("cc"))); log.append(cast.get(0).length());
      log.append(curry().apply(2).apply(3)); run().run();
      switch (suspend("s")) { case "s" -> log.append("S"); default -> log.append("D"); }
      switch (ch()) { case 'c': log.append("C"); }
      int[] ia = {1, 2}; ia[by() - 2] += by(); ia[ia[0]++ - 1]--; log.append(Arrays.toString(ia));
      log.append(IntStream.range(0, 3).mapToObj(i -> suspend(i)).toList());
      Supplier<List<String>> sup = () -> suspend(empty()); log.append(sup.get());
      boolean bo = suspend(true) && !suspend(false); if (suspend(bo)) log.append("T");
      var anon = suspend(new Object() { int q = 5; }); log.append(anon.q);
      synchronized (suspend(new Object())) { log.append("sync"); }
      int k = -by() + ~by() + (by()); log.append(k).append(suspend(1) == 1).append(suspend("x") == "x").append(ob() instanceof String z ? z : "no");
      try { throw suspend(new IllegalStateException("ise")); } catch (IllegalStateException e) { log.append(e.getMessage()); }
      return (int) suspend(5) + (Integer) suspend((Object) 6) + by();
    }
  }
  public static void main(String[] args) {
    //#omp target virtual(edt) name_as(all)
    System.out.println(all());
    //#omp wait(all)
    System.out.println(log);
  }
}
