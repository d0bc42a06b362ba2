package dev.hocket.events.channels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the ring of a channel's values with a queue of the JDK. */
class RingTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 100, 2_000})
  void aRing_isAQueueOfBufferedValuesAndOfPendingSends(int capacity) {
    long seed = new Random().nextLong();
    System.out.println("RingTest, buffer of " + capacity + ", seed " + seed);
    Random random = new Random(seed);
    Queues buffer = new Queues("values", capacity, null);
    Queue<Optional<Integer>> model = new ArrayDeque<>();
    for (int i = 0; i < 50_000; i++) {
      // The test fills and empties the ring alternately.
      boolean fills = (i / 5_000) % 2 == 0;
      Integer value = i % 7 == 0 ? null : Integer.valueOf(i);
      if (random.nextInt(10) < (fills ? 7 : 2)) {
        boolean leaves = random.nextBoolean();
        boolean added = leaves || buffer.hold(value);
        assertEquals(leaves || model.size() < capacity, added);
        if (leaves) {
          buffer.holdAnyway(value);
        }
        if (added) {
          model.add(Optional.ofNullable(value));
        }
      } else if (!model.isEmpty()) {
        assertEquals(model.remove().orElse(null), buffer.takeHeld());
      }
      assertEquals(model.size(), buffer.held());
      assertEquals(model.isEmpty(), buffer.holdsNone());
      assertEquals(model.size() < capacity, buffer.hasRoom());
      assertEquals(Math.max(0, capacity - model.size()), buffer.free());
      assertEquals(Math.max(0, model.size() - capacity), buffer.excess());
    }
  }
}
