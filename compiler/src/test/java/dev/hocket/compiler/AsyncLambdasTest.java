package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An object made of a lambda or method reference frees its caller's thread while it awaits. */
@Timeout(300)
class AsyncLambdasTest {
  private static final String CONTRACTS =
      """
      package lib;
      public class Contracts {
        public interface Job {
          //#omp async
          void run();
        }
        public interface Sizer<T> {
          //#omp async
          T size(String text);
        }
      }
      """;

  private static final String HANDLER =
      """
      import java.util.concurrent.CountDownLatch;
      import java.util.function.Consumer;
      import lib.Contracts.*;

      public record Handler(Consumer<String> log, CountDownLatch gate) {
        void pass() {
          try {
            gate.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        }
        void step() {
          //#omp target virtual(there) await
          pass();
          log.accept("step");
        }
        //#omp async
        int size(String text) {
          //#omp target virtual(there) await
          pass();
          log.accept("size");
          return text.length();
        }
        void job(Job job) {
          //#omp await(run())
          job.run();
          log.accept("end");
        }
        void sizer(Sizer<Integer> sizer) {
          //#omp await(size(String))
          log.accept("end " + sizer.size("abc"));
        }
        public void voidLambda() {
          job(() -> {
            //#omp target virtual(there) await
            pass();
            log.accept("step");
          });
        }
        public void voidReference() { job(this::step); }
        public void valueLambda() {
          sizer(text -> {
            //#omp target virtual(there) await
            pass();
            log.accept("size");
            return text.length();
          });
        }
        public void valueReference() { sizer(this::size); }
      }
      """;

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch gate = new CountDownLatch(1);
  private Target here;
  private Target there;

  @BeforeEach
  void createTargets() {
    here = Targets.create("here", 1);
    there = Targets.create("there", 1);
  }

  @AfterEach
  void shutDownTargets() throws InterruptedException {
    assertEquals(List.of(), here.shutdown(Duration.ofMinutes(2)));
    assertEquals(List.of(), there.shutdown(Duration.ofMinutes(2)));
  }

  @ParameterizedTest
  @CsvSource({
    "voidLambda, step, end",
    "voidReference, step, end",
    "valueLambda, size, end 3",
    "valueReference, size, end 3"
  })
  void handlerThatAwaits_returnsMeanwhile(
      String method, String during, String end, @TempDir Path folder) throws Exception {
    assertEquals(List.of("returned", during, end), run(method, folder));
  }

  /** Runs a handler; its awaited block can end only after the handler has returned. */
  private List<String> run(String method, Path folder) throws Exception {
    Harness library = new Harness(folder.resolve("lib")).file("lib/Contracts.java", CONTRACTS);
    assertEquals("", library.compile("out").output());
    Harness client = new Harness(folder).file("Handler.java", HANDLER);
    String classes = library.root().resolve("out").toString();
    assertEquals("", client.compile("out", "-cp", classes).output());
    URL[] path = {folder.resolve("out").toUri().toURL(), Path.of(classes).toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
      Class<?> type = loader.loadClass("Handler");
      Constructor<?> constructor = type.getConstructor(Consumer.class, CountDownLatch.class);
      Object handler = constructor.newInstance((Consumer<String>) log::add, gate);
      here.call(
          "Test.java:1",
          () -> {
            type.getMethod(method).invoke(handler);
            log.add("returned");
            gate.countDown();
          });
      there.call("Test.java:2", () -> {});
      here.call("Test.java:3", () -> {});
    }
    return log;
  }
}
