package dev.hocket.events;

import static dev.hocket.events.Events.aChoose;
import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.prefer;
import static dev.hocket.events.Events.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Tests fairness as a statistical claim. A branch that is taken with probability p in n independent
 * choices is taken np times, with a standard deviation of sqrt(np(1-p)); a test that allows five of
 * these fails a fair choice about once in two million runs.
 */
class FairnessTest {
  private static final int CHOICES = 10_000;
  private static final double DEVIATIONS = 5;

  @Test
  void readyBranches_areTakenEquallyOften() throws Exception {
    for (int n : new int[] {2, 3, 5, 8}) {
      Event<Integer> any = choose(IntStream.range(0, n).mapToObj(Events::alwaysEvt).toList());
      int[] taken = new int[n];
      for (int i = 0; i < CHOICES; i++) {
        taken[any.sync()]++;
      }
      assertFair(taken);
    }
  }

  @Test
  void readyChannelsBesideOthers_areTakenEquallyOften() throws Exception {
    Channel<Integer> idle = new Channel<>();
    Channel<Integer> one = Channel.buffered("one", CHOICES);
    Channel<Integer> two = Channel.buffered("two", CHOICES);
    for (int i = 0; i < CHOICES; i++) {
      one.send(0);
      two.send(1);
    }
    int[] taken = new int[2];
    for (int i = 0; i < CHOICES; i++) {
      taken[select(idle.recvEvt(), one.recvEvt(), idle.recvEvt(), two.recvEvt())]++;
    }
    assertFair(taken);
  }

  @Test
  void sendAndReceiveThatAreBothReady_areTakenEquallyOften() throws Exception {
    Channel<Integer> in = new Channel<>();
    Channel<Integer> out = new Channel<>();
    int[] taken = new int[2];
    for (int i = 0; i < CHOICES; i++) {
      in.aSend(0);
      out.aRecvEvt().aSync();
      taken[select(in.recvEvt(), out.sendEvt(0).wrap(sent -> 1))]++;
    }
    assertFair(taken);
  }

  @Test
  void branchesThatWaitInOneQueue_areTakenEquallyOften() throws Exception {
    Channel<Integer> channel = new Channel<>();
    int[] taken = new int[2];
    for (int i = 0; i < CHOICES; i++) {
      choose(channel.sendEvt(0), channel.sendEvt(1)).sTrans().aSync();
      taken[channel.recv()]++;
    }
    assertFair(taken);
  }

  @Test
  void choicesBesideAPreference_areTakenAsOftenAsThePreference() throws Exception {
    Event<Integer> nested =
        choose(
            alwaysEvt(0),
            prefer(never(), alwaysEvt(1), alwaysEvt(-1)),
            Events.<Integer>choose(never(), alwaysEvt(2)));
    int[] taken = new int[3];
    for (int i = 0; i < CHOICES; i++) {
      taken[nested.sync()]++;
    }
    assertFair(taken);
  }

  @Test
  void guardedBranches_areTakenEquallyOften() throws Exception {
    int[] taken = new int[3];
    for (int i = 0; i < CHOICES; i++) {
      taken[select(alwaysEvt(0), Events.guard(() -> choose(alwaysEvt(1), alwaysEvt(2))))]++;
    }
    assertFair(taken);
  }

  @Test
  void aChoose_takesEachEquallyOften() throws Exception {
    int[] taken = new int[3];
    for (int i = 0; i < CHOICES; i++) {
      taken[
          aChoose(
                  Events.<Void>aNever().sWrap(n -> 0),
                  aChoose(Events.<Void>aNever().sWrap(n -> 1), Events.<Void>aNever().sWrap(n -> 2)))
              .aSync()]++;
    }
    assertFair(taken);
  }

  @Test
  void branchesReadyOnOneChannel_areTakenEquallyOften() throws Exception {
    Channel<Integer> channel = Channel.buffered("empty and full by turns", 1);
    int[] taken = new int[6];
    Event<Integer> any =
        choose(
            IntStream.range(0, taken.length)
                .mapToObj(i ->
                    i % 2 == 0
                        ? channel.sendEvt(0).wrap(sent -> i)
                        : channel.recvEvt().wrap(received -> i))
                .toList());
    for (int i = 0; i < CHOICES; i++) {
      taken[any.sync()]++;
    }
    assertFair(taken);
  }

  private static void assertFair(int[] taken) {
    int n = Arrays.stream(taken).sum();
    double p = 1.0 / taken.length;
    double allowed = DEVIATIONS * Math.sqrt(n * p * (1 - p));
    assertEquals(CHOICES, n);
    for (int count : taken) {
      assertTrue(
          Math.abs(count - n * p) <= allowed,
          Arrays.toString(taken) + ": off by more than " + allowed);
    }
  }
}
