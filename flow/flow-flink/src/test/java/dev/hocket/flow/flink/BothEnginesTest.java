package dev.hocket.flow.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import clojure.java.api.Clojure;
import clojure.lang.Compiler;
import clojure.lang.IPersistentMap;
import clojure.lang.RT;
import clojure.lang.Symbol;
import clojure.lang.Var;
import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.windows.Event;
import dev.hocket.flow.windows.TimeWindow;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that programs do the same on the local engine and on a cluster. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class BothEnginesTest {
  private static final Path ROOT = Path.of(System.getProperty("hocket.root"));
  private static final String ENGINE = "hocket.engine";

  @TempDir private Path folder;

  // --- examples

  @ParameterizedTest
  @ValueSource(strings = {"words", "wordcount"})
  void example_printsTheSameFromTheSameFile(String name) throws Exception {
    Path example = ROOT.resolve("examples/flow").resolve(name);
    URL[] classes = {compiled(example).toUri().toURL()};
    Thread thread = Thread.currentThread();
    ClassLoader former = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(classes, former)) {
      thread.setContextClassLoader(loader);
      Path program = example.resolve(name + ".clj");
      String expected = Files.readString(example.resolve("expected.txt"));
      assertEquals(expected, printed(program));
      System.setProperty(ENGINE, "flink");
      assertEquals(expected, printed(program));
    } finally {
      System.clearProperty(ENGINE);
      thread.setContextClassLoader(former);
    }
  }

  private Path compiled(Path example) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of("-cp", System.getProperty("java.class.path"), "-d", folder.toString()));
    try (Stream<Path> files = Files.list(example)) {
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
    }
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertEquals(0, result);
    return folder;
  }

  private static String printed(Path program) throws Exception {
    StringWriter output = new StringWriter();
    String arguments = "*command-line-args*";
    IPersistentMap bindings =
        RT.map(
            RT.OUT,
            output,
            RT.CURRENT_NS,
            clojure.lang.Namespace.findOrCreate(Symbol.intern("user" + System.nanoTime())),
            Clojure.var("clojure.core", arguments),
            RT.list(ROOT.resolve("LICENSE").toString()));
    Var.pushThreadBindings(bindings);
    try {
      Clojure.var("clojure.core", "refer").invoke(Symbol.intern("clojure.core"));
      Compiler.loadFile(program.toString());
    } finally {
      Var.popThreadBindings();
    }
    return output.toString();
  }

  // --- windows, which read no clock of Flink's

  private static List<?> assertSame(Flow flow) {
    List<?> local = (List<?>) flow.run();
    assertEquals(local, FlinkFlow.of(flow).run());
    return local;
  }

  @Test
  void windowOfEvents_closesByTheWatermarksOfItsEvents() {
    List<?> windows =
        assertSame(
            Flow.define(
                    "events",
                    Library.of(Samples.class, TimeWindow.class),
                    d -> {
                      Object n = d.call("numbers", 40);
                      Object event =
                          d.apply("event", x -> Event.at(x[0], (Long) x[0], (Long) x[0] - 3), n);
                      return d.call("time-window", event, 10L);
                    })
                .result(Results.ALL));
    assertFalse(((List<?>) windows.get(13)).isEmpty(), windows.toString());
  }

  @Test
  void windowOfAClock_isReturnedWithThePacketAfterItsEnd() {
    Clock clock = Clock.fixed(Instant.ofEpochMilli(5), ZoneOffset.UTC);
    assertSame(
        Flow.define(
                "arrivals",
                Library.of(Samples.class, TimeWindow.class),
                d ->
                    d.call(
                        "clock-window",
                        d.call("numbers", 10),
                        10L,
                        d.environment("clock", InstantSource.class, clock)))
            .result(Results.ALL));
  }
}
