package dev.hocket.flow;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicLong;

/** Hands the values of a run to a subscriber, as many as it requests. */
final class Publication extends Collector implements Subscription {
  private final Subscriber<? super Object> subscriber;
  private final AtomicLong requested = new AtomicLong();
  private final Gate demand = new Gate(this::room);
  private volatile Run run;
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
  Results keeps() {
    return null;
  }

  @Override
  Gate demand() {
    return demand;
  }

  @Override
  void bind(Run itself) {
    run = itself;
    subscriber.onSubscribe(this);
  }

  @Override
  void take(Object result) {
    demand.leave();
    if (!cancelled) {
      delivered++;
      subscriber.onNext(result);
    }
  }

  @Override
  void skip() {
    demand.leave();
  }

  @Override
  void finish(CompletableFuture<Object> done) {
    done.complete(null);
    if (!cancelled) {
      subscriber.onComplete();
    }
  }

  @Override
  void fail(CompletableFuture<Object> done, Throwable failure) {
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
    run.cancel();
  }
}
