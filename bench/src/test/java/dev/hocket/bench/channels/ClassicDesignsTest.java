package dev.hocket.bench.channels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.events.Events;
import dev.hocket.events.IVar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The classic designs behave as mailboxes and multicast channels should. */
@Timeout(300)
class ClassicDesignsTest {
  @Test
  void serverMailbox_withoutAReceiver_queuesValuesInOrder() throws Exception {
    try (ServerMailbox<Integer> mailbox = new ServerMailbox<>()) {
      for (int i = 0; i < 100; i++) {
        mailbox.send(i);
      }
      for (int i = 0; i < 100; i++) {
        assertEquals(i, mailbox.recv());
      }
    }
  }

  @Test
  void lockedMailbox_withoutAReceiver_queuesValuesInOrder() throws Exception {
    LockedMailbox<Integer> mailbox = new LockedMailbox<>();
    for (int i = 0; i < 100; i++) {
      mailbox.send(i);
    }
    for (int i = 0; i < 100; i++) {
      assertEquals(i, mailbox.recv());
    }
  }

  @Test
  void lockedMailbox_withAWaitingReceiver_wakesIt() throws Exception {
    LockedMailbox<Integer> mailbox = new LockedMailbox<>();
    IVar<Integer> received = new IVar<>();
    Thread receiver = Events.spawn(() -> received.put(mailbox.recv()));
    while (receiver.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    mailbox.send(7);
    assertEquals(7, received.get());
  }

  @Test
  void serverMulticast_givesAListenerOnlyValuesSentAfterItsCreation() throws Exception {
    try (ServerMulticast<Integer> channel = new ServerMulticast<>()) {
      LockedMailbox<Integer> early = channel.listen();
      channel.send(1);
      LockedMailbox<Integer> late = channel.listen();
      channel.send(2);
      channel.send(3);
      assertEquals(1, early.recv());
      assertEquals(2, early.recv());
      assertEquals(3, early.recv());
      assertEquals(2, late.recv());
      assertEquals(3, late.recv());
    }
  }
}
