package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where choices learn to stand in slots for each other, and where they stand. */
@Timeout(300)
class MeetingTest {
  private static final int PLACES = 4;
  private static final int CALLS = 100_000;
  private static final int ROUNDS = 10_000;

  private final Channel<Integer> first = new Channel<>("first");
  private final Channel<Integer> second = new Channel<>("second");

  @Test
  void aNewPlace_isNotWhereChoicesMeet() {
    assertFalse(first.spin().meetsChoices());
  }

  @Test
  void aChoiceThatFindsAChoice_learnsThatTheyMeetThere() throws Exception {
    meetAChoice();
    assertTrue(first.spin().meetsChoices());
  }

  @Test
  void aChoiceThatFindsASingleOperation_learnsThatTheyDoNot() throws Exception {
    meetAChoice();
    Running<Integer> receiver = waiting(first.recvEvt());
    choose(first.sendEvt(1), second.sendEvt(2)).sync();
    assertEquals(1, receiver.get());
    assertFalse(first.spin().meetsChoices());
  }

  @Test
  void aSingleOperationThatFindsAChoice_learnsNothing() throws Exception {
    Running<Integer> receiver = waiting(choose(first.recvEvt(), second.recvEvt()));
    first.send(1);
    assertEquals(1, receiver.get());
    assertFalse(first.spin().meetsChoices());
  }

  @Test
  void aChoiceThatCouldMeetAnotherInASlot_nowAndThenWaitsInItsQueuesInstead() throws Exception {
    int queued = 0;
    for (int i = 0; i < ROUNDS; i++) {
      queued += waitsInItsQueuesBesideAChoiceInASlot() ? 1 : 0;
    }
    assertTrue(queued > 0, "a thread that polls finds no choice, ever");
    // On one processor nobody spins, and so nobody stands in a slot.
    boolean spins = Heat.hotChannel().spin().pays();
    assertTrue(!spins || queued < ROUNDS / 16, "queued: " + queued + " of " + ROUNDS);
  }

  private boolean waitsInItsQueuesBesideAChoiceInASlot() throws Exception {
    Channel<Integer> a = Heat.hotChannel();
    Channel<Integer> b = Heat.hotChannel();
    Choice standing = choice(choose(a.sendEvt(1), b.sendEvt(2)));
    a.stand(standing, 0, true);
    Choice arrives = choice(choose(a.recvEvt(), b.recvEvt()));
    Wakes wakes = new Wakes();
    boolean committed = arrives.commitOrPublish(null, wakes);
    assertEquals(committed, !standing.isWaiting());
    assertEquals(committed ? 0 : 1, a.waiting());
    return !committed;
  }

  private static Choice choice(Event<?> event) throws InterruptedException {
    return new Choice(event.forced(), Thread.currentThread());
  }

  @Test
  void whereToStand_isTheSameForAWhileAndNowhereMoreOftenInTheLongRun() {
    AdaptiveSpin spin = new AdaptiveSpin();
    int[] times = new int[PLACES];
    int moves = 0;
    int before = spin.turn(PLACES);
    for (int i = 0; i < CALLS; i++) {
      int place = spin.turn(PLACES);
      times[place]++;
      moves += place == before ? 0 : 1;
      before = place;
    }
    assertTrue(moves < CALLS / 8, "moves: " + moves);
    for (int i = 0; i < PLACES; i++) {
      assertEquals(1.0 / PLACES, times[i] / (double) CALLS, 0.05, "share of place " + i);
    }
  }

  private void meetAChoice() throws Exception {
    Running<Integer> receiver = waiting(choose(first.recvEvt(), second.recvEvt()));
    choose(first.sendEvt(1), second.sendEvt(2)).sync();
    receiver.get();
  }

  private Running<Integer> waiting(Event<Integer> event) {
    Running<Integer> running = Running.start(event::sync);
    Eventually.holds(() -> first.waiting() == 1);
    return running;
  }
}
