package dev.hocket.events;

import static dev.hocket.events.Events.spawn;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Targets;
import dev.hocket.core.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** Tests effects, which do not change the values: tap, sTap, aTap, forEach. */
class EffectTest {
  private final Channel<String> c = new Channel<>("c");
  private final LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();

  @Test
  void tap_seesTheValueAndLetsItPass() throws Exception {
    c.aSend("a");
    assertEquals("a!", c.recvEvt().tap(seen::add).wrap(v -> v + "!").sync());
    assertEquals("a", seen.take());
  }

  @Test
  void theOutcomeOfAConsumption_canBeTappedWhereItIsWanted() throws Exception {
    Event<String> written =
        c.aSendEvt("a").aWrap(none -> "sent").callbackEvt().aSync().tap(seen::add);
    assertEquals("a", c.recv());
    assertEquals("sent", written.sync());
    assertEquals("sent", seen.take());
  }

  @Test
  void anExceptionOfATap_isThrownBySync_andAHandlerGetsIt() throws Exception {
    RuntimeException oops = new RuntimeException("oops");
    Event<String> event =
        c.recvEvt()
            .tap(v -> {
              throw oops;
            });
    c.aSend("a");
    assertSame(oops, assertThrows(RuntimeException.class, event::sync));
    c.aSend("b");
    assertEquals("oops", event.wrapHandler(Throwable::getMessage).sync());
  }

  @Test
  void tapsOfBothHalves_runWhereWrapsDo() throws Exception {
    Thread creator = Thread.currentThread();
    LinkedBlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
    String created =
        c.aSendEvt("a")
            .sWrap(v -> "created")
            .sTap(v -> threads.add(Thread.currentThread()))
            .aTap(v -> threads.add(Thread.currentThread()))
            .aSync();
    assertEquals("created", created);
    assertSame(creator, threads.take());
    assertEquals("a", c.recv());
    assertTrue(threads.take().isVirtual());
  }

  @Test
  void aTapOnATarget_runsThere() throws Exception {
    Worker target = Targets.create("taps", 1);
    try {
      c.aRecvEvt().aTap(target, v -> seen.add(v + target.isCurrent())).aTap(seen::add).aSync();
      c.send("a");
      assertEquals("atrue", seen.take());
      assertEquals("a", seen.take());
    } finally {
      target.shutdown(Duration.ofMinutes(2));
    }
  }

  @Test
  void forEach_endsWhenTheChannelIsClosedAndEmpty() throws Exception {
    Channel<Integer> numbers = Channel.buffered("numbers", 2);
    spawn(() -> {
      for (int i = 0; i < 10; i++) {
        numbers.send(i);
      }
      numbers.close();
    });
    List<Integer> got = new ArrayList<>();
    numbers.forEach(got::add);
    assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), got);
  }

  @Test
  void forEachOfAChannelThatFails_throwsTheCause() {
    RuntimeException cause = new RuntimeException("oops");
    c.fail(cause);
    assertSame(
        cause, assertThrows(ChannelClosedException.class, () -> c.forEach(seen::add)).getCause());
  }

  @Test
  void anotherChannelsEnd_isNotTheEndOfForEach() {
    Channel<String> other = new Channel<>("other");
    other.close();
    c.aSend("a");
    ChannelClosedException end =
        assertThrows(ChannelClosedException.class, () -> c.forEach(other::send));
    assertEquals("channel other", end.channel());
  }

  @Test
  void anInterruptedForEach_takesNoValue() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    c.aSend("a");
    Running<Void> loop =
        Running.start(() -> {
          c.forEach(v -> {
            first.countDown();
            Thread.currentThread().interrupt();
          });
          return null;
        });
    first.await();
    assertThrows(InterruptedException.class, loop::get);
    c.aSend("b");
    assertEquals(1, c.pending());
  }
}
