package dev.hocket.events;

import dev.hocket.events.choice.Branch;
import dev.hocket.events.choice.Branches;
import dev.hocket.events.choice.Nack;
import dev.hocket.events.choice.Never;
import dev.hocket.events.steps.Continuation;
import dev.hocket.events.steps.Failure;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** The combinators of events; each adds its branches to a synchronisation. */
final class SyncEvents {
  private SyncEvents() {}

  static final class Wrapped<T, R> extends Event<R> implements Composite {
    private final Event<T> event;
    private final Action<? super T, ? extends R> action;

    Wrapped(Event<T> event, Action<? super T, ? extends R> action) {
      this.event = event;
      this.action = action;
    }

    @Override
    Branch branch(Continuation then) {
      return event.branch(new ActionStep(action, then));
    }

    @Override
    void collect(BranchCollector collector, Continuation then) throws InterruptedException {
      event.collect(collector, new ActionStep(action, then));
    }

    @Override
    public String combinator() {
      return "wrap";
    }

    @Override
    public List<?> parts() {
      return List.of(event);
    }
  }

  /** An event that calls the library when it commits, on the committing thread. */
  static final class Noted<T> extends Event<T> implements Composite {
    private final Event<T> event;
    private final Runnable note;

    /** Makes the event; {@code note} neither waits nor throws. */
    Noted(Event<T> event, Runnable note) {
      this.event = event;
      this.note = note;
    }

    private Continuation steps(Continuation then) {
      return new Continuation.Quick(this::take, then);
    }

    private void take(Object value) {
      if (!(value instanceof Failure)) {
        note.run();
      }
    }

    @Override
    Branch branch(Continuation then) {
      return event.branch(steps(then));
    }

    @Override
    void collect(BranchCollector collector, Continuation then) throws InterruptedException {
      event.collect(collector, steps(then));
    }

    @Override
    public String combinator() {
      return "listener";
    }

    @Override
    public List<?> parts() {
      return List.of(event);
    }
  }

  static final class Handled<T> extends Event<T> implements Composite {
    private final Event<T> event;
    private final Action<? super Throwable, ? extends T> handler;

    Handled(Event<T> event, Action<? super Throwable, ? extends T> handler) {
      this.event = event;
      this.handler = handler;
    }

    @Override
    void collect(BranchCollector collector, Continuation then) throws InterruptedException {
      event.collect(collector, new Continuation.Handle(new ActionStep(handler, then)));
    }

    @Override
    public String combinator() {
      return "wrapHandler";
    }

    @Override
    public List<?> parts() {
      return List.of(event);
    }
  }

  static final class Guarded<T> extends Event<T> implements Composite {
    private final Supplier<String> what;
    private final Maker<? extends Event<? extends T>> maker;

    /**
     * @param what the event's name in messages
     */
    Guarded(Supplier<String> what, Maker<? extends Event<? extends T>> maker) {
      this.what = what;
      this.maker = maker;
    }

    @Override
    void collect(BranchCollector collector, Continuation then) throws InterruptedException {
      collector.changes();
      Objects.requireNonNull(
              maker.make(), "the maker of a guard returned null; it must return an event")
          .collect(collector, then);
    }

    @Override
    public String combinator() {
      return what.get();
    }

    @Override
    public List<?> parts() {
      return List.of();
    }
  }

  static final class Nacked<T> extends Event<T> implements Composite {
    private final Action<Event<Void>, ? extends Event<? extends T>> maker;

    Nacked(Action<Event<Void>, ? extends Event<? extends T>> maker) {
      this.maker = maker;
    }

    @Override
    void collect(BranchCollector collector, Continuation then) throws InterruptedException {
      IVar<Void> lost = new IVar<>();
      Nack nack = collector.nack(lost);
      Objects.requireNonNull(
              maker.apply(lost.getEvt()),
              "the maker of withNack returned null; it must return an event")
          .collect(collector, then);
      collector.end(nack);
    }

    @Override
    public String combinator() {
      return "withNack";
    }

    @Override
    public List<?> parts() {
      return List.of();
    }
  }

  static final class Chosen<T> extends Event<T> implements Composite {
    private final Event<?>[] events;
    private final boolean fair;

    Chosen(Event<?>[] events, boolean fair) {
      this.events = events;
      this.fair = fair;
      for (Event<?> event : this.events) {
        Objects.requireNonNull(event, "a choice contains null instead of an event");
      }
    }

    @Override
    Branches simply() {
      if (!fair || events.length == 0) {
        return null;
      }
      Branch[] branches = new Branch[events.length];
      for (int i = 0; i < branches.length; i++) {
        Branch branch = events[i].branch(null);
        if (branch == null) {
          return null;
        }
        branches[i] = branch;
      }
      return new Branches(branches, Branches.NO_NACKS, null);
    }

    @Override
    void collect(BranchCollector collector, Continuation then) throws InterruptedException {
      if (events.length == 0) {
        collector.add(Never.INSTANCE, null);
        return;
      }
      collector.open(fair);
      for (Event<?> event : events) {
        event.collect(collector, then);
      }
      collector.close();
    }

    @Override
    public String combinator() {
      return fair ? "choose" : "prefer";
    }

    @Override
    public List<?> parts() {
      return Arrays.asList(events);
    }
  }

  /** The creation half of an asynchronous event that commits when it is consumed. */
  static final class Trans<A> extends Event<A> implements Composite {
    private final AsyncEvent<A, ?> event;

    Trans(AsyncEvent<A, ?> event) {
      this.event = event;
    }

    @Override
    void collect(BranchCollector collector, Continuation then) throws InterruptedException {
      event.block(collector, null, then);
    }

    @Override
    public String combinator() {
      return "aTrans";
    }

    @Override
    public List<?> parts() {
      return List.of(event);
    }
  }
}
