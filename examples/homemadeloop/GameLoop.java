import dev.hocket.core.Targets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The program's own event loop as a target. {@code Targets.register} needs only the function that
 * gives the loop a task.
 */
public class GameLoop {
  private static final BlockingQueue<Runnable> TASKS = new LinkedBlockingQueue<>();
  private static boolean running = true;

  public static void main(String[] args) throws InterruptedException {
    Targets.register("game", TASKS::add);
    TASKS.add(() -> keyPressed("left"));
    while (running) {
      TASKS.take().run();
    }
  }

  static void keyPressed(String key) {
    Thread loop = Thread.currentThread();
    System.out.println("key " + key);
    //#omp target virtual(worker) nowait
    {
      int distance = plan(key);
      //#omp target virtual(game)
      {
        System.out.println("moved by " + distance);
        System.out.println("on the loop's thread: " + (Thread.currentThread() == loop));
        running = false;
      }
    }
  }

  static int plan(String key) {
    int best = 0;
    for (int i = 0; i < 1_000_000; i++) {
      best = Math.max(best, (i * key.length()) % 97);
    }
    return best;
  }
}
