package dev.hocket.events;

import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Tests I-variables and M-variables. */
class VariableTest {
  @Test
  void anIVariable_isReadByWaitingAndLaterReaders() throws Exception {
    IVar<Integer> variable = new IVar<>();
    assertFalse(variable.isWritten());
    Running<Integer> one = Running.start(variable::get);
    Running<Integer> two = Running.start(() -> select(variable.getEvt(), never()));
    Eventually.holds(() -> variable.waiting() == 2);
    variable.put(3);
    assertEquals(3, one.get());
    assertEquals(3, two.get());
    assertEquals(3, variable.get());
    assertEquals(3, select(never(), variable.getEvt()));
    assertTrue(variable.isWritten());
  }

  @Test
  void anIVariable_isWrittenOnce() throws Exception {
    IVar<Integer> variable = new IVar<>();
    assertTrue(variable.tryPut(1));
    assertFalse(variable.tryPut(2));
    assertThrows(IllegalStateException.class, () -> variable.put(3));
    assertEquals(1, variable.get());
  }

  @Test
  void aFailedIVariable_failsWaitingAndLaterReaders() throws Exception {
    IVar<Integer> variable = new IVar<>();
    Running<Integer> one = Running.start(variable::get);
    Running<Integer> two = Running.start(variable.getEvt().wrapHandler(failure -> 2)::sync);
    Eventually.holds(() -> variable.waiting() == 2);
    UncheckedIOException failure = new UncheckedIOException("disk full", new IOException());
    assertTrue(variable.fail(failure));
    assertSame(failure, assertThrows(UncheckedIOException.class, one::get));
    assertEquals(2, two.get());
    assertSame(failure, assertThrows(UncheckedIOException.class, variable::get));
    assertTrue(variable.isWritten());
    assertFalse(variable.fail(new IOException("again")));
    assertEquals(
        variable
            + " has been written already; it holds failure java.io.UncheckedIOException: disk full",
        assertThrows(IllegalStateException.class, () -> variable.put(3)).getMessage());
  }

  @Test
  void aCheckedFailure_isTheCauseOfTheReadersException() {
    IVar<Integer> variable = new IVar<>();
    IOException cause = new IOException("disk full");
    variable.fail(cause);
    CompletionException thrown = assertThrows(CompletionException.class, variable::get);
    assertSame(cause, thrown.getCause());
    assertEquals("read of " + variable + ": java.io.IOException: disk full", thrown.getMessage());
  }

  @Test
  void anErrorAsAFailure_isThrownUnchanged() {
    IVar<Integer> variable = new IVar<>();
    variable.fail(new AssertionError("broken"));
    assertEquals("broken", assertThrows(AssertionError.class, variable::get).getMessage());
  }

  @Test
  void aFailureWhoseTextFails_isStillTheCause() {
    IVar<Integer> variable = new IVar<>();
    variable.fail(
        new Exception() {
          @Override
          public String toString() {
            throw new IllegalStateException("no words");
          }
        });
    assertEquals(
        "read of " + variable + ": " + getClass().getName() + "$1",
        assertThrows(CompletionException.class, variable::get).getMessage());
  }

  @Test
  void anotherThreadsInterruptAsAFailure_interruptsNoReader() throws Exception {
    IVar<Integer> variable = new IVar<>();
    InterruptedException ofAnother = new InterruptedException("elsewhere");
    Running<Integer> waiting = Running.start(variable.getEvt().wrapHandler(failure -> 1)::sync);
    Eventually.holds(() -> variable.waiting() == 1);
    variable.fail(ofAnother);
    assertEquals(1, waiting.get());
    assertSame(ofAnother, assertThrows(CompletionException.class, variable::get).getCause());
  }

  @Test
  void anIVariable_dropsReadersThatChoseAnotherBranch() throws Exception {
    IVar<Integer> variable = new IVar<>();
    Channel<Integer> c = new Channel<>();
    for (int i = 0; i < 100; i++) {
      Running<Integer> reader = Running.start(() -> select(variable.getEvt(), c.recvEvt()));
      c.send(i);
      assertEquals(i, reader.get());
    }
    assertEquals(0, variable.waiting());
  }

  @Test
  void anMVariable_isTakenOnceForEachPut() throws Exception {
    MVar<Integer> variable = new MVar<>(1);
    assertTrue(variable.isFull());
    assertEquals(1, variable.take());
    assertFalse(variable.isFull());
    variable.put(2);
    assertThrows(IllegalStateException.class, () -> variable.put(3));
    assertEquals(2, variable.get());
    assertEquals(2, variable.take());
  }

  @Test
  void anMVariable_servesWaitingThreadsInOrder() throws Exception {
    MVar<Integer> variable = new MVar<>();
    List<Running<Integer>> waiting = new ArrayList<>();
    List<Event<Integer>> wishes =
        List.of(
            variable.getEvt(),
            variable.swapEvt(20),
            variable.getEvt(),
            variable.takeEvt(),
            variable.getEvt());
    for (Event<Integer> wish : wishes) {
      waiting.add(Running.start(wish::sync));
      int come = waiting.size();
      Eventually.holds(() -> variable.waiting() == come);
    }
    variable.put(10);
    assertEquals(10, waiting.get(0).get());
    assertEquals(10, waiting.get(1).get());
    assertEquals(20, waiting.get(2).get());
    assertEquals(20, waiting.get(3).get());
    assertFalse(variable.isFull());
    variable.put(30);
    assertEquals(30, waiting.get(4).get());
    assertTrue(variable.isFull());
  }

  @Test
  void anMVariable_swapsInOneStep() throws Exception {
    MVar<Integer> variable = new MVar<>(1);
    assertEquals(1, variable.swapEvt(2).sync());
    assertEquals(2, variable.get());
    assertEquals(2, select(never(), variable.takeEvt()));
  }

  @Test
  void anMVariable_isALock() throws Exception {
    MVar<Integer> counter = new MVar<>(0);
    List<Running<Void>> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      boolean inAChoice = i % 2 == 0;
      threads.add(
          Running.start(() -> {
            for (int n = 0; n < 2000; n++) {
              int value = inAChoice ? select(counter.takeEvt(), never()) : counter.take();
              counter.put(value + 1);
            }
            return null;
          }));
    }
    for (Running<Void> thread : threads) {
      thread.get();
    }
    assertEquals(16_000, counter.get());
  }

  @Test
  void anInterruptedTake_leavesTheValue() throws Exception {
    MVar<Integer> variable = new MVar<>();
    Running<Integer> taker = Running.start(variable::take);
    Eventually.holds(() -> variable.waiting() == 1);
    taker.thread.interrupt();
    assertThrows(InterruptedException.class, taker::get);
    variable.put(1);
    assertTrue(variable.isFull());
  }
}
