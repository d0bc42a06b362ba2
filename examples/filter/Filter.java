import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A handler that is asynchronous outside and parallel inside: the event thread hands a filter to
 * {@code worker} and continues, and every core filters rows of the picture. The argument {@code
 * time} prints how long the filter takes and how late other events are meanwhile. With {@code sync}
 * the filter stays on the event thread, with {@code alone} on one core.
 */
public class Filter {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 600;
  private static final int RADIUS = 9;

  private final boolean async;
  private final boolean parallel;
  private int[] shown;

  Filter(List<String> words) {
    this.async = !words.contains("sync");
    this.parallel = !words.contains("alone");
  }

  public static void main(String[] args) {
    List<String> words = Arrays.asList(args);
    Filter filter = new Filter(words);
    if (words.contains("time")) {
      filter.time();
    } else {
      filter.handle();
      System.out.println("shown: " + filter.shown[0] + " to " + filter.shown[WIDTH * HEIGHT - 1]);
    }
  }

  /** Lets the event thread handle one event, and waits for its end. */
  private void handle() {
    //#omp target virtual(edt) name_as(handler)
    onApply(picture());
    //#omp wait(handler)
  }

  /** Applies the filter; this is the handler. */
  private void onApply(int[] picture) {
    int[] result = new int[picture.length];
    //#omp target virtual(worker) await if(async)
    //#omp parallel for schedule(dynamic, 8) if(parallel)
    for (int y = 0; y < HEIGHT; y++) {
      blurRow(picture, result, y);
    }
    shown = result;
  }

  /** Sets each pixel of a row to the mean of those around it. */
  private static void blurRow(int[] picture, int[] result, int y) {
    for (int x = 0; x < WIDTH; x++) {
      int sum = 0;
      int count = 0;
      for (int v = Math.max(0, y - RADIUS); v <= Math.min(HEIGHT - 1, y + RADIUS); v++) {
        for (int u = Math.max(0, x - RADIUS); u <= Math.min(WIDTH - 1, x + RADIUS); u++) {
          sum += picture[v * WIDTH + u];
          count++;
        }
      }
      result[y * WIDTH + x] = sum / count;
    }
  }

  private static int[] picture() {
    int[] picture = new int[WIDTH * HEIGHT];
    for (int i = 0; i < picture.length; i++) {
      picture[i] = (i % WIDTH) * 255 / WIDTH;
    }
    return picture;
  }

  /**
   * Prints the fastest and the median of 21 events, after 10 for warm-up; other events come each
   * millisecond.
   */
  private void time() {
    long[] nanos = new long[21];
    AtomicLong latest = new AtomicLong();
    for (int i = -10; i < nanos.length; i++) {
      AtomicBoolean done = new AtomicBoolean();
      AtomicLong late = new AtomicLong();
      Thread others = new Thread(() -> postUntil(done, late));
      others.start();
      long start = System.nanoTime();
      handle();
      long end = System.nanoTime();
      done.set(true);
      if (i >= 0) {
        nanos[i] = end - start;
        latest.accumulateAndGet(late.get(), Math::max);
      }
    }
    Arrays.sort(nanos);
    System.out.printf(
        "%d processors: handled in %.1f ms (median %.1f), other events at most %.1f ms late%n",
        Runtime.getRuntime().availableProcessors(),
        nanos[0] / 1e6,
        nanos[nanos.length / 2] / 1e6,
        latest.get() / 1e6);
  }

  private static void postUntil(AtomicBoolean done, AtomicLong late) {
    while (!done.get()) {
      long posted = System.nanoTime();
      //#omp target virtual(edt)
      late.accumulateAndGet(System.nanoTime() - posted, Math::max);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }
}
