package dev.hocket.events;

import static dev.hocket.events.Events.aChoose;
import static dev.hocket.events.Events.aGuard;
import static dev.hocket.events.Events.aWithNack;
import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.doneEvt;
import static dev.hocket.events.Events.futureEvt;
import static dev.hocket.events.Events.guard;
import static dev.hocket.events.Events.joinEvt;
import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.prefer;
import static dev.hocket.events.Events.sChoose;
import static dev.hocket.events.Events.timeOutEvt;
import static dev.hocket.events.Events.withNack;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Targets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests the text of {@code toString} of events. */
class WordsTest {
  private static final int LONGEST = 200;

  private final Channel<Integer> a = new Channel<>("a");
  private final Channel<Integer> b = new Channel<>("b");

  /** An action that fails if it is called, or if its text is requested: words need neither. */
  private static final class Silent implements Action<Object, Integer> {
    @Override
    public Integer apply(Object value) {
      throw new AssertionError("has been called");
    }

    @Override
    public String toString() {
      throw new AssertionError("has been asked");
    }
  }

  private static <T> T ran() {
    throw new AssertionError("a guard has run");
  }

  @Test
  void anEvent_describesItsParts() throws Exception {
    Silent silent = new Silent();
    Channel<Object> c = new Channel<>("c");
    Map<Object, String> words =
        Map.ofEntries(
            Map.entry(a.recvEvt(), "receive from channel a"),
            Map.entry(c.sendEvt(silent), "send to channel c"),
            Map.entry(alwaysEvt(silent), "always"),
            Map.entry(timeOutEvt(Duration.ofSeconds(1)), "time out after PT1S"),
            Map.entry(a.recvEvt().wrap(silent), "wrap(receive from channel a)"),
            Map.entry(a.recvEvt().wrapHandler(silent), "wrapHandler(receive from channel a)"),
            Map.entry(
                choose(a.recvEvt(), prefer(b.recvEvt(), never())),
                "choose(receive from channel a, prefer(receive from channel b, never))"),
            Map.entry(guard(WordsTest::<Event<Integer>>ran), "guard"),
            Map.entry(withNack(nack -> WordsTest.<Event<Integer>>ran()), "withNack"),
            Map.entry(a.aSendEvt(1), "sTrans(send to channel a)"),
            Map.entry(a.aSendEvt(1).aTrans(), "aTrans(sTrans(send to channel a))"),
            Map.entry(a.aRecvEvt().sWrap(silent), "sWrap(sTrans(receive from channel a))"),
            Map.entry(a.aRecvEvt().aWrap(silent), "aWrap(sTrans(receive from channel a))"),
            Map.entry(
                a.aRecvEvt().aWrap(Targets.of("worker"), silent),
                "aWrap(sTrans(receive from channel a), on worker)"),
            Map.entry(
                a.aRecvEvt().callbackEvt(silent), "callbackEvt(sTrans(receive from channel a))"),
            Map.entry(aGuard(WordsTest::<AsyncEvent<Void, Void>>ran), "aGuard"),
            Map.entry(aWithNack(nack -> WordsTest.<AsyncEvent<Void, Void>>ran()), "aWithNack"),
            Map.entry(
                aChoose(a.aRecvEvt(), b.aRecvEvt()),
                "aChoose(sTrans(receive from channel a), sTrans(receive from channel b))"),
            Map.entry(
                sChoose(a.aRecvEvt(), b.aRecvEvt()),
                "sChoose(sTrans(receive from channel a), sTrans(receive from channel b))"),
            Map.entry(
                new Rpc<Integer, Integer>("f", silent::apply).callEvt(1),
                "call of channel of procedure f"),
            Map.entry(joinEvt(Thread.ofVirtual().name("t").unstarted(() -> {})), "end of thread t"),
            Map.entry(
                doneEvt(Targets.of("worker").submit("label", () -> {})),
                "wrap(end of block label)"),
            Map.entry(futureEvt(new CompletableFuture<>()), "end of a future"));
    words.forEach((event, expected) -> assertEquals(expected, event.toString()));
  }

  @Test
  void aRepeatedCombinator_isNamedOnce() {
    Event<Integer> event = a.recvEvt();
    for (int i = 0; i < 100_000; i++) {
      event = event.wrap(n -> n);
    }
    assertEquals("wrap(receive from channel a)", event.toString());
  }

  @Test
  void aDeepEvent_isDescribedByItsUpperLevels() {
    Event<Integer> event = a.recvEvt();
    for (int i = 0; i < 100_000; i++) {
      event = choose(event, never());
    }
    String words = event.toString();
    assertTrue(words.startsWith("choose(choose(choose("), words);
    assertTrue(words.contains("choose(…)"), words);
    assertTrue(words.length() <= LONGEST, words);
  }

  @Test
  void aWideEvent_isCutOff() {
    List<Event<Integer>> many = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      many.add(a.recvEvt());
    }
    String words = choose(many).toString();
    assertTrue(words.startsWith("choose(receive from channel a, receive"), words);
    assertTrue(words.endsWith("…"), words);
    assertEquals(LONGEST, words.length());
  }

  @Test
  void aWaitForManyBranches_namesTheFirst() throws Exception {
    List<Event<Integer>> many = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      many.add(a.recvEvt());
    }
    String words = choose(many).branches().toString();
    assertTrue(words.startsWith("choice of 1000 (receive from channel a; receive"), words);
    assertTrue(words.endsWith("; …)"), words);
    assertTrue(words.length() <= LONGEST, words);
  }
}
