package dev.hocket.events;

import dev.hocket.events.choice.Synchronizer;
import dev.hocket.events.steps.Continuation;
import dev.hocket.events.steps.Failure;
import java.util.Objects;
import java.util.concurrent.Flow;

/**
 * Fills a channel with the items of a publisher, and requests another item for each one consumed.
 */
final class Subscriber<T> implements Flow.Subscriber<T> {
  private final Channel<T> channel;
  private final int prefetch;

  /** The subscription; set before any item comes, as the publisher promises. */
  private volatile Flow.Subscription subscription;

  Subscriber(Channel<T> channel, int prefetch) {
    this.channel = channel;
    this.prefetch = prefetch;
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    Objects.requireNonNull(newSubscription, "subscription");
    if (subscription != null) {
      newSubscription.cancel();
      return;
    }
    subscription = newSubscription;
    request(prefetch);
  }

  @Override
  public void onNext(T item) {
    Objects.requireNonNull(item, "item");
    Continuation ask = new Continuation.Quick(this::consumed, new Continuation.Drop());
    try {
      Synchronizer.deposit(channel.queues.sending(item), ask);
    } catch (InterruptedException impossible) {
      throw new AssertionError("a channel without a limit made a send wait", impossible);
    }
  }

  @Override
  public void onError(Throwable failure) {
    endWith(Objects.requireNonNull(failure, "failure"));
  }

  @Override
  public void onComplete() {
    channel.close();
  }

  /** Handles a receive: {@code outcome} is null, or a {@link Failure} if the channel has ended. */
  private void consumed(Object outcome) {
    if (outcome instanceof Failure) {
      subscription.cancel();
    } else {
      request(1);
    }
  }

  /** Requests items. An exception thrown here would be lost, and no item would ever come. */
  private void request(int items) {
    try {
      subscription.request(items);
    } catch (Throwable refusal) {
      endWith(refusal);
      subscription.cancel();
    }
  }

  private void endWith(Throwable failure) {
    channel.queues.end(new ChannelEnd(channel.name(), failure, true));
  }
}
