package dev.hocket.events.model;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Offers below the choices between them. */
sealed interface Tree {

  record Leaf(Offer offer) implements Tree {}

  /**
   * A choice: {@code ordered} if an earlier branch has precedence over a later one when both could
   * be taken.
   */
  record Branches(boolean ordered, List<Tree> branches) implements Tree {}

  /**
   * Returns the ready offers that the choices allow: any of them, but below {@code prefer} only
   * those of the first branch.
   */
  default List<Offer> select(Predicate<Offer> ready) {
    return switch (this) {
      case Leaf leaf -> ready.test(leaf.offer) ? List.of(leaf.offer) : List.of();
      case Branches b when b.ordered ->
          b.branches.stream()
              .map(t -> t.select(ready))
              .filter(o -> !o.isEmpty())
              .findFirst()
              .orElse(List.of());
      case Branches b ->
          b.branches.stream().flatMap(t -> t.select(ready).stream()).distinct().toList();
    };
  }

  default Tree map(UnaryOperator<Offer> f) {
    return switch (this) {
      case Leaf leaf -> new Leaf(f.apply(leaf.offer));
      case Branches b -> new Branches(b.ordered, b.branches.stream().map(t -> t.map(f)).toList());
    };
  }

  default List<Offer> offers() {
    return switch (this) {
      case Leaf leaf -> List.of(leaf.offer);
      case Branches b -> b.branches.stream().flatMap(t -> t.offers().stream()).toList();
    };
  }

  /** Returns the channels on which there is an offer. */
  default Set<String> channels() {
    Set<String> channels = new TreeSet<>();
    for (Offer offer : offers()) {
      switch (offer.act()) {
        case Offer.Give give -> channels.add(give.channel());
        case Offer.Take take -> channels.add(take.channel());
        case Offer.Now now -> {}
        case Offer.Nacked nacked -> {}
        case Offer.Later later -> {}
      }
    }
    return channels;
  }
}
