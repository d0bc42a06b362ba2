package dev.hocket.events.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The rules for synchronisations whose guards have run: how one meets another, waits, and ends without a partner. */
final class Meetings {
  private final State state;
  private final String actor;
  private final List<Step> steps;

  /** Steps of {@code actor}, a process or a synchronisation, are added to {@code steps}. */
  Meetings(State state, String actor, List<Step> steps) {
    this.state = state;
    this.actor = actor;
    this.steps = steps;
  }

  /** Makes a process end because of {@code cause}; the nacks of all synchronisations that it is in fire first. */
  static void die(Draft draft, String name, String cause) {
    Proc proc = draft.procs.get(name);
    draft.failure(cause);
    draft.procs.put(name, new Proc(fire(proc.nacks()), proc.fresh(), false));
  }

  /** A process arrives at its channels: it takes what it can have at once, and deposits its offers if that is nothing. */
  void arrive(Proc proc, Frame.Syncing frame) {
    Form form = Form.of(frame.event());
    boolean waits = form instanceof Form.Waits;
    Pending sync =
        new Pending(frame.id(), waits ? Optional.of(actor) : Optional.empty(), form.offers(), frame.event().nacks());
    List<Offer> ready = form.offers().select(offer -> isReady(offer));
    for (Offer offer : ready) {
      arriveBy(proc, form, sync, offer);
    }
    if (ready.isEmpty()) {
      Draft draft = new Draft(state);
      draft.deposit(sync);
      draft.procs.put(actor, goesOn(proc, form, new Frame.Syncing(frame.id(), frame.event(), true)));
      add(waits ? Rule.WAIT : Rule.DEPOSIT, draft);
    }
    if (waits && proc.interrupted()) {
      add(Rule.INTERRUPTED, dead("interrupted"));
    }
  }

  /** What may end a synchronisation that is on its channels, other than a partner that arrives. */
  void later(Pending sync) {
    unpartnered(sync);
    if (state.procs().get(actor).interrupted()) {
      Draft draft = dead("interrupted");
      draft.withdraw(sync);
      add(Rule.INTERRUPTED, draft);
    }
  }

  /** The same for one that nobody waits for. */
  void unpartnered(Pending sync) {
    for (Offer offer : sync.offers().select(o -> o.act() instanceof Offer.Nacked n && hasFired(n))) {
      Draft draft = new Draft(state);
      commit(draft, sync, offer, Value.UNIT);
      add(Rule.NACKED, draft);
    }
    for (Offer offer : sync.offers().select(o -> refusal(o, true).isPresent())) {
      Draft draft = new Draft(state);
      draft.withdraw(sync);
      String cause = refusal(offer, true).orElseThrow().cause();
      if (sync.waiter().isPresent()) {
        die(draft, sync.waiter().get(), cause);
      } else {
        draft.failure(cause);
        spawn(draft, sync.id(), fire(sync.nacks().stream().sorted().toList()));
      }
      add(Rule.REFUSED, draft);
    }
  }

