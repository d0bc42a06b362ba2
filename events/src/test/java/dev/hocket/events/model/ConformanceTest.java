package dev.hocket.events.model;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.ChildJvm;
import dev.hocket.events.Channel;
import dev.hocket.events.channels.Queues;
import dev.hocket.events.choice.Choice;
import dev.hocket.events.waiting.Port;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the library runs programs as the model does, on cold and on hot channels and in the
 * way of suspended handlers, even if other threads run in the middle of its operations (see {@link
 * SwitchPoints}).
 */
class ConformanceTest {
  private static final boolean LONG = Boolean.getBoolean("hocket.long");
  private static final Duration LIMIT = Duration.ofMinutes(LONG ? 60 : 10);

  @TempDir Path directory;

  @Test
  void randomPrograms_endAsTheModelAllows() throws Exception {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("ConformanceTest: -Dhocket.seed=" + seed);
    int programs = LONG ? 20_000 : 500;
    int schedules = LONG ? 20 : 5;
    inOwnJvm(
        List.of(),
        Conformance.class,
        Long.toString(seed),
        Integer.toString(programs),
        Integer.toString(schedules));
  }

  @Test
  void everyInterleavingOfSmallPrograms_isTheModelsAndTheOtherWayRound() throws Exception {
    // One thread at a time, in every order: optimised code could not show more.
    inOwnJvm(List.of("-XX:TieredStopAtLevel=1"), Interleavings.class);
  }

  private void inOwnJvm(List<String> more, Class<?> main, String... arguments) throws Exception {
    URI library = Channel.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    Path copy = directory.resolve("classes");
    SwitchPoints.addTo(Path.of(library), Channel.class.getPackageName(), copy);
    for (Class<?> ofProtocol : List.of(Port.class, Choice.class, Queues.class)) {
      Path file = copy.resolve(ofProtocol.getName().replace('.', '/') + ".class");
      assertTrue(Files.exists(file), "no switch points in " + ofProtocol);
    }
    String classes = copy + File.pathSeparator + ChildJvm.CLASS_PATH;
    // The states of the model make much garbage, which a collector with threads of its own moves at
    // a higher price.
    List<String> options = new ArrayList<>(List.of(Turns.OPTION, "-XX:+UseSerialGC"));
    options.addAll(more);
    System.out.print(ChildJvm.run(LIMIT, options, classes, main, arguments).output());
  }
}
