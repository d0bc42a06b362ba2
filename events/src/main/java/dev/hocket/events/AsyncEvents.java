package dev.hocket.events;

import dev.hocket.core.Target;
import dev.hocket.events.choice.Nack;
import dev.hocket.events.choice.Never;
import dev.hocket.events.choice.Operation;
import dev.hocket.events.steps.Continuation;
import dev.hocket.events.steps.Failure;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The combinators of asynchronous events; each lists the offers for its creation. */
final class AsyncEvents {
  private AsyncEvents() {}

  private static void requireAll(AsyncEvent<?, ?>[] events) {
    for (AsyncEvent<?, ?> event : events) {
      Objects.requireNonNull(event, "a choice contains null instead of an event");
    }
  }

  /**
   * An asynchronous event whose consumption is a synchronous one; its creation only puts that in
   * place.
   */
  static final class Trans<B> extends AsyncEvent<Void, B> implements Composite {
    private final Event<B> event;

    Trans(Event<B> event) {
      this.event = event;
    }

    /** Returns the consumption if it is a single operation without actions; otherwise null. */
    Operation operation() {
      return event instanceof Primitive<B> primitive ? primitive.operation : null;
    }

    @Override
    void offer(
        BranchCollector collector,
        List<BranchCollector.Offer> offers,
        Continuation after,
        Continuation here)
        throws InterruptedException {
      int from = collector.size();
      event.collect(collector, after);
      offers.add(new BranchCollector.Offer(from, collector.size(), here, false));
    }

    @Override
    public String combinator() {
      return "sTrans";
    }

    @Override
    public List<?> parts() {
      return List.of(event);
    }
  }

  static final class CreationWrapped<A, R, B> extends AsyncEvent<R, B> implements Composite {
    private final AsyncEvent<A, B> event;
    private final Action<? super A, ? extends R> action;

    CreationWrapped(AsyncEvent<A, B> event, Action<? super A, ? extends R> action) {
      this.event = event;
      this.action = action;
    }

    @Override
    void offer(
        BranchCollector collector,
        List<BranchCollector.Offer> offers,
        Continuation after,
        Continuation here)
        throws InterruptedException {
      event.offer(collector, offers, after, new ActionStep(action, here));
    }

    @Override
    public String combinator() {
      return "sWrap";
    }

    @Override
    public List<?> parts() {
      return List.of(event);
    }
  }

  static final class ConsumptionWrapped<A, B, R> extends AsyncEvent<A, R> implements Composite {
    private final AsyncEvent<A, B> event;
    private final Target target;
    private final Action<? super B, ? extends R> action;

    ConsumptionWrapped(
        AsyncEvent<A, B> event, Target target, Action<? super B, ? extends R> action) {
      this.event = event;
      this.target = target;
      this.action = action;
    }

    @Override
    void offer(
        BranchCollector collector,
        List<BranchCollector.Offer> offers,
        Continuation after,
        Continuation here)
        throws InterruptedException {
      Continuation then = new ActionStep(action, after);
      event.offer(
          collector, offers, target == null ? then : new Continuation.Move(target, then), here);
    }

    @Override
    public String combinator() {
      return "aWrap";
    }

    @Override
    public List<?> parts() {
      return target == null ? List.of(event) : List.of(event, "on " + target);
    }
  }

  /** Also sends the outcome of the consumption to a local channel. */
  static final class CalledBack<A, B> extends AsyncEvent<A, B> implements Composite {
    private final AsyncEvent<A, B> event;
    private final Channel<B> local;

    CalledBack(AsyncEvent<A, B> event, Channel<B> local) {
      this.event = event;
      this.local = local;
    }

    @Override
    void offer(
        BranchCollector collector,
        List<BranchCollector.Offer> offers,
        Continuation after,
        Continuation here)
        throws InterruptedException {
      event.offer(collector, offers, new Continuation.Quick(this::callBack, after), here);
    }

    /**
     * Replaces an interrupt by another failure: it belonged to that thread, and must not seem to be
     * one of a thread that waits for the event.
     */
    private static Failure ofNoInterrupt(Failure failed) {
      return failed.exception() instanceof InterruptedException interrupt
          ? new Failure.Thrown(
              new IllegalStateException("a post-consumption action was interrupted", interrupt),
              false)
          : failed;
    }

