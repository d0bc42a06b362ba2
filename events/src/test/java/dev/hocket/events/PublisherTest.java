package dev.hocket.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests a channel that receives the items of a publisher. */
class PublisherTest {
  @Test
  void items_comeInOrderAndThenTheEnd() throws Exception {
    SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>();
    Channel<Integer> channel = Channel.of("items", publisher, 4);
    Running<Void> source =
        Running.start(() -> {
          for (int i = 0; i < 1000; i++) {
            publisher.submit(i);
          }
          publisher.close();
          return null;
        });
    for (int i = 0; i < 1000; i++) {
      assertEquals(i, channel.recv());
    }
    assertNull(assertThrows(ChannelClosedException.class, channel::recv).getCause());
    source.get();
  }

  @Test
  void aFailure_comesAfterTheItemsBeforeIt() throws Exception {
    RuntimeException oops = new RuntimeException("oops");
    Manual publisher = new Manual();
    Channel<Integer> channel = Channel.of("items", publisher, 4);
    publisher.subscriber.onNext(1);
    publisher.subscriber.onError(oops);
    assertEquals(1, channel.recv());
    assertSame(oops, assertThrows(ChannelClosedException.class, channel::recv).getCause());
  }

  @Test
  void noMoreItemsAreRequested_thanMayWait() throws Exception {
    Manual publisher = new Manual();
    Channel<Integer> channel = Channel.of("items", publisher, 3);
    assertEquals(3, publisher.requested.get());
    for (int i = 0; i < 3; i++) {
      publisher.subscriber.onNext(i);
    }
    assertEquals(3, publisher.requested.get());
    channel.recv();
    assertEquals(4, publisher.requested.get());
    Running<Integer> waiting =
        Running.start(() -> {
          channel.recv();
          channel.recv();
          return channel.recv();
        });
    Eventually.holds(() -> channel.waiting() == 1);
    publisher.subscriber.onNext(9);
    assertEquals(9, waiting.get());
    assertEquals(7, publisher.requested.get());
  }

  @Test
  void closingTheChannel_cancelsTheSubscription() {
    Manual publisher = new Manual();
    Channel<Integer> channel = Channel.of("items", publisher, 1);
    channel.close();
    publisher.subscriber.onNext(1);
    assertTrue(publisher.cancelled);
  }

  @Test
  void aRequestThatThrows_endsTheChannelWithThatCause_afterTheItemsBeforeIt() throws Exception {
    Manual publisher = new Manual();
    Channel<Integer> channel = Channel.of("items", publisher, 2);
    publisher.subscriber.onNext(1);
    publisher.subscriber.onNext(2);
    publisher.refusal = new IllegalStateException("no more, for this test");
    assertEquals(1, channel.recv());
    assertTrue(publisher.cancelled);
    assertEquals(2, channel.recv());
    assertSame(
        publisher.refusal, assertThrows(ChannelClosedException.class, channel::recv).getCause());
  }

  @Test
  void aFirstRequestThatThrows_endsTheChannel_asNoItemWouldCome() {
    Manual publisher = new Manual();
    publisher.refusal = new IllegalStateException("none at all, for this test");
    Channel<Integer> channel = Channel.of("items", publisher, 2);
    assertTrue(publisher.cancelled);
    assertSame(
        publisher.refusal, assertThrows(ChannelClosedException.class, channel::recv).getCause());
  }

  @Test
  void nullFromAPublisher_isRefused() {
    Manual publisher = new Manual();
    Channel<Integer> channel = Channel.of("items", publisher, 1);
    assertThrows(NullPointerException.class, () -> publisher.subscriber.onNext(null));
    assertThrows(NullPointerException.class, () -> publisher.subscriber.onError(null));
    assertEquals(0, channel.pending());
    assertFalse(channel.isClosed());
  }

  /** A publisher that the test controls. */
  private static final class Manual implements Flow.Publisher<Integer>, Flow.Subscription {
    private final AtomicLong requested = new AtomicLong();
    private Flow.Subscriber<? super Integer> subscriber;
    private boolean cancelled;
    private RuntimeException refusal;

    @Override
    public void subscribe(Flow.Subscriber<? super Integer> newSubscriber) {
      subscriber = newSubscriber;
      newSubscriber.onSubscribe(this);
    }

    @Override
    public void request(long n) {
      if (refusal != null) {
        throw refusal;
      }
      requested.addAndGet(n);
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }
}