  private void arriveBy(Proc proc, Form form, Pending sync, Offer offer) {
    Optional<State.Ending> refusal = refusal(offer, false);
    if (refusal.isPresent()) {
      add(Rule.REFUSED, dead(refusal.get().cause()));
      return;
    }
    switch (offer.act()) {
      case Offer.Now now -> add(Rule.ALWAYS, arrived(proc, form, sync, offer, now.value()));
      case Offer.Nacked nacked -> add(Rule.NACKED, arrived(proc, form, sync, offer, Value.UNIT));
      case Offer.Give give -> {
        Pending partner = partner(offer).orElseThrow();
        for (Offer other : partner.offers().select(o -> o.takes(give.channel()))) {
          Draft draft = arrived(proc, form, sync, offer, Value.UNIT);
          commit(draft, partner, other, give.value());
          add(Rule.MATCH, draft);
        }
      }
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

  private Draft arrived(Proc proc, Form form, Pending sync, Offer offer, Value value) {
    Draft draft = new Draft(state);
    draft.procs.put(actor, goesOn(proc, form, proc.top()));
    commit(draft, sync, offer, value);
    return draft;
  }

  /** Whoever leaves its offers goes on with what follows the creation; whoever waits stays as it is. */
  private static Proc goesOn(Proc proc, Form form, Frame stays) {
    return proc.replace(form instanceof Form.Leaves leaves ? new Frame.Calls(Value.UNIT, leaves.creation()) : stays);
  }

  /** Ends a synchronisation by one of its offers: the waiter, or a new process, goes on when the losers' nacks fired. */
  private void commit(Draft draft, Pending sync, Offer offer, Value value) {
    draft.withdraw(sync);
    List<Frame> then = new ArrayList<>(fire(sync.nacks().stream().filter(n -> !offer.nacks().contains(n)).sorted().toList()));
    if (sync.waiter().isPresent()) {
      then.add(new Frame.Calls(value, offer.then()));
      draft.procs.computeIfPresent(sync.waiter().get(), (n, p) -> p.replace(then.toArray(Frame[]::new)));
    } else {
      if (!offer.then().isEmpty()) {
        then.add(new Frame.Calls(value, offer.then()));
      }
      spawn(draft, sync.id(), then);
    }
    for (int i = 0; i < offer.processes().size(); i++) {
      spawn(draft, sync.id() + "." + i, List.of(new Frame.Calls(value, offer.processes().get(i))));
    }
  }

  private boolean isReady(Offer offer) {
    return switch (offer.act()) {
      case Offer.Now now -> true;
      case Offer.Nacked nacked -> hasFired(nacked);
      case Offer.Give give -> refusal(offer, false).isPresent() || partner(offer).isPresent();
      case Offer.Take take -> refusal(offer, false).isPresent() || partner(offer).isPresent();
    };
  }

  private boolean hasFired(Offer.Nacked nacked) {
    return state.fired().contains(nacked.nack());
  }

  /**
   * The first synchronisation on the channel that offers the opposite. A synchronisation that arrives is on no channel
   * yet, so it never finds itself.
   */
  private Optional<Pending> partner(Offer offer) {
    return switch (offer.act()) {
      case Offer.Give give -> first(give.channel(), o -> o.takes(give.channel()));
      case Offer.Take take -> first(take.channel(), o -> o.gives(take.channel()));
      case Offer.Now now -> Optional.empty();
      case Offer.Nacked nacked -> Optional.empty();
    };
  }

  private Optional<Pending> first(String channel, Predicate<Offer> opposite) {
    return state.queues().getOrDefault(channel, List.of()).stream()
        .map(state.pending()::get)
        .filter(pending -> pending.offers().offers().stream().anyMatch(opposite))
        .findFirst();
  }

  /**
   * The end of its channel that keeps an offer from being taken. What was sent before a close can still be received;
   * nothing can after a failure.
   */
  private Optional<State.Ending> refusal(Offer offer, boolean deposited) {
    return switch (offer.act()) {
      case Offer.Give give -> ending(give.channel()).filter(ending -> ending.failed() || !deposited);
      case Offer.Take take ->
          ending(take.channel()).filter(ending -> ending.failed() || deposited || partner(offer).isEmpty());
      case Offer.Now now -> Optional.empty();
      case Offer.Nacked nacked -> Optional.empty();
    };
  }

  private Optional<State.Ending> ending(String channel) {
    return Optional.ofNullable(state.ended().get(channel));
  }

  private Draft dead(String cause) {
    Draft draft = new Draft(state);
    die(draft, actor, cause);
    return draft;
  }

  private static List<Frame> fire(List<String> nacks) {
    return nacks.isEmpty() ? List.of() : List.of(new Frame.Fire(nacks));
  }

  private static void spawn(Draft draft, String name, List<Frame> stack) {
    if (!stack.isEmpty()) {
      draft.procs.put(name, new Proc(List.copyOf(stack), 0, false));
    }
  }

  private void add(Rule rule, Draft draft) {
    steps.add(new Step(rule, actor, Optional.empty(), draft.done()));
  }
}
