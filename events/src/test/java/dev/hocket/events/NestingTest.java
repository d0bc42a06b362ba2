package dev.hocket.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that nested events use stack in proportion to their depth. */
@Timeout(300)
class NestingTest {
  private static final Map<String, UnaryOperator<Event<Integer>>> FORMS =
      Map.of(
          "wrap", inner -> inner.wrap(value -> value),
          "wrapHandler", inner -> inner.wrapHandler(thrown -> -1),
          "guard", inner -> Events.guard(() -> inner),
          "withNack", inner -> Events.withNack(nack -> inner),
          "choose", inner -> Events.choose(inner, Events.never()),
          "prefer", inner -> Events.prefer(inner, Events.never()));

  private final AtomicLong framesInGuard = new AtomicLong();
  private final AtomicLong framesInAction = new AtomicLong();

  @Test
  void framesBelowTheInnermostGuardAndAction_growByTheSameForEachLevel() throws Exception {
    for (String form : FORMS.keySet()) {
      long[] guard = new long[3];
      long[] action = new long[3];
      for (int i = 0; i < 3; i++) {
        nested(form, 100 * (i + 1)).sync();
        guard[i] = framesInGuard.get();
        action[i] = framesInAction.get();
      }
      assertTrue(guard[1] > guard[0], form + ": the innermost guard runs below the others");
      assertEquals(guard[2] - guard[1], guard[1] - guard[0], form + ", guard");
      assertEquals(action[2] - action[1], action[1] - action[0], form + ", action");
    }
  }

  @Test
  void tenThousandLevels_areMadeAndCarriedOutOnAStackThatIsLargeEnough() throws Exception {
    for (String form : FORMS.keySet()) {
      AtomicReference<Object> outcome = new AtomicReference<>();
      Thread thread = new Thread(null, () -> outcome.set(carryOut(form)), form, 256L << 20);
      thread.start();
      thread.join();
      assertEquals(7, outcome.get(), form);
    }
  }

  private Object carryOut(String form) {
    try {
      return nested(form, 10_000).sync();
    } catch (Throwable thrown) {
      return thrown;
    }
  }

  private Event<Integer> nested(String form, int depth) {
    Event<Integer> event =
        Events.guard(() -> {
          framesInGuard.set(frames());
          return Events.alwaysEvt(7)
              .wrap(value -> {
                framesInAction.set(frames());
                return value;
              });
        });
    for (int level = 0; level < depth; level++) {
      event = FORMS.get(form).apply(event);
    }
    return event;
  }

  private static long frames() {
    return StackWalker.getInstance().walk(frames -> frames.count());
  }
}
