import java.util.List;

/**
 * The steps of a job as lambdas that await. The loop that runs them knows only that they are async.
 */
public class Steps {
  interface Step {
    //#omp async
    String apply(String text);
  }

  public static void main(String[] args) {
    //#omp target virtual(edt)
    {
      //#omp await(run(List, String))
      run(List.of(Steps::load, text -> text + ".", Steps.twice(Steps::load)), "report");
    }
  }

  /** Suspends whenever one of its steps suspends; the event thread is free meanwhile. */
  //#omp async
  static void run(List<Step> steps, String text) {
    int done = 0;
    for (Step step : steps) {
      //#omp await(apply(String))
      text = step.apply(text);
      System.out.println("step " + ++done + ": " + text);
    }
  }

  /** A lambda for an async method may await, with a result too. */
  static Step twice(Step step) {
    return text -> {
      String once;
      //#omp await(apply(String))
      once = step.apply(text);
      //#omp await(apply(String))
      return step.apply(once);
    };
  }

  //#omp async
  static String load(String name) {
    String loaded;
    //#omp target virtual(worker) await
    loaded = "<" + name + ">";
    return loaded;
  }
}
