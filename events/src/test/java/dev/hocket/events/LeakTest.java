package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.never;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.core.ChildJvm;
import dev.hocket.core.Eventually;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that ended events leave nothing behind, neither in queues and timers nor in the heap. */
class LeakTest {
  private static final boolean LONG = Boolean.getBoolean("hocket.long");
  private static final int ROUNDS = 2_000;

  /**
   * The rounds in a heap of 24 MB. If each left a value, the values would need more than the heap.
   * Many rounds with small values also show leaks of objects without a value, but take minutes.
   */
  private static final int ROUNDS_IN_SMALL_HEAP = LONG ? 1_000_000 : 2_000;

  private static final int VALUE_BYTES = LONG ? 200 : 20_000;

  /** The limit on the whole run, several times its usual duration. */
  private static final Duration MOST_IN_SMALL_HEAP = Duration.ofMinutes(LONG ? 50 : 5);

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
  void aSmallHeap_isEnoughForManyRounds() throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.add(Integer.toString(ROUNDS_IN_SMALL_HEAP));
    arguments.add(Integer.toString(VALUE_BYTES));
    Arrays.stream(Soak.values()).map(Soak::name).forEach(arguments::add);
    String printed =
        ChildJvm.run(
                MOST_IN_SMALL_HEAP,
                List.of("-Xmx24m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"),
                ChildJvm.CLASS_PATH,
                Soak.class,
                arguments.toArray(String[]::new))
            .output();
    assertEquals(
        Arrays.stream(Soak.values()).map(soak -> soak + " left 0\n").collect(Collectors.joining()),
        printed);
  }

  @Test
  void aValueThatWasReceived_canBeCollected() throws Exception {
    Channel<Object> objects = Channel.buffered("objects", 4);
    assertCollected(() -> {
      objects.send(new Object());
      return objects.recv();
    });
    assertEquals(0, objects.pending());
  }

  @Test
  void aChannelWithPendingEvents_canBeCollected() throws Exception {
    assertCollected(() -> {
      Channel<Integer> channel = new Channel<>("dropped");
      channel.aRecvEvt().aWrap(v -> v).aSync();
      choose(channel.recvEvt(), never()).sTrans().aSync();
      return channel;
    });
  }

  @Test
  void aFutureWhoseValueRefersToIt_canBeCollected() throws Exception {
    assertCollected(() -> {
      CompletableFuture<Object> future = new CompletableFuture<>();
      future.complete(List.of(future));
      Events.futureEvt(future).sync();
      return future;
    });
  }

  private static void assertCollected(Callable<?> maker) throws Exception {
    WeakReference<?> dropped = new WeakReference<>(maker.call());
    Eventually.holds(() -> {
      System.gc();
      return dropped.get() == null;
    });
  }
}
