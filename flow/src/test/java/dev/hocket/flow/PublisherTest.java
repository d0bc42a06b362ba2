package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.settings.Sections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a flow as a stream of values. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PublisherTest {
  private static final String END = "end";

  /** Records the signals that a subscriber gets. */
  private static final class Listener implements Subscriber<Object> {
    final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
    private Subscription subscription;

    @Override
    public void onSubscribe(Subscription given) {
      subscription = given;
    }

    @Override
    public void onNext(Object value) {
      heard.add(value);
    }

    @Override
    public void onError(Throwable failure) {
      heard.add(failure);
    }

    @Override
    public void onComplete() {
      heard.add(END);
    }

    List<Object> next(int count) throws InterruptedException {
      Object[] values = new Object[count];
      for (int i = 0; i < count; i++) {
        values[i] = heard.poll(5, TimeUnit.MINUTES);
      }
      return List.of(values);
    }
  }

  private static Flow numbers(long count) {
    return Flow.define(
        "numbers", Functions.library(), f -> f.call("twice", f.call("numbers", count)));
  }

  private static Listener subscribed(Flow flow) {
    Listener listener = new Listener();
    flow.publisher().subscribe(listener);
    return listener;
  }

  @Test
  void aSubscriber_getsTheValuesItRequestsAndThenTheEnd() throws Exception {
    for (Sections sections : List.of(Sections.single(), Sections.perFunction())) {
      Listener listener = subscribed(numbers(5).sections(sections));
      listener.subscription.request(2);
      assertEquals(List.of(0L, 2L), listener.next(2));
      assertTrue(listener.heard.isEmpty());
      listener.subscription.request(Long.MAX_VALUE);
      assertEquals(List.of(4L, 6L, 8L, END), listener.next(4));
    }
  }

  @Test
  void aFailure_isTheLastSignalOfASubscriber() throws Exception {
    Flow flow =
        Flow.define(
            "fails", Functions.library(), f -> f.call("third-fails", f.call("numbers", 10)));
    Listener listener = subscribed(flow);
    listener.subscription.request(Long.MAX_VALUE);
    assertEquals(List.of(0L, 1L), listener.next(2));
    assertInstanceOf(IllegalStateException.class, listener.next(1).getFirst());
  }

  @Test
  void nil_isAFailureBecauseAStreamCannotCarryIt() throws Exception {
    Flow flow =
        Flow.define(
            "nils",
            Functions.library(),
            f -> f.apply("odd", a -> (Long) a[0] % 2 == 0 ? a[0] : null, f.call("numbers", 10)));
    Listener listener = subscribed(flow);
    listener.subscription.request(Long.MAX_VALUE);
    List<Object> heard = listener.next(2);
    assertEquals(0L, heard.get(0));
    String failure = heard.get(1).toString();
    assertTrue(
        failure.matches(
            ".*FlowException: PublisherTest.java:\\d+: a value of flow nils is null, .*"),
        failure);
  }

  @Test
  void aFlowThatCannotBegin_isAFailureOfItsPublisher() throws Exception {
    Listener listener = subscribed(numbers(5).sections(Sections.of(List.of(List.of("twice")))));
    assertInstanceOf(FlowException.class, listener.next(1).getFirst());
  }

  @Test
  void aRequestForNothing_isRefused() throws Exception {
    Listener listener = subscribed(numbers(5));
    listener.subscription.request(0);
    assertInstanceOf(IllegalArgumentException.class, listener.next(1).getFirst());
  }
}
