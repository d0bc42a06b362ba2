package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where choices learn to stand in slots for each other, and where they stand. */
@Timeout(60)
class MeetingTest {
  private static final int PLACES = 4;
  private static final int CALLS = 100_000;

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
