package dev.hocket.events.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rules for synchronisations whose guards have run: how one meets another, waits, and ends
 * without a partner.
 */
final class Meetings {
  private final State state;
  private final String actor;
  private final List<Step> steps;

  /** Collects in {@code steps} the next steps of {@code actor}, a process or a synchronisation. */
  Meetings(State state, String actor, List<Step> steps) {
    this.state = state;
    this.actor = actor;
    this.steps = steps;
  }

  /**
   * Takes the steps of a process that arrives at its channels: it takes a ready offer, or deposits
   * its offers if none is ready.
   */
  void arrive(Proc proc, Frame.Syncing frame) {
    Form form = Form.of(frame.event());
    boolean waits = form instanceof Form.Waits;
    if (!waits && !frame.async()) {
      throw new IllegalStateException("sync of an asynchronous event: " + frame.event());
    }
    Optional<String> waiter = waits ? Optional.of(actor) : Optional.empty();
    Pending sync = new Pending(frame.id(), waiter, form.offers(), frame.event().nacks());
    List<Offer> ready = form.offers().select(this::isReady);
    for (Offer offer : ready) {
      arriveBy(proc, form, sync, offer);
    }
    Optional<String> full = waits ? Optional.empty() : full(form, frame);
    if (ready.isEmpty() && full.isPresent()) {
      Draft draft = new Draft(state);
      if (state.kind(full.get()).waits()) {
        draft.procs.put(actor, proc.replace(frame.waitsForRoom(full.get())));
        draft.standInLine(actor, full.get());
      } else {
        Unwinding.raise(draft, actor, full.get() + " full");
      }
      add(Rule.FULL, draft);
    } else if (ready.isEmpty()) {
      Draft draft = new Draft(state);
      draft.deposit(sync);
      draft.procs.put(actor, goesOn(proc, form, frame.deposited()));
      add(waits ? Rule.WAIT : Rule.DEPOSIT, draft);
    }
  }

  /** Finds the first channel without room for a synchronisation without a waiting process. */
  private Optional<String> full(Form form, Frame.Syncing frame) {
    return form.offers().offers().stream()
        .filter(offer -> offer.act() instanceof Offer.Give)
        .map(offer -> ((Offer.Give) offer.act()).channel())
        .filter(channel -> state.kind(channel).isLimited())
        .filter(channel -> !frame.hasRoomAt(channel) && !state.hasRoom(channel))
        .findFirst();
  }

  /** Adds the ways in which a waiting synchronisation can end without a partner. */
  void later(Pending sync) {
    for (Offer offer :
        sync.offers().select(o -> o.act() instanceof Offer.Nacked n && hasFired(n))) {
      Draft draft = new Draft(state);
      commit(draft, sync, offer, Value.UNIT);
      add(Rule.NACKED, draft);
    }
    for (Offer offer : sync.offers().select(o -> o.act() instanceof Offer.Later)) {
      Draft draft = new Draft(state);
      commit(draft, sync, offer, Value.UNIT);
      add(Rule.TIME, draft);
    }
    for (Offer offer : sync.offers().select(o -> refusal(o, true).isPresent())) {
      Draft draft = new Draft(state);
      refuse(draft, sync, offer, refusal(offer, true).orElseThrow());
      add(Rule.REFUSED, draft);
    }
    if (sync.waiter().isPresent() && state.procs().get(actor).interrupted()) {
      Draft draft = new Draft(state);
      draft.withdraw(sync);
      Unwinding.interrupt(draft, actor);
      add(Rule.INTERRUPTED, draft);
    }
  }

