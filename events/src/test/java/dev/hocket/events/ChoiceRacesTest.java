package dev.hocket.events;

import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.prefer;
import static dev.hocket.events.Events.timeOutEvt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Choices against choices and against channels that end: never two branches, never none when one is
 * ready, never oneself. Every program here comes to its end by itself, so a partner that was missed
 * shows as a test that hangs.
 */
@Timeout(600)
class ChoiceRacesTest {
  private static final int ROUNDS = Boolean.getBoolean("hocket.long") ? 1_000_000 : 10_000;

  @ParameterizedTest
  @EnumSource(ChannelKind.class)
  void aValueOfferedToManyChannels_goesToOneOfThem(ChannelKind kind) throws Exception {
    List<Channel<Integer>> channels = make(kind, 4);
    Running<Void> sender =
        Running.start(() -> {
          for (int i = 0; i < ROUNDS; i++) {
            int value = i;
            choose(channels.stream().map(channel -> channel.sendEvt(value)).toList()).sync();
          }
          channels.forEach(Channel::close);
          return null;
        });
    AtomicIntegerArray times = new AtomicIntegerArray(ROUNDS);
    List<Running<Void>> receivers =
        channels.stream()
            .map(channel -> Running.start(() -> receiveToTheEnd(channel, times)))
            .toList();
    sender.get();
    for (Running<Void> receiver : receivers) {
      receiver.get();
    }
    for (int i = 0; i < ROUNDS; i++) {
      assertEquals(1, times.get(i), "value " + i);
    }
  }

  private static Void receiveToTheEnd(Channel<Integer> channel, AtomicIntegerArray times)
      throws InterruptedException {
    try {
      while (true) {
        times.incrementAndGet(channel.recv());
      }
    } catch (ChannelClosedException end) {
      return null;
    }
  }

  /**
   * Senders and receivers with fixed numbers of values; a choice that feeds and one that drains.
   */
  @ParameterizedTest
  @EnumSource(ChannelKind.class)
  void fixedNumbersOfValues_allFindTheirWay(ChannelKind kind) throws Exception {
    int channelCount = 4;
    List<Channel<Integer>> channels = make(kind, channelCount);
    List<Running<Void>> threads = new ArrayList<>();
    for (Channel<Integer> channel : channels) {
      threads.add(Running.start(() -> repeat(() -> channel.send(1))));
      threads.add(Running.start(() -> repeat(channel::recv)));
    }
    threads.add(Running.start(() -> eachOften(channels, channel -> channel.sendEvt(2))));
    threads.add(Running.start(() -> eachOften(channels, channel -> channel.recvEvt())));
    for (Running<Void> thread : threads) {
      thread.get();
    }
    channels.forEach(channel -> assertEquals(0, channel.pending() + channel.waiting()));
  }

  private static Void repeat(Events.Body body) throws InterruptedException {
    for (int i = 0; i < ROUNDS; i++) {
      body.run();
    }
    return null;
  }

  private interface Maker {
    Event<?> make(Channel<Integer> channel);
  }

  /** Chooses among those channels that have not had their number yet, until all have. */
  private static Void eachOften(List<Channel<Integer>> channels, Maker maker)
      throws InterruptedException {
    int[] left = IntStream.generate(() -> ROUNDS).limit(channels.size()).toArray();
    for (int i = 0; i < ROUNDS * left.length; i++) {
      List<Event<Integer>> open = new ArrayList<>();
      for (int c = 0; c < left.length; c++) {
        int number = c;
        if (left[c] > 0) {
          open.add(maker.make(channels.get(c)).wrap(value -> number));
        }
      }
      left[choose(open).sync()]--;
    }
    return null;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void thoseWhoSendAndReceiveOnOneChannel_neverMeetThemselves(int threads) throws Exception {
    for (ChannelKind kind : List.of(ChannelKind.RENDEZVOUS, ChannelKind.HOT, ChannelKind.LIMITED)) {
      Channel<Integer> swap = kind.make("swap");
      List<Running<int[]>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int own = i;
        all.add(Running.start(() -> swapOften(swap, own)));
      }
      int balance = 0;
      // With an odd number of offers one is left over, which is met here.
      while (!all.stream().allMatch(Running::isDone)) {
        int[] taken = new int[1];
        if (swap.recvPoll(value -> taken[0]++) || swap.sendPoll(-1)) {
          balance += taken[0] == 1 ? 1 : -1;
        }
        Thread.yield();
      }
      for (Running<int[]> running : all) {
        balance += running.get()[0] - running.get()[1];
      }
      assertEquals(0, balance, "received less sent");
    }
  }

