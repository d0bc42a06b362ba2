package dev.hocket.camera;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import android.graphics.Bitmap;
import android.os.Handler;
import android.os.Looper;
import android.widget.ImageView;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.spi.ToolProvider;
import org.junit.After;
import org.junit.BeforeClass;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.LooperMode;

/**
 * The camera of paper 1 (section 5.3, table 2): frames are converted, made grey and shown, by the
 * main thread alone, with Android's {@code AsyncTask}, and with directives.
 */
@RunWith(RobolectricTestRunner.class)
@LooperMode(LooperMode.Mode.INSTRUMENTATION_TEST)
public class CameraPipelineTest {
  private static final Path PROGRAMS = Path.of("src/test/programs");
  private static final List<String> NAMES =
      List.of("OnMainThread", "WithAsyncTask", "WithDirective", "WithTeam");
  private static final int FRAMES = 60;

  private static ClassLoader programs;

  private final Handler main = new Handler(Looper.getMainLooper());
  private final Camera camera = new Camera(1);

  @BeforeClass
  public static void compile() throws IOException {
    Path classes = Files.createTempDirectory(Path.of("target"), "programs");
    // The compiler is an ordinary program, outside Robolectric's class loader.
    ToolProvider hocket =
        ServiceLoader.load(ToolProvider.class, ClassLoader.getSystemClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .filter(tool -> tool.name().equals("hocketc"))
            .findFirst()
            .orElseThrow();
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn"));
    arguments.addAll(List.of("-d", classes.toString()));
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    NAMES.forEach(name -> arguments.add(source(name).toString()));
    PrintStream out = System.out;
    assertEquals(0, hocket.run(out, out, arguments.toArray(String[]::new)));
    programs =
        new URLClassLoader(
            new URL[] {classes.toUri().toURL()}, CameraPipelineTest.class.getClassLoader());
  }

  private static Path source(String name) {
    return new File(PROGRAMS.toFile(), name + ".java").toPath();
  }

  private static Pipeline pipeline(String name) throws ReflectiveOperationException {
    return (Pipeline)
        programs.loadClass("dev.hocket.camera." + name).getDeclaredConstructor().newInstance();
  }

  @After
  public void nothingInTheMiddle() {
    Camera.inTheMiddle = () -> {};
  }

  @Test
  public void everyPipeline_showsTheSamePicture_onTheMainThread() throws Exception {
    int[] expected = Camera.toBitmap(camera.frame());
    Camera.grey(expected);
    for (String name : NAMES) {
      CompletableFuture<int[]> shown = new CompletableFuture<>();
      Pipeline pipeline = pipeline(name);
      main.post(() ->
          pipeline.onFrame(
              camera.frame(),
              points -> {
                assertEquals(name, Looper.getMainLooper().getThread(), Thread.currentThread());
                shown.complete(points);
              }));
      assertArrayEquals(name, expected, shown.get(5, TimeUnit.MINUTES));
    }
  }

  @Test
  public void theMainThread_handlesEventsDuringAComputation_unlessItComputesItself()
      throws Exception {
    Map<String, Boolean> responsive = new TreeMap<>();
    for (String name : NAMES) {
      AtomicBoolean handled = new AtomicBoolean();
      Camera.inTheMiddle = () -> handled.set(isAnEventHandled());
      CountDownLatch shown = new CountDownLatch(1);
      Pipeline pipeline = pipeline(name);
      main.post(() -> pipeline.onFrame(camera.frame(), points -> shown.countDown()));
      assertEquals(name, true, shown.await(5, TimeUnit.MINUTES));
      responsive.put(name, handled.get());
    }
    assertEquals(
        "{OnMainThread=false, WithAsyncTask=true, WithDirective=true, WithTeam=true}",
        responsive.toString());
  }

  /** Whether the main thread handles an event before the computation goes on. */
  private boolean isAnEventHandled() {
    CountDownLatch event = new CountDownLatch(1);
    main.post(event::countDown);
    boolean isHere = Looper.getMainLooper().getThread() == Thread.currentThread();
    try {
      return !isHere && event.await(5, TimeUnit.MINUTES);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  /** Prints the table of the paper for this machine. Only the number of frames is checked. */
  @Test
  public void everyPipeline_showsAllFrames() throws Exception {
    System.out.println("| pipeline | lines | frames per minute | longest delay of an event |");
    for (String name : NAMES) {
      Pipeline pipeline = pipeline(name);
      new Session(pipeline).run();
      Session session = new Session(pipeline);
      long nanos = session.run();
      assertEquals(FRAMES, session.shown);
      System.out.printf(
          "| %s | %d | %,.0f | %.1f ms |%n",
          name, lines(name), FRAMES * 60e9 / nanos, session.longest / 1e6);
    }
  }

  /** The lines of a program, without comments and empty lines. */
  private static long lines(String name) throws IOException {
    return Files.readAllLines(source(name)).stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("/**"))
        .count();
  }

  /** Takes the next frame as soon as one is shown; only the main thread uses it. */
  private final class Session implements Pipeline.Screen {
    private final Pipeline pipeline;
    private final CompletableFuture<Long> end = new CompletableFuture<>();
    private ImageView view;
    private long start;
    private int shown;
    private long longest;

    Session(Pipeline pipeline) {
      this.pipeline = pipeline;
    }

    long run() throws Exception {
      main.post(() -> {
        view = new ImageView(RuntimeEnvironment.getApplication());
        start = System.nanoTime();
        next();
      });
      return end.get(5, TimeUnit.MINUTES);
    }

    private void next() {
      long now = System.nanoTime();
      main.post(() -> longest = Math.max(longest, System.nanoTime() - now));
      pipeline.onFrame(camera.frame(), this);
    }

    @Override
    public void show(int[] points) {
      view.setImageBitmap(
          Bitmap.createBitmap(points, Camera.WIDTH, Camera.HEIGHT, Bitmap.Config.ARGB_8888));
      if (++shown < FRAMES) {
        main.post(this::next);
      } else {
        end.complete(System.nanoTime() - start);
      }
    }
  }
}
