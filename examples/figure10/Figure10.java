/** Plain and awaited calls of an async method: paper 1, figure 10. */
public class Figure10 {
  static final StringBuffer log = new StringBuffer();

  public static void main(String[] args) {
    //#omp target virtual(edt) name_as(bars)
    {
      bar1();
      bar2();
    }
    //#omp wait(bars)
    System.out.print(log);
  }

  static void bar1() {
    log.append("before 1\n");
    int a = foo(1) + foo(2);
    log.append("after 1: ").append(a).append('\n');
  }

  //#omp async
  static void bar2() {
    int a;
    log.append("before 2\n");
    //#omp async-call await(int foo(int))
    {
      a = foo(3) + foo(4);
    }
    log.append("after 2: ").append(a).append('\n');
  }

  //#omp async
  static int foo(int work) {
    int result;
    //#omp target virtual(worker) await
    {
      result = work * work;
      log.append("work ").append(work).append('\n');
    }
    return result;
  }
}
