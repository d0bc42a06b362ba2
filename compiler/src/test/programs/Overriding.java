
/** Methods that override async ones but await nothing; calls name them directly or by super. */
public class Overriding {
  interface Step<T> {
    //#omp async
    void run(T t);

    //#omp async
    default T twice(T t) {
      //#omp target virtual(worker) await
      System.out.println("twice " + t);
      run(t);
      return t;
    }
  }

  /** Bounds the type, so the class file has another method, which has no code. */
  interface Narrow<N extends Number> extends Step<N> {
    @Override
    void run(N n);
  }

  static class Plain implements Narrow<Integer> {
    @Override
    public void run(Integer i) {
      System.out.println("plain " + i);
    }
  }

  static class Above extends Plain {
    @Override
    public void run(Integer i) {
      super.run(i + 1);
      System.out.println("above " + i);
    }

    @Override
    public Integer twice(Integer i) {
      int sum;
      //#omp await(Integer twice(Integer))
      sum = super.twice(i) + super.twice(i + 1);
      return sum;
    }
  }

  interface Quiet<T> extends Step<T> {
    @Override
    default T twice(T t) {
      System.out.println("quietly " + t);
      return t;
    }
  }

  static class Between implements Quiet<String> {
    @Override
    public void run(String s) {
      System.out.println("between " + s);
    }
  }

  static class Below extends Between {
    @Override
    public String twice(String s) {
      //#omp await(String twice(String))
      return "below " + super.twice(s);
    }
  }

  //#omp async
  static int all() {
    Plain plain = new Plain();
    Above above = new Above();
    Narrow<Integer> narrow = above;
    Step<Integer> step = new Step<>() {
      @Override
      public void run(Integer i) {
        System.out.println("anonymous " + i);
      }
    };
    plain.run(1);
    above.run(2);
    narrow.run(3);
    step.run(4);
    System.out.println(new Below().twice("b"));
    int sum;
    //#omp await(twice(Integer), void run(Integer))
    {
      plain.run(5);
      narrow.run(6);
      sum = plain.twice(7) + above.twice(8) + narrow.twice(9) + step.twice(10);
    }
    return sum;
  }

  public static void main(String[] args) {
    System.out.println(all());
    //#omp target virtual(edt)
    System.out.println(all());
  }
}
