import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.LongAdder;

/**
 * Listing 1 of paper 2 as a whole program: a server whose own loop makes an OpenMP task of each
 * event. The loop has to lie in a parallel region, so this works only for a loop of one's own; in
 * listing 2 the handlers are asynchronous by themselves.
 */
public class Listing1 {
  private static final int REQUESTS = 1_000;

  private static final Queue<Integer> requests = new ArrayDeque<>();
  private static final LongAdder handledFirst = new LongAdder();
  private static final LongAdder handledSecond = new LongAdder();

  public static void main(String[] args) {
    for (int request = 1; request <= REQUESTS; request++) {
      requests.add(request);
    }
    server();
    System.out.println(handledFirst + " and " + handledSecond);
  }

  static void server() {
    //#omp parallel
    {
      //#omp single
      while (!requests.isEmpty()) {
        int request = requests.remove();
        //#omp task
        eventHandler1(request);
        //#omp task
        eventHandler2(request);
      }
    }
  }

  static void eventHandler1(int request) {
    handledFirst.add(request);
  }

  static void eventHandler2(int request) {
    handledSecond.add(2L * request);
  }
}
