package dev.hocket.flow;

import dev.hocket.flow.engine.Collector;
import dev.hocket.flow.engine.Execution;
import dev.hocket.flow.engine.Gate;
import dev.hocket.flow.settings.Results;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicLong;

/** Hands the values of a run to a subscriber, as many as it requests. */
final class Publication extends Collector implements Subscription {
  private final Subscriber<? super Object> subscriber;
  private final AtomicLong requested = new AtomicLong();
  private final Gate demand = new Gate(this::room);
  private volatile Execution execution;
  private volatile boolean cancelled;
  private volatile IllegalArgumentException refusal;

  /** How many values have been handed over; only the collector's section uses it. */
  private long delivered;

  Publication(Subscriber<? super Object> subscriber) {
    super(Results.NONE);
    this.subscriber = subscriber;
  }

  /** How many packets may come now; the step's gate has counted those that are inside. */
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
  }

  @Override
  public void take(Object result) {
    demand.leave();
    if (!cancelled) {
      delivered++;
      subscriber.onNext(result);
    }
  }

  @Override
  public void skip() {
    demand.leave();
  }

  @Override
  public void finish(CompletableFuture<Object> done) {
    done.complete(null);
    if (!cancelled) {
      subscriber.onComplete();
    }
  }

  @Override
  public void fail(CompletableFuture<Object> done, Throwable failure) {
    done.completeExceptionally(failure);
    if (refusal != null) {
      subscriber.onError(refusal);
    } else if (!cancelled) {
      subscriber.onError(failure);
    }
  }

  @Override
  public void request(long count) {
    if (count <= 0) {
      refusal = new IllegalArgumentException(count + " values requested; request 1 or more");
      cancel();
      return;
    }
    requested.accumulateAndGet(count, (a, b) -> a + b < 0 ? Long.MAX_VALUE : a + b);
    section().wake();
  }

  @Override
  public void cancel() {
    cancelled = true;
    execution.cancel();
  }
}
