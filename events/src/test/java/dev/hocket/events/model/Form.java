package dev.hocket.events.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An event after its guards have run and {@code aChoose} has picked: the paper's pair of creation
 * and consumption. {@link #of} has an equation for each kind of event.
 */
sealed interface Form {

  Tree offers();

  /** A synchronous event: its process waits until one of the offers is taken. */
  record Waits(Tree offers) implements Form {}

  /** An asynchronous event: its process deposits the offers and continues with {@code creation}. */
  record Leaves(List<Fn> creation, Tree offers) implements Form {}

  static Form of(Ev event) {
    return switch (event) {
      case Ev.Send s -> base(new Offer.Give(s.channel().channel(), s.value().value()));
      case Ev.Recv r -> base(new Offer.Take(r.channel().channel()));
      case Ev.Always a -> base(new Offer.Now(a.value().value()));
      case Ev.Nack n -> base(new Offer.Nacked(n.nack()));
      case Ev.TimeOut t -> base(new Offer.Later());
      case Ev.Never n -> new Waits(new Tree.Branches(false, List.of()));
      case Ev.Wrap w ->
          switch (of(w.event())) {
            case Waits waits -> new Waits(waits.offers.map(o -> o.andThen(w.f())));
            case Leaves leaves -> new Leaves(plus(leaves.creation, w.f()), leaves.offers);
          };
      case Ev.AWrap w ->
          switch (of(w.event())) {
            case Waits waits -> new Waits(waits.offers.map(o -> o.andConsumed(w.f())));
            case Leaves leaves ->
                new Leaves(leaves.creation, leaves.offers.map(o -> o.andThen(w.f())));
          };
      case Ev.Nacked n -> of(n.event()).map(o -> o.under(n.nack()));
      case Ev.Choose c -> choice(false, c.branches());
      case Ev.Prefer p -> choice(true, p.branches());
      case Ev.ATrans t ->
          switch (of(t.event())) {
            case Waits waits -> waits;
            case Leaves leaves -> new Waits(leaves.offers.map(o -> o.awaited(leaves.creation)));
          };
      case Ev.STrans t -> new Leaves(List.of(), waits(t.event()).map(Offer::left));
      case Ev.Guard g -> throw new IllegalArgumentException("has not run: " + g);
      case Ev.WithNack w -> throw new IllegalArgumentException("has not run: " + w);
      case Ev.AChoose c -> throw new IllegalArgumentException("has not picked: " + c);
      case Ev.Use u -> throw new IllegalArgumentException("unbound: " + u);
    };
  }

  /** Returns whether the event is a single send, perhaps with functions. */
  static boolean isOneSend(Ev event) {
    return switch (event) {
      case Ev.Send send -> true;
      case Ev.Wrap wrap -> isOneSend(wrap.event());
      case Ev.AWrap wrap -> isOneSend(wrap.event());
      case Ev.STrans trans -> isOneSend(trans.event());
      default -> false;
    };
  }

  private static Form base(Offer.Act act) {
    return new Waits(new Tree.Leaf(Offer.of(act)));
  }

  private static Form choice(boolean ordered, List<Ev> branches) {
    return new Waits(new Tree.Branches(ordered, branches.stream().map(Form::waits).toList()));
  }

  private static Tree waits(Ev event) {
    return switch (of(event)) {
      case Waits waits -> waits.offers;
      case Leaves leaves ->
          throw new IllegalArgumentException("asynchronous, wants aTrans: " + event);
    };
  }

  private Form map(UnaryOperator<Offer> f) {
    return switch (this) {
      case Waits waits -> new Waits(waits.offers.map(f));
      case Leaves leaves -> new Leaves(leaves.creation, leaves.offers.map(f));
    };
  }

  private static <T> List<T> plus(List<T> list, T last) {
    List<T> longer = new ArrayList<>(list);
    longer.add(last);
    return List.copyOf(longer);
  }
}
