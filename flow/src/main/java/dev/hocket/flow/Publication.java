package dev.hocket.flow;

import dev.hocket.flow.engine.Collector;
import dev.hocket.flow.engine.Execution;
import dev.hocket.flow.engine.Gate;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.settings.Results;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicLong;

/** Passes the values of a run to a subscriber, as many as it requests. */
// The numbers in comments are those of the rules of Reactive Streams for the JVM 1.0.4.
final class Publication extends Collector implements Subscription {
  private final Graph graph;
  private final AtomicLong requested = new AtomicLong();
  private final Gate demand = new Gate(this::room);

  /** The subscriber; null after it has cancelled (3.13). */
  private volatile Subscriber<? super Object> subscriber;

  /**
   * The reason why the run was stopped, if neither a function nor the subscriber has stopped it.
   */
  private volatile IllegalArgumentException refusal;

  private volatile Execution execution;

  /** Whether the subscriber has its subscription. */
  private volatile boolean subscribed;

  /** The number of values that have been handed over; only the collector's section uses it. */
  private long delivered;

  Publication(Graph graph, Subscriber<? super Object> subscriber) {
    super(Results.NONE);
    this.graph = graph;
    this.subscriber = Objects.requireNonNull(subscriber, "subscriber");
  }

  /** Reports to the subscriber that its run cannot begin (1.9: by onError, after onSubscribe). */
  void refuse(FlowException why) {
    refusal = why;
    subscriber.onSubscribe(this);
    fail(new CompletableFuture<>(), why);
  }

  /** Returns how many more packets may come; the step's gate has counted those that are inside. */
  private int room() {
    return requested.get() > delivered ? Integer.MAX_VALUE : 0;
  }

  @Override
  public Results keeps() {
    return null;
  }

  @Override
  public Gate demand() {
    return demand;
  }

  @Override
  public void bind(Execution itself) {
    execution = itself;
    subscriber.onSubscribe(this);
    subscribed = true;
  }

  @Override
  public void take(Object result) {
    demand.leave();
    Subscriber<? super Object> receiver = subscriber;
    if (receiver == null || refusal != null) {
      return;
    }
    if (result == null) {
      // 2.13
      stop(
          new FlowException(
              graph.position(),
              "a value of flow "
                  + graph.name()
                  + " is null, which a publisher cannot pass on; let the algorithm return another"
                  + " value for it"));
      return;
    }
    delivered++;
    receiver.onNext(result);
  }

  @Override
  public void skip() {
    demand.leave();
  }

  @Override
  public void finish(CompletableFuture<Object> done) {
    done.complete(null);
    Subscriber<? super Object> receiver = subscriber;
    if (receiver != null) {
      receiver.onComplete();
    }
  }

  @Override
  public void fail(CompletableFuture<Object> done, Throwable failure) {
    done.completeExceptionally(failure);
    Subscriber<? super Object> receiver = subscriber;
    if (receiver != null) {
      receiver.onError(refusal == null ? failure : refusal);
    }
  }

  @Override
  public void request(long count) {
    if (execution == null) {
      return;
    }
    if (count <= 0) {
      // 3.9
      stop(new IllegalArgumentException(count + " values requested; request 1 or more"));
      return;
    }
    requested.accumulateAndGet(count, (a, b) -> a + b < 0 ? Long.MAX_VALUE : a + b);
    // 1.3: no value before onSubscribe has returned; then the run wakes all its sections.
    if (subscribed) {
      section().wake();
    }
  }

  private void stop(IllegalArgumentException why) {
    if (refusal == null) {
      refusal = why;
      execution.cancel();
    }
  }

  @Override
  public void cancel() {
    subscriber = null;
    if (execution != null) {
      execution.cancel();
    }
  }
}
