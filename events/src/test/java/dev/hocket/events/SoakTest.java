package dev.hocket.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What was done many times leaves nothing: neither in queues and timers, nor in a small heap. */
class SoakTest {
  private static final boolean LONG = Boolean.getBoolean("hocket.long");
  private static final int ROUNDS = 5_000;

  /** Each round leaves some hundred bytes if it leaves anything: more than the heap, or ten. */
  private static final int ROUNDS_IN_SMALL_HEAP = LONG ? 1_000_000 : 100_000;

  /** Of the whole run, whether it says anything or not: several times what it takes. */
  private static final Duration MOST_IN_SMALL_HEAP = Duration.ofMinutes(LONG ? 50 : 5);

  @TempDir Path directory;

  @AfterAll
  static void end() {
    Arrays.stream(Soak.values()).forEach(Soak::end);
  }

  @ParameterizedTest
  @EnumSource(Soak.class)
  void afterManyRounds_queuesAndTimersAreEmpty(Soak soak) throws Exception {
    Running<Void> soaking =
        Running.start(() -> {
          for (int i = 0; i < ROUNDS; i++) {
            soak.round(i);
          }
          return null;
        });
    soaking.get();
    Eventually.holds(() -> soak.left() == 0);
  }

  @Test
  void aSmallHeap_lastsForEver() throws Exception {
    List<String> arguments = new ArrayList<>(List.of(Integer.toString(ROUNDS_IN_SMALL_HEAP)));
    Arrays.stream(Soak.values()).map(Soak::name).forEach(arguments::add);
    String printed =
        ChildJvm.run(
            directory,
            MOST_IN_SMALL_HEAP,
            List.of("-Xmx24m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"),
            Soak.class,
            arguments.toArray(String[]::new));
    assertEquals(
        Arrays.stream(Soak.values()).map(soak -> soak + " left 0\n").collect(Collectors.joining()),
        printed);
  }
}