    @SuppressWarnings("unchecked")
    private void callBack(Object outcome) {
      if (outcome instanceof Failure failed) {
        local.queues.end(ofNoInterrupt(failed));
      } else {
        local.aSend((B) outcome);
      }
    }

    @Override
    public String combinator() {
      return "callbackEvt";
    }

    @Override
    public List<?> parts() {
      return List.of(event);
    }
  }

  static final class Guarded<A, B> extends AsyncEvent<A, B> implements Composite {
    private final String combinator;
    private final List<?> parts;
    private final Maker<? extends AsyncEvent<A, B>> maker;

    /** Makes a combinator that has a guard and parts to name. */
    Guarded(String combinator, List<?> parts, Maker<? extends AsyncEvent<A, B>> maker) {
      this.combinator = combinator;
      this.parts = parts;
      this.maker = maker;
    }

    @Override
    void offer(
        BranchCollector collector,
        List<BranchCollector.Offer> offers,
        Continuation after,
        Continuation here)
        throws InterruptedException {
      collector.changes();
      Objects.requireNonNull(
              maker.make(), "the maker of an aGuard returned null; it must return an event")
          .offer(collector, offers, after, here);
    }

    @Override
    public String combinator() {
      return combinator;
    }

    @Override
    public List<?> parts() {
      return parts;
    }
  }

  static final class Nacked<A, B> extends AsyncEvent<A, B> implements Composite {
    private final Action<Event<Void>, ? extends AsyncEvent<A, B>> maker;

    Nacked(Action<Event<Void>, ? extends AsyncEvent<A, B>> maker) {
      this.maker = maker;
    }

    @Override
    void offer(
        BranchCollector collector,
        List<BranchCollector.Offer> offers,
        Continuation after,
        Continuation here)
        throws InterruptedException {
      IVar<Void> lost = new IVar<>();
      Nack nack = collector.nack(lost);
      Objects.requireNonNull(
              maker.apply(lost.getEvt()),
              "the maker of aWithNack returned null; it must return an event")
          .offer(collector, offers, after, here);
      collector.end(nack);
    }

    @Override
    public String combinator() {
      return "aWithNack";
    }

    @Override
    public List<?> parts() {
      return List.of();
    }
  }

  static final class ChosenAtCreation<A, B> extends AsyncEvent<A, B> implements Composite {
    private final AsyncEvent<?, ?>[] events;

    ChosenAtCreation(AsyncEvent<?, ?>[] events) {
      if (events.length == 0) {
        throw new IllegalArgumentException(
            "aChoose of no events: give it at least one, because it never waits; sChoose of none waits"
                + " for ever");
      }
      requireAll(events);
      this.events = events;
    }

    @Override
    void offer(
        BranchCollector collector,
        List<BranchCollector.Offer> offers,
        Continuation after,
        Continuation here)
        throws InterruptedException {
      collector.changes();
      for (AsyncEvent<?, ?> event : events) {
        event.offer(collector, offers, after, here);
      }
    }

    @Override
    public String combinator() {
      return "aChoose";
    }

    @Override
    public List<?> parts() {
      return Arrays.asList(events);
    }
  }

  static final class ChosenAtConsumption<A, B> extends AsyncEvent<A, B> implements Composite {
    private final AsyncEvent<?, ?>[] events;

    ChosenAtConsumption(AsyncEvent<?, ?>[] events) {
      requireAll(events);
      this.events = events;
    }

    @Override
    void offer(
        BranchCollector collector,
        List<BranchCollector.Offer> offers,
        Continuation after,
        Continuation here)
        throws InterruptedException {
      int from = collector.size();
      if (events.length == 0) {
        collector.add(Never.INSTANCE, null);
      }
      collector.open(true);
      for (AsyncEvent<?, ?> event : events) {
        event.block(collector, after, here);
      }
      collector.close();
      offers.add(new BranchCollector.Offer(from, collector.size(), null, true));
    }

    @Override
    public String combinator() {
      return "sChoose";
    }

    @Override
    public List<?> parts() {
      return Arrays.asList(events);
    }
  }
}
