package golden;

import java.util.List;
import java.util.function.IntSupplier;

class Awaits {
  private int field;

  void handler(int n) {
    //#omp target virtual(worker) await
    {
      field += n;
      //#omp target virtual(edt) await if(n > 1)
      field++;
    }
    //#omp target virtual(worker) nowait
    {
      field = 0;
      //#omp wait(t), await
    }
    //#omp wait(t, u) await
  }

  //#omp async
  int foo(int n) {
    //#omp target virtual(worker) await
    field += n;
    return field;
  }

  @Deprecated
  //#omp async
  public <T> void bar(List<? extends T> list) {}

  //#omp async
  int calls(int n) {
    //#omp await (int foo(int a), void bar(List<T> list))
    {
      int sum = foo(1) + foo(foo(n));
      sum += foo(sum);
      for (bar(null), foo(1); foo(n) > 1; bar(null)) bar(null);
      switch (n) {
        case 1 -> bar(null);
        default -> foo(2);
      }
      Runnable plain = () -> bar(null);
      //#omp target virtual(worker) name_as(u)
      bar(List.of(foo(3)));
    }
    bar(null);
    //#omp async-call nowait(foo(int), bar(java.util.List))
    if (n > 0) foo(n); else this.bar(List.of(n));
    //#omp async_call name_as(u)(foo(int))
    {
      n = foo(n);
      field = foo(n);
    }
    IntSupplier supplier =
        //#omp async
        () -> {
          //#omp target virtual(worker) await
          field++;
          return field;
        };
    return n;
  }

  void forwards(int n) {
    if (n > 1) {
      handler(n);
      return;
    }
    Runnable r = () -> handler(n);
    switch (n) {
      case 1: bar(null); break;
      default: forwards(n);
    }
  }

  //#omp async
  int innermost(int n) {
    //#omp await(foo(int))
    {
      //#omp async-call nowait(foo(int))
      foo(n);
      n = foo(n);
    }
    //#omp async-call nowait(bar(List))
    //#omp target virtual(worker) nowait
    bar(null);
    return n;
  }

  void first() { second(); }

  void second() { third(); }

  void third() { handler(3); }
}
