package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests fairness where the scheduler influences the choice, so that no distribution is known: no
 * branch starves, or the test would not end. {@link FairnessTest} has the exact claim, about
 * branches that are ready.
 */
@Timeout(300)
class ContendedFairnessTest {
  private static final int TIMES = 1_000;
  private static final int CHOICES = 10_000;

  @ParameterizedTest
  @EnumSource(ChannelKind.class)
  void aReceiverOfBusyChannels_starvesNone(ChannelKind kind) throws Exception {
    int[] taken = new int[4];
    List<Channel<Integer>> channels = make(kind, taken.length);
    List<Running<Void>> senders =
        IntStream.range(0, taken.length)
            .mapToObj(i -> Running.<Void>start(() -> forever(channels.get(i).sendEvt(i))))
            .toList();
    Event<Integer> any = choose(channels.stream().map(Channel::recvEvt).toList());
    untilAllAreTaken(any, taken);
    senders.forEach(sender -> sender.thread.interrupt());
  }

  @ParameterizedTest
  @EnumSource(ChannelKind.class)
  void aSenderToBusyChannels_starvesNone(ChannelKind kind) throws Exception {
    int[] taken = new int[4];
    List<Channel<Integer>> channels = make(kind, taken.length);
    List<Running<Void>> receivers =
        channels.stream()
            .map(channel -> Running.<Void>start(() -> forever(channel.recvEvt())))
            .toList();
    Event<Integer> any =
        choose(
            IntStream.range(0, taken.length)
                .mapToObj(i -> channels.get(i).sendEvt(i).wrap(sent -> i))
                .toList());
    untilAllAreTaken(any, taken);
    receivers.forEach(receiver -> receiver.thread.interrupt());
  }

  @ParameterizedTest
  @EnumSource(ChannelKind.class)
  void ifBothSidesChoose_noBranchStarves(ChannelKind kind) throws Exception {
    int[] taken = new int[4];
    List<Channel<Integer>> channels = make(kind, taken.length);
    Running<Void> other = Running.start(() -> forever(choose(sendsAndReceives(channels, 1))));
    try {
      untilAllAreTaken(choose(sendsAndReceives(channels, 0)), taken);
    } finally {
      other.thread.interrupt();
    }
  }

  /**
   * Sends to every second channel and receives from the others; each yields the number of its
   * channel.
   */
  private static List<Event<Integer>> sendsAndReceives(List<Channel<Integer>> channels, int rest) {
    return IntStream.range(0, channels.size())
        .<Event<Integer>>mapToObj(i ->
            i % 2 == rest ? channels.get(i).sendEvt(i).wrap(sent -> i) : channels.get(i).recvEvt())
        .toList();
  }

  /** A choice sends bits on one channel: neither bit comes much more often than the other. */
  @ParameterizedTest
  @EnumSource(ChannelKind.class)
  void bitsSentByAChoice_areBothSeen(ChannelKind kind) throws Exception {
    Channel<Integer> bits = kind.make("bits");
    Running<Void> sender = Running.start(() -> forever(choose(bits.sendEvt(0), bits.sendEvt(1))));
    int[] seen = new int[2];
    for (int i = 0; i < CHOICES; i++) {
      seen[bits.recv()]++;
    }
    sender.thread.interrupt();
    assertEquals(CHOICES, seen[0] + seen[1]);
    // The bits do not depend on the scheduler: five standard deviations.
    assertTrue(Math.abs(seen[0] - seen[1]) <= 5 * Math.sqrt(CHOICES), Arrays.toString(seen));
  }

  private static Void forever(Event<?> event) {
    try {
      while (true) {
        event.sync();
      }
    } catch (InterruptedException end) {
      return null;
    }
  }

  // This runs on the test's own thread: on one processor the JDK could keep running virtual threads
  // that wake each other, and none that another thread has started.
  private static void untilAllAreTaken(Event<Integer> any, int[] taken) throws Exception {
    while (Arrays.stream(taken).min().orElseThrow() < TIMES) {
      taken[any.sync()]++;
    }
  }

  private static List<Channel<Integer>> make(ChannelKind kind, int count) {
    return IntStream.range(0, count).mapToObj(i -> kind.<Integer>make("busy " + i)).toList();
  }
}