  private void arriveBy(Proc proc, Form form, Pending sync, Offer offer) {
    Optional<Refusal> refusal = refusal(offer, false);
    if (refusal.isPresent()) {
      Draft draft = new Draft(state);
      if (!(form instanceof Form.Waits) && Unwinding.isHandled(offer.then())) {
        draft.procs.put(actor, goesOn(proc, form, proc.top()));
        refuse(draft, sync, offer, refusal.get());
      } else {
        // This also holds if no process would wait: the failure can surface here.
        refuse(
            draft,
            new Pending(sync.id(), Optional.of(actor), sync.offers(), sync.nacks()),
            offer,
            refusal.get());
      }
      add(Rule.REFUSED, draft);
      return;
    }
    switch (offer.act()) {
      case Offer.Now now -> add(Rule.ALWAYS, arrived(proc, form, sync, offer, now.value()));
      case Offer.Nacked nacked -> add(Rule.NACKED, arrived(proc, form, sync, offer, Value.UNIT));
      case Offer.Later later -> throw new IllegalStateException("is never possible at once");
      case Offer.Give give when partner(offer).isEmpty() -> {
        Draft draft = arrived(proc, form, sync, offer, Value.UNIT);
        draft.store(give.channel(), give.value());
        add(Rule.STORE, draft);
      }
      case Offer.Give give -> {
        Pending partner = partner(offer).orElseThrow();
        for (Offer other : partner.offers().select(o -> o.takes(give.channel()))) {
          Draft draft = arrived(proc, form, sync, offer, Value.UNIT);
          commit(draft, partner, other, give.value());
          add(Rule.MATCH, draft);
        }
      }
      case Offer.Take take when !state.buffer(take.channel()).isEmpty() ->
          fetch(proc, form, sync, offer, take.channel());
      case Offer.Take take -> {
        Pending partner = partner(offer).orElseThrow();
        for (Offer other : partner.offers().select(o -> o.gives(take.channel()))) {
          Value value = ((Offer.Give) other.act()).value();
          Draft draft = arrived(proc, form, sync, offer, value);
          commit(draft, partner, other, Value.UNIT);
          add(Rule.MATCH, draft);
        }
      }
    }
  }

  /** Fetches a value; the value of the first waiting sender takes its place in the buffer. */
  private void fetch(Proc proc, Form form, Pending sync, Offer offer, String channel) {
    Value value = state.buffer(channel).getFirst();
    Optional<Pending> sender = partner(offer);
    if (sender.isEmpty()) {
      Draft draft = arrived(proc, form, sync, offer, value);
      draft.fetch(channel);
      add(Rule.FETCH, draft);
      return;
    }
    for (Offer other : sender.get().offers().select(o -> o.gives(channel))) {
      Draft draft = arrived(proc, form, sync, offer, value);
      draft.fetch(channel);
      draft.store(channel, ((Offer.Give) other.act()).value());
      commit(draft, sender.get(), other, Value.UNIT);
      add(Rule.FETCH, draft);
    }
  }

  private Draft arrived(Proc proc, Form form, Pending sync, Offer offer, Value value) {
    Draft draft = new Draft(state);
    draft.procs.put(actor, goesOn(proc, form, proc.top()));
    commit(draft, sync, offer, value);
    return draft;
  }

  /**
   * Returns a process after its offers: if it deposits them it continues after the creation; if it
   * waits it stays unchanged.
   */
  private static Proc goesOn(Proc proc, Form form, Frame stays) {
    return proc.replace(
        form instanceof Form.Leaves leaves
            ? new Frame.Calls(Value.UNIT, leaves.creation())
            : stays);
  }

  /**
   * Ends a synchronisation by one of its offers: the waiter, or a new process, continues after the
   * nacks of the offers that were not chosen have fired.
   */
  private static void commit(Draft draft, Pending sync, Offer offer, Value value) {
    goOn(draft, sync, offer, value);
    for (int i = 0; i < offer.processes().size(); i++) {
      draft.procs.put(
          sync.id() + "." + i, Proc.of(new Frame.Calls(value, offer.processes().get(i))));
    }
  }

