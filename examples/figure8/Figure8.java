import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The four modes of paper 1, figure 8, each in a handler on the event loop. */
public class Figure8 {
  static final List<String> steps = Collections.synchronizedList(new ArrayList<>());
  static final CountDownLatch broadcasts = new CountDownLatch(1);

  public static void main(String[] args) throws InterruptedException {
    //#omp target virtual(edt) name_as(handled)
    waiting();
    //#omp wait(handled)
    //#omp target virtual(edt) name_as(handled)
    goingOn();
    //#omp wait(handled)
    //#omp target virtual(edt) name_as(handled)
    waitingLater();
    //#omp wait(handled)
    //#omp target virtual(edt) name_as(handled)
    awaiting();
    //#omp wait(handled)
    System.out.println(steps);
    System.out.println("broadcast: " + broadcasts.await(5, TimeUnit.MINUTES));
  }

  static void waiting() {
    steps.add("before");
    //#omp target virtual(worker)
    steps.add("block that is waited for");
    steps.add("after");
  }

  static void goingOn() {
    //#omp target virtual(worker) nowait
    broadcasts.countDown();
    steps.add("went on");
  }

  static void waitingLater() {
    int[] halves = new int[2];
    //#omp target virtual(worker) name_as(half)
    halves[0] = 20;
    //#omp target virtual(worker) name_as(half)
    halves[1] = 22;
    //#omp wait(half)
    steps.add("both halves: " + (halves[0] + halves[1]));
  }

  static void awaiting() {
    steps.add("before");
    //#omp target virtual(worker) await
    {
      steps.add("awaited block");
      //#omp target virtual(edt) await
      steps.add("its interim result");
      steps.add("goes on");
    }
    steps.add("after");
  }
}
