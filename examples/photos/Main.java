package photos;

import java.awt.AWTError;
import java.awt.Dimension;
import java.awt.EventQueue;
import java.awt.GraphicsEnvironment;
import java.awt.HeadlessException;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import javax.swing.JFrame;
import javax.swing.WindowConstants;

/** Starts the photo server and the application, for a person or for the scripted user. */
public final class Main {
  private static final String USAGE =
      """
      usage: photos.Main [--script] [--headless] [--seed N]
        --script     let the scripted user work, print what was done, and exit
        --headless   without a window, even if there is a display (needs --script)
        --seed N     another timetable, other pictures and delays (default 1)\
      """;
  private static final String MACHINE_WAS_BUSY =
      "; the machine was busy: the event thread waited %.2f s for a processor";

  /** A user would notice a delay this long if it came all at once. */
  private static final long NOTICEABLE_NANOS = 100_000_000;

  private static final Dimension SIZE = new Dimension(1150, 760);

  private record Options(boolean script, boolean headless, long seed) {
    static Options parse(String[] args) {
      boolean script = false;
      boolean headless = false;
      long seed = 1;
      for (int i = 0; i < args.length; i++) {
        switch (args[i]) {
          case "--script" -> script = true;
          case "--headless" -> headless = true;
          case "--seed" -> {
            if (++i == args.length || !args[i].matches("-?[0-9]{1,18}")) {
              throw new IllegalArgumentException("--seed needs a whole number");
            }
            seed = Long.parseLong(args[i]);
          }
          default -> throw new IllegalArgumentException("unknown option: " + args[i]);
        }
      }
      if (headless && !script) {
        throw new IllegalArgumentException("--headless shows nothing; add --script");
      }
      return new Options(script, headless, seed);
    }
  }

  private Main() {}

  /**
   * Runs the application.
   *
   * @param args see the usage text
   * @throws Exception if the scripted user is interrupted or the application fails
   */
  public static void main(String[] args) throws Exception {
    Options options;
    try {
      options = Options.parse(args);
    } catch (IllegalArgumentException e) {
      refuse(e.getMessage() + "\n" + USAGE);
      return;
    }
    if (options.headless()) {
      System.setProperty("java.awt.headless", "true");
    }
    // If AWT was started before, it has already decided whether there is a display.
    boolean display = !options.headless() && !GraphicsEnvironment.isHeadless();
    if (display && !canReachDisplay()) {
      refuse(
          "the display "
              + System.getenv("DISPLAY")
              + " cannot be reached; try --script --headless");
    } else if (!display && !options.script()) {
      refuse("no display here; try --script");
    }
    // One server and one client for the whole run; closing them leaves no thread behind.
    try (PhotoServer server = PhotoServer.start(options.seed());
        PhotoService service = new PhotoService(server.address())) {
      if (options.script()) {
        server.prepare(ScriptedUser.KEYWORDS, PhotoApp.RESULTS_AT_FIRST);
        runScript(service, options.seed(), display);
      } else {
        showToPerson(service);
      }
    }
  }

  private static void showToPerson(PhotoService service) throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    PhotoApp app = onEventThread(() -> new PhotoApp(service));
    EventQueue.invokeAndWait(() ->
        open(app)
            .addWindowListener(
                new WindowAdapter() {
                  @Override
                  public void windowClosed(WindowEvent e) {
                    app.stop();
                    closed.countDown();
                  }
                }));
    closed.await();
    PhotoApp.awaitSearches();
  }

  /** The processor time of this JVM so far; 0 if the system does not report it. */
  private static long processorNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  /** The processor time of the living threads, without the JVM's compilers and collectors. */
  private static long threadNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return Arrays.stream(threads.getAllThreadIds())
        .map(threads::getThreadCpuTime)
        .filter(nanos -> nanos > 0)
        .sum();
  }

  private static void runScript(PhotoService service, long seed, boolean display) throws Exception {
    PhotoApp app = onEventThread(() -> new PhotoApp(service));
    JFrame frame = display ? onEventThread(() -> open(app)) : null;
    if (!display) {
      onEventThread(() -> layOut(app));
    }
    long processorTime = processorNanos();
    long threadTime = threadNanos();
    long runDelay = RunDelay.ofEventThread();
    ScriptedUser.Outcome user = new ScriptedUser(app, seed).run();
    PhotoApp.awaitSearches();
    processorTime = processorNanos() - processorTime;
    threadTime = threadNanos() - threadTime;
    runDelay = RunDelay.ofEventThread() - runDelay;
    PhotoApp.Tally done = onEventThread(app::stop);
    long[] painted = done.paintNanos.stream().mapToLong(nanos -> nanos).sorted().toArray();
    if (painted.length > 0) {
      System.out.printf("oil paint: %d ms%n", Math.round(painted[painted.length / 2] / 1e6));
    }
    System.out.printf(
        Locale.ROOT,
        "searches=%d, thumbnails=%d, cancelled=%d, failed=%d, painted=%d, inputs=%d,"
            + " latest input %d ms late, processor %.2f s, %.2f s of it in threads%s%n",
        done.searches,
        done.thumbnails,
        done.cancelled,
        done.failed,
        painted.length,
        user.inputs(),
        user.latestMillis(),
        processorTime / 1e9,
        threadTime / 1e9,
        runDelay < NOTICEABLE_NANOS ? "" : MACHINE_WAS_BUSY.formatted(runDelay / 1e9));
    if (frame != null) {
      EventQueue.invokeAndWait(frame::dispose);
    }
  }

  private static JFrame open(PhotoApp app) {
    JFrame frame = new JFrame("Photos");
    frame.setDefaultCloseOperation(WindowConstants.DISPOSE_ON_CLOSE);
    frame.setContentPane(app);
    frame.setSize(SIZE);
    frame.setLocationByPlatform(true);
    frame.setVisible(true);
    return frame;
  }

  /** Without a window no layout places the components, so we place them here. */
  private static PhotoApp layOut(PhotoApp app) {
    app.setSize(SIZE);
    app.addNotify();
    app.validate();
    return app;
  }

  private static <T> T onEventThread(Callable<T> code) throws Exception {
    FutureTask<T> task = new FutureTask<>(code);
    EventQueue.invokeAndWait(task);
    return task.get();
  }

  private static boolean canReachDisplay() {
    try {
      return GraphicsEnvironment.getLocalGraphicsEnvironment().getScreenDevices().length > 0;
    } catch (AWTError | HeadlessException e) {
      return false;
    }
  }

  private static void refuse(String message) {
    System.err.println("photos: " + message);
    System.exit(2);
  }
}