  private static void goOn(Draft draft, Pending sync, Offer offer, Value value) {
    draft.withdraw(sync);
    List<String> losers =
        sync.nacks().stream().filter(n -> !offer.nacks().contains(n)).sorted().toList();
    List<Frame> then = new ArrayList<>(Unwinding.fire(losers));
    if (sync.waiter().isPresent()) {
      then.add(new Frame.Calls(value, offer.then()));
      draft.procs.computeIfPresent(
          sync.waiter().get(), (n, p) -> p.replace(then.toArray(Frame[]::new)));
      return;
    }
    if (!offer.then().isEmpty()) {
      then.add(new Frame.Calls(value, offer.then()));
    }
    draft.procs.put(sync.id(), Proc.of(then.toArray(Frame[]::new)));
  }

  /**
   * Ends a synchronisation by an offer that its channel refuses. If a process waits, the failure is
   * thrown there. Otherwise the post-consumption actions get it; a close is reported only to those
   * that handle failures.
   */
  private static void refuse(Draft draft, Pending sync, Offer offer, Refusal refusal) {
    goOn(draft, sync, offer, Value.UNIT);
    String process = sync.waiter().orElse(sync.id());
    boolean quiet =
        refusal.ending().failed() ? offer.then().isEmpty() : !Unwinding.isHandled(offer.then());
    if (sync.waiter().isPresent() || !quiet) {
      Unwinding.raise(draft, process, refusal.cause());
    } else {
      draft.procs.computeIfPresent(
          process,
          (n, p) ->
              Proc.of(
                  p.stack().stream().filter(f -> f instanceof Frame.Fire).toArray(Frame[]::new)));
    }
  }

  private boolean isReady(Offer offer) {
    return switch (offer.act()) {
      case Offer.Now now -> true;
      case Offer.Nacked nacked -> hasFired(nacked);
      case Offer.Later later -> false;
      case Offer.Give give ->
          refusal(offer, false).isPresent()
              || partner(offer).isPresent()
              || state.hasBufferRoom(give.channel());
      case Offer.Take take ->
          refusal(offer, false).isPresent()
              || partner(offer).isPresent()
              || !state.buffer(take.channel()).isEmpty();
    };
  }

  private boolean hasValue(String channel, Offer take) {
    return partner(take).isPresent() || !state.buffer(channel).isEmpty();
  }

  private boolean hasFired(Offer.Nacked nacked) {
    return state.fired().contains(nacked.nack());
  }

  /**
   * Finds the first synchronisation on the channel that offers the opposite. A synchronisation that
   * arrives is on no channel yet, so it never finds itself.
   */
  private Optional<Pending> partner(Offer offer) {
    return switch (offer.act()) {
      case Offer.Give give -> state.first(give.channel(), o -> o.takes(give.channel()));
      case Offer.Take take -> state.first(take.channel(), o -> o.gives(take.channel()));
      case Offer.Now now -> Optional.empty();
      case Offer.Nacked nacked -> Optional.empty();
      case Offer.Later later -> Optional.empty();
    };
  }

  /** The reason why an offer cannot be taken. */
  private record Refusal(String channel, State.Ending ending) {
    String cause() {
      return channel + " " + ending.cause();
    }
  }

  /**
   * Returns the refusal, if any: values sent before a close, not before a failure, can be received.
   */
  private Optional<Refusal> refusal(Offer offer, boolean deposited) {
    return switch (offer.act()) {
      case Offer.Give give -> ending(give.channel()).filter(r -> r.ending.failed() || !deposited);
      case Offer.Take take ->
          ending(take.channel())
              .filter(r -> r.ending.failed() || deposited || !hasValue(take.channel(), offer));
      case Offer.Now now -> Optional.empty();
      case Offer.Nacked nacked -> Optional.empty();
      case Offer.Later later -> Optional.empty();
    };
  }

  private Optional<Refusal> ending(String channel) {
    return Optional.ofNullable(state.ended().get(channel))
        .map(ending -> new Refusal(channel, ending));
  }

  private void add(Rule rule, Draft draft) {
    steps.add(new Step(rule, actor, Optional.empty(), draft.done()));
  }
}
