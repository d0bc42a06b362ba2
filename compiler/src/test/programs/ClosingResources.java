
/** Resources whose {@code close()} awaits; the end of the try statement waits for it. */
public class ClosingResources {
  static class Resource implements AutoCloseable {
    final String name;

    Resource(String name) {
      this.name = name;
      System.out.println("open " + name);
    }

    //#omp async
    @Override
    public void close() {
      //#omp target virtual(worker) await
      System.out.println("closing " + name);
      System.out.println("closed " + name);
      throw new IllegalStateException(name);
    }
  }

  /** The type argument of the resource determines which exceptions closing it throws. */
  interface Closing<E extends Exception> extends AutoCloseable {
    //#omp async
    @Override
    void close() throws E;
  }

  static class Quiet implements Closing<RuntimeException> {
    //#omp async
    @Override
    public void close() {
      //#omp target virtual(worker) await
      System.out.println("quietly");
    }
  }

  static void handler() {
    try (Resource r = new Resource("r")) {
      System.out.println("body");
    } catch (IllegalStateException e) {
      System.out.println("caught " + e.getMessage());
    }
    System.out.println("after");
  }

  static void several() {
    final Resource first = new Resource("first");
    try (first; var none = (Resource) null; /* ) */ Resource last = new Resource("last");) {
      System.out.println("body of " + first.name + ", " + last.name + ", " + none);
      throw new IllegalArgumentException("body");
    } catch (RuntimeException e) {
      System.out.println("caught " + e.getMessage());
      for (Throwable suppressed : e.getSuppressed()) {
        System.out.println("suppressed " + suppressed.getMessage());
      }
    } finally {
      System.out.println("finally");
    }
  }

  //#omp async
  static int suspended(int n) {
    int sum = 0;
    //#omp await(close())
    for (int i = 0; i < n; i++) {
      try (var anonymous = new Quiet() { int half(int j) { return j / 2; } }) {
        if (i == 2) {
          continue;
        }
        sum += anonymous.half(10 * i);
        if (i == 4) {
          return sum;
        }
      }
    }
    return -1;
  }

  static <E extends Exception, T extends Comparable<T> & Closing<E>> void generic(T t) throws E {
    if (t != null)
      try (t) {
        System.out.println("generic");
      }
  }

  static class Compared extends Quiet implements Comparable<Compared> {
    @Override
    public int compareTo(Compared other) {
      return 0;
    }
  }

  public static void main(String[] args) throws Exception {
    //#omp target virtual(edt)
    handler();
    //#omp target virtual(edt)
    several();
    handler();
    //#omp target virtual(edt)
    System.out.println(suspended(9));
    ClosingResources.<RuntimeException, Compared>generic(new Compared());
    try (Resource unused = null) {
      System.out.println("null");
    }
    try (var _ = new Quiet(); final Closing<RuntimeException> _ = new Quiet()) {
      System.out.println("unnamed");
    }
  }
}