  private static int[] swapOften(Channel<Integer> swap, int own) throws InterruptedException {
    int[] receivedAndSent = new int[2];
    for (int i = 0; i < ROUNDS / 10; i++) {
      Integer met = choose(swap.recvEvt(), swap.sendEvt(own).wrap(sent -> (Integer) null)).sync();
      assertNotEquals(own, met);
      receivedAndSent[met == null ? 1 : 0]++;
    }
    return receivedAndSent;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 10, 44})
  void anEvenNumberOfStrangers_pairOff(int threads) throws Exception {
    for (int round = 0; round < 20; round++) {
      Channel<Integer> meeting = new Channel<>("meeting");
      List<Running<Integer>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int own = i;
        all.add(
            Running.start(
                choose(meeting.recvEvt(), meeting.sendEvt(own).wrap(sent -> (Integer) null))
                    ::sync));
      }
      List<Integer> received = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Integer met = all.get(i).get();
        if (met != null) {
          assertNotEquals(i, met);
          received.add(met);
        }
      }
      assertEquals(threads / 2, received.size());
      assertEquals(threads / 2, received.stream().distinct().count());
      assertEquals(0, meeting.pending() + meeting.waiting());
    }
  }

  /** How the second channel becomes ready before the first ceases to be. */
  enum Second {
    BUFFERED,
    PENDING_SEND,
    CLOSED
  }

  /**
   * One of two channels is ready at every instant: the other thread makes the second ready, then
   * empties the first. A choice that does not wait must see one.
   */
  @ParameterizedTest
  @CsvSource({
    "BUFFERED, true",
    "BUFFERED, false",
    "PENDING_SEND, true",
    "PENDING_SEND, false",
    "CLOSED, true",
    "CLOSED, false"
  })
  void whileOneBranchIsReadyAtEveryInstant_theDefaultIsNotTaken(Second second, boolean timeout)
      throws Exception {
    Event<String> none =
        timeout ? timeOutEvt(Duration.ZERO).wrap(late -> "none") : alwaysEvt("none");
    Channel<Round> rounds = new Channel<>("rounds");
    Channel<Void> done = new Channel<>("done");
    Running<Void> other =
        Running.start(() -> {
          for (int i = 0; i < ROUNDS; i++) {
            Round round = rounds.recv();
            round.makeReady(second);
            round.first.recvPoll(value -> {});
            done.send(null);
          }
          return null;
        });
    for (int i = 0; i < ROUNDS; i++) {
      Round round = new Round(second);
      rounds.send(round);
      Event<String> either =
          i % 2 == 0
              ? choose(round.first.recvEvt(), round.second.recvEvt().wrapHandler(end -> "end"))
              : choose(round.second.recvEvt().wrapHandler(end -> "end"), round.first.recvEvt());
      assertNotEquals("none", prefer(either, none).sync(), "round " + i);
      done.recv();
    }
    other.get();
  }

  /** Two channels, the first of which has a value. */
  private static final class Round {
    final Channel<String> first = Channel.buffered("first", 1);
    final Channel<String> second;

    Round(Second kind) {
      second = kind == Second.BUFFERED ? Channel.buffered("second", 1) : new Channel<>("second");
      first.aSend("first");
    }

    void makeReady(Second kind) {
      if (kind == Second.CLOSED) {
        second.close();
      } else {
        second.aSend("second");
      }
    }
  }

  /** What was sent before the close is there before the close, at every instant. */
  @ParameterizedTest
  @EnumSource(ChannelKind.class)
  void whileAChannelWithAValueIsClosed_theValueIsThere(ChannelKind kind) throws Exception {
    Channel<Channel<Integer>> toClose = new Channel<>("to close");
    Running<Void> closer =
        Running.start(() -> {
          for (int i = 0; i < ROUNDS; i++) {
            toClose.recv().close();
          }
          return null;
        });
    for (int i = 0; i < ROUNDS; i++) {
      Channel<Integer> channel = kind.make("closing");
      channel.aSend(i);
      toClose.send(channel);
      if (i % 2 == 0) {
        assertTrue(channel.recvPoll(value -> {}));
      } else {
        assertEquals(i, prefer(channel.recvEvt(), alwaysEvt(-1)).sync());
      }
    }
    closer.get();
  }

  private static List<Channel<Integer>> make(ChannelKind kind, int count) {
    return IntStream.range(0, count).mapToObj(i -> kind.<Integer>make(kind + " " + i)).toList();
  }
}
