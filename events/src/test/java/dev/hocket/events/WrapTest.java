package dev.hocket.events;

import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.guard;
import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests actions around synchronous events: wrap, wrapHandler, guard. */
class WrapTest {
  private static final class Oops extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Oops(String message) {
      super(message);
    }
  }

  @Test
  void wraps_runFromTheInsideOut() throws Exception {
    assertEquals("1ab", alwaysEvt(1).wrap(v -> v + "a").wrap(v -> v + "b").sync());
  }

  @Test
  void wrapsAroundAChoice_runAfterThoseOfItsBranch() throws Exception {
    assertEquals("1ab", choose(never(), alwaysEvt(1).wrap(v -> v + "a")).wrap(v -> v + "b").sync());
  }

  @Test
  void onlyTheActionsOfTheTakenBranch_run() throws Exception {
    List<String> ran = new ArrayList<>();
    Channel<Integer> idle = new Channel<>();
    select(idle.recvEvt().wrap(v -> ran.add("idle")), alwaysEvt(1).wrap(v -> ran.add("always")));
    assertEquals(List.of("always"), ran);
  }

  @Test
  void anAction_runsOnTheThreadThatSynchronises() throws Exception {
    Channel<Integer> c = new Channel<>();
    Running<Thread> receiver =
        Running.start(() -> c.recvEvt().wrap(v -> Thread.currentThread()).sync());
    c.send(1);
    assertSame(receiver.thread, receiver.get());
  }

  @Test
  void anExceptionOfAnAction_isThrownBySync() {
    Oops oops = new Oops("action");
    assertSame(oops, assertThrows(Oops.class, () -> fail(oops).sync()));
    assertSame(oops, assertThrows(Oops.class, () -> choose(never(), fail(oops)).sync()));
  }

  @Test
  void aHandler_handlesFailuresOfActionsInside() throws Exception {
    assertEquals("action", fail(new Oops("action")).wrapHandler(Throwable::getMessage).sync());
    assertEquals(
        "action", choose(fail(new Oops("action"))).wrapHandler(Throwable::getMessage).sync());
  }

  @Test
  void aHandler_ignoresFailuresOfActionsOutside() {
    Event<String> event =
        alwaysEvt("x")
            .wrapHandler(failure -> "handled")
            .wrap(v -> {
              throw new Oops("outside");
            });
    assertEquals("outside", assertThrows(Oops.class, event::sync).getMessage());
  }

  @Test
  void aHandler_ignoresFailuresOfGuards() {
    Event<String> event =
        Events.<String>guard(
                () -> {
                  throw new Oops("guard");
                })
            .wrapHandler(failure -> "handled");
    assertEquals("guard", assertThrows(Oops.class, event::sync).getMessage());
  }

  @Test
  void aHandlerInsideAGuard_takesFailures() throws Exception {
    assertEquals(
        "action", guard(() -> fail(new Oops("action")).wrapHandler(Throwable::getMessage)).sync());
  }

  @Test
  void withoutAFailure_aHandlerDoesNothing() throws Exception {
    assertEquals("x!", alwaysEvt("x").wrapHandler(f -> "handled").wrap(v -> v + "!").sync());
  }

  @Test
  void afterAHandler_actionsContinueWithItsValue() throws Exception {
    assertEquals(
        "action!",
        fail(new Oops("action")).wrapHandler(Throwable::getMessage).wrap(v -> v + "!").sync());
  }

  @Test
  void aHandlerThatThrows_passesTheFailureToTheNext() throws Exception {
    assertEquals(
        "second",
        fail(new Oops("first"))
            .wrapHandler(f -> {
              throw new Oops("second");
            })
            .wrapHandler(Throwable::getMessage)
            .sync());
  }

  @Test
  void anInterruptInAnAction_skipsHandlers() {
    Event<String> event =
        alwaysEvt("x")
            .<String>wrap(v -> {
              throw new InterruptedException("in the action");
            })
            .wrapHandler(f -> "handled");
    assertThrows(InterruptedException.class, event::sync);
  }

  @Test
  void aGuard_runsAtEverySynchronisation() throws Exception {
    int[] runs = {0};
    Event<Integer> event = guard(() -> alwaysEvt(++runs[0]));
    assertEquals(0, runs[0]);
    assertEquals(1, event.sync());
    assertEquals(2, event.sync());
  }

  @Test
  void guards_allRunFromLeftToRightBeforeABranchIsTried() throws Exception {
    Channel<String> c = new Channel<>();
    List<String> order = new ArrayList<>();
    String taken =
        select(
            guard(() -> {
              order.add("first");
              return never();
            }),
            c.recvEvt(),
            guard(() -> {
              order.add("second");
              c.aSend("sent by the guard");
              return never();
            }));
    assertEquals("sent by the guard", taken);
    assertEquals(List.of("first", "second"), order);
  }

  @Test
  void guards_nest() throws Exception {
    assertEquals(5, guard(() -> guard(() -> alwaysEvt(4).wrap(v -> v + 1))).sync());
  }

  @Test
  void aGuardThatThrows_leavesNoBranchBehind() {
    Channel<String> c = new Channel<>();
    assertThrows(
        Oops.class,
        () ->
            select(
                c.recvEvt(),
                guard(() -> {
                  throw new Oops("guard");
                })));
    assertEquals(0, c.waiting());
  }

  @Test
  void aGuardThatReturnsNull_isRefusedWithTheReason() {
    Event<String> event = guard(() -> null);
    assertEquals(
        "the maker of a guard returned null; it must return an event",
        assertThrows(NullPointerException.class, event::sync).getMessage());
  }

  private static Event<String> fail(RuntimeException failure) {
    return alwaysEvt("x")
        .wrap(v -> {
          throw failure;
        });
  }
}
