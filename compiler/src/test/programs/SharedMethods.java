import java.util.RandomAccess;

/** Classes and functions that inherit an async method from several interfaces. */
public class SharedMethods {
  static final StringBuffer log = new StringBuffer();

  interface Left {
    //#omp async
    int of(int n);
  }

  interface Right {
    //#omp async
    int of(int n);
  }

  interface Both extends Left, Right {}

  static class Plain {
    public int of(int n) {
      return n + 1;
    }
  }

  static class Inheriting extends Plain implements Left, Right {}

  static class Suspending {
    //#omp async
    public int of(int n) {
      //#omp target virtual(worker) await
      log.append("own ");
      return n * 2;
    }
  }

  /** Inherits a twin from its superclass, which must take precedence. */
  static class Resuming extends Suspending implements Left, Right {}

  abstract static class Partly implements Left, Right {}

  record Wrapped(int of) implements Both {
    @Override
    public int of(int n) {
      return n * of;
    }
  }

  interface One extends Left {
    //#omp async
    @Override
    default int of(int n) {
      //#omp target virtual(worker) await
      log.append("one ");
      return n + 3;
    }
  }

  /** One is more specific than Left, so the class shares no method. */
  static class Diamond implements One, Left {}

  interface Generic<T> {
    //#omp async
    T same(T value);
  }

  interface Bound<N extends Number> {
    //#omp async
    Object same(Object value);
  }

  static class Same {
    public Object same(Object value) {
      return value;
    }
  }

  static class SameOfBoth extends Same implements Generic<Object>, Bound<Integer> {}

  interface Task {
    //#omp async
    void run(int n);
  }

  public static void main(String[] args) {
    //#omp target virtual(edt) name_as(all)
    all();
    //#omp wait(all)
    System.out.print(log);
  }

  //#omp async
  static void all() {
    Object[] objects = {
      new Inheriting(),
      new Resuming(),
      new Partly() {
        @Override
        public int of(int n) {
          return n;
        }
      },
      new Wrapped(4),
      new Diamond(),
      (Both) n -> n + 9,
      (Both) new Plain()::of,
      (Left & Right) n -> n + 10,
      (Left & Right & RandomAccess) new Plain()::of,
      (Left & Right) n -> {
        //#omp target virtual(worker) await
        log.append("lambda ");
        return n + 11;
      },
      (Left & Right) new Suspending()::of
    };
    //#omp await(of(int))
    for (Object object : objects) {
      if (object instanceof Left left) log.append(left.of(3)).append(' ');
      if (object instanceof Right right) log.append(right.of(5));
      log.append('\n');
    }
    SameOfBoth same = new SameOfBoth();
    Generic<Object> generic = same;
    Bound<Integer> bound = same;
    //#omp await(Object same(Object), same(T))
    log.append(generic.same("g")).append(bound.same("b")).append('\n');
    Task task = (RandomAccess & Task) n -> {
      //#omp target virtual(worker) await
      log.append("task ").append(n);
    };
    //#omp await(run(int))
    task.run(6);
    log.append(" done\n");
  }
}
