package dev.hocket.events;

import static dev.hocket.core.Steps.then;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Block;
import dev.hocket.core.Eventually;
import dev.hocket.core.Steps;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests handlers that send to a multicast and are suspended while listeners have no room. */
@Timeout(600)
class MulticastHandlerTest {
  private final Target target = Targets.create("multicast-handlers", 1);
  private final Multicast<Integer> multicast = new Multicast<>("m");
  private final Multicast.Listener<Integer> one = multicast.listen(1, Overflow.WAIT);
  private final Multicast.Listener<Integer> other = multicast.listen(2, Overflow.WAIT);
  private final List<String> story = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void shutDown() throws InterruptedException {
    target.shutdown(Duration.ofMinutes(1));
  }

  private Block sender(int value) {
    Steps steps = Steps.of(co -> multicast.send(value, co), then(() -> story.add("sent " + value)));
    return target.submit("Sender.java:" + value, steps.body());
  }

  private static void awaitSuspended(Block block) {
    Eventually.holds(() -> block.state() == Block.State.SUSPENDED);
  }

  @Test
  void aSend_suspendsUntilEachListenerHasRoom() throws Exception {
    sender(1).join();
    Block second = sender(2);
    awaitSuspended(second);
    assertTrue(second.toString().contains("waits for send to multicast m"), second::toString);
    Block third = sender(3);
    awaitSuspended(third);
    assertEquals(1, one.recv());
    second.join();
    assertEquals(2, one.recv());
    // Now only the other listener is full.
    assertEquals(Block.State.SUSPENDED, third.state());
    assertEquals(1, other.recv());
    third.join();
    assertEquals(List.of(2, 3), List.of(other.recv(), other.recv()));
    assertEquals(3, one.recv());
    assertEquals(List.of("sent 1", "sent 2", "sent 3"), story);
  }

  @Test
  void aCancelledSend_reachesNoListener_andLeavesItsRoom() throws Exception {
    sender(1).join();
    Block second = sender(2);
    awaitSuspended(second);
    second.cancel();
    assertThrows(CancellationException.class, second::join);
    assertEquals(1, one.recv());
    sender(3).join();
    assertEquals(List.of(3), List.of(one.recv()));
    assertEquals(List.of(1, 3), List.of(other.recv(), other.recv()));
  }

  @Test
  void aListenerThatIsClosed_delaysNoSend() throws Exception {
    sender(1).join();
    Block second = sender(2);
    awaitSuspended(second);
    one.close();
    second.join();
    assertEquals(List.of(1, 2), List.of(other.recv(), other.recv()));
  }

  @Test
  void theEndOfTheMulticast_failsTheSend() throws Exception {
    sender(1).join();
    Block second = sender(2);
    awaitSuspended(second);
    multicast.close();
    String message = assertThrows(ChannelClosedException.class, second::join).getMessage();
    assertTrue(message.contains("send to multicast m"), message);
    assertEquals(1, one.recv());
  }

  @Test
  void aListenerThatRefuses_failsTheSend_whichLeavesItsRoom() throws Exception {
    try (Multicast.Listener<Integer> refusing = multicast.listen(1, Overflow.FAIL)) {
      sender(1).join();
      assertEquals(1, one.recv());
      String message = assertThrows(ChannelFullException.class, sender(2)::join).getMessage();
      assertTrue(message.contains("multicast m"), message);
      assertEquals(1, refusing.recv());
    }
    sender(3).join();
    assertEquals(3, one.recv());
  }

  /** Every value reaches all listeners or none, in one order, whenever its handler is cancelled. */
  @Test
  void randomCancels_loseNoValue() throws Exception {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("MulticastHandlerTest: -Dhocket.seed=" + seed);
    Random random = new Random(seed);
    List<Integer> gotOne = Collections.synchronizedList(new ArrayList<>());
    List<Integer> gotOther = Collections.synchronizedList(new ArrayList<>());
    Thread oneReads = Events.spawn(() -> one.forEach(gotOne::add));
    Thread otherReads = Events.spawn(() -> other.forEach(gotOther::add));
    List<Block> senders = new ArrayList<>();
    int sent = 0;
    for (int i = 0; i < 2_000; i++) {
      senders.add(sender(i));
      if (random.nextInt(3) == 0) {
        senders.get(random.nextInt(senders.size())).cancel();
      }
    }
    for (Block sender : senders) {
      try {
        sender.join();
        sent++;
      } catch (CancellationException cancelled) {
        // Its value reached nobody, or it was interrupted after it had.
      }
    }
    multicast.close();
    oneReads.join();
    otherReads.join();
    assertEquals(gotOne, gotOther);
    assertTrue(gotOne.size() >= sent, gotOne.size() + " values of " + sent);
    assertEquals(story.size(), gotOne.size());
  }
}
