package dev.hocket.events.model;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Event expressions, synchronous and asynchronous ones. Where the library has two methods for two
 * types of Java, {@link Form} distinguishes the cases here: {@code wrap} and {@code sWrap} are one
 * expression, and so are the two guards and the two kinds of {@code withNack}.
 */
sealed interface Ev {

  record Send(Exp channel, Exp value) implements Ev {}

  record Recv(Exp channel) implements Ev {}

  record Always(Exp value) implements Ev {}

  record Never() implements Ev {}

  record TimeOut() implements Ev {}

  record Wrap(Ev event, Fn f) implements Ev {}

  record AWrap(Ev event, Fn f) implements Ev {}

  record Guard(Block body) implements Ev {}

  record WithNack(String nack, Block body) implements Ev {}

  record Choose(List<Ev> branches) implements Ev {}

  record Prefer(List<Ev> branches) implements Ev {}

  record AChoose(List<Ev> branches) implements Ev {}

  record ATrans(Ev event) implements Ev {}

  record STrans(Ev event) implements Ev {}

  /** The event that a variable holds. */
  record Use(Exp event) implements Ev {}

  /**
   * The event that the function of a {@code withNack} returned; occurs only in a running program.
   */
  record Nacked(String nack, Ev event) implements Ev {}

  /** A nack as an event; occurs only in a running program. */
  record Nack(String nack) implements Ev {}

  default Ev bind(String name, Value value) {
    return switch (this) {
      case Send s -> new Send(s.channel.bind(name, value), s.value.bind(name, value));
      case Recv r -> new Recv(r.channel.bind(name, value));
      case Always a -> new Always(a.value.bind(name, value));
      case Wrap w -> new Wrap(w.event.bind(name, value), w.f.bind(name, value));
      case AWrap w -> new AWrap(w.event.bind(name, value), w.f.bind(name, value));
      case Guard g -> new Guard(g.body.bind(name, value));
      case WithNack w -> new WithNack(w.nack, w.body.bind(name, value));
      case Use u ->
          u.event instanceof Exp.Var v && v.name().equals(name) ? new Exp.Lit(value).event() : u;
      default -> mapParts(part -> part.bind(name, value));
    };
  }

  /** The direct parts of this event. */
  default List<Ev> parts() {
    return switch (this) {
      case Wrap w -> List.of(w.event);
      case AWrap w -> List.of(w.event);
      case ATrans t -> List.of(t.event);
      case STrans t -> List.of(t.event);
      case Nacked n -> List.of(n.event);
      case Choose c -> c.branches;
      case Prefer p -> p.branches;
      case AChoose c -> c.branches;
      case Send s -> List.of();
      case Recv r -> List.of();
      case Always a -> List.of();
      case Never n -> List.of();
      case TimeOut t -> List.of();
      case Guard g -> List.of();
      case WithNack w -> List.of();
      case Use u -> List.of();
      case Nack n -> List.of();
    };
  }

  private Ev mapParts(UnaryOperator<Ev> f) {
    return switch (this) {
      case Wrap w -> new Wrap(f.apply(w.event), w.f);
      case AWrap w -> new AWrap(f.apply(w.event), w.f);
      case ATrans t -> new ATrans(f.apply(t.event));
      case STrans t -> new STrans(f.apply(t.event));
      case Nacked n -> new Nacked(n.nack, f.apply(n.event));
      case Choose c -> new Choose(c.branches.stream().map(f).toList());
      case Prefer p -> new Prefer(p.branches.stream().map(f).toList());
      case AChoose c -> new AChoose(c.branches.stream().map(f).toList());
      default -> this;
    };
  }

  /** Finds the leftmost part (outer before inner) of one of these kinds. */
  default Optional<Ev> find(Set<Class<? extends Ev>> kinds) {
    return kinds.contains(getClass())
        ? Optional.of(this)
        : parts().stream().flatMap(part -> part.find(kinds).stream()).findFirst();
  }

  /** Returns this event with {@code with} in the place where {@link #find} finds these kinds. */
  default Ev replace(Set<Class<? extends Ev>> kinds, Ev with) {
    if (kinds.contains(getClass())) {
      return with;
    }
    boolean[] done = {false};
    return mapParts(part -> {
      if (done[0] || part.find(kinds).isEmpty()) {
        return part;
      }
      done[0] = true;
      return part.replace(kinds, with);
    });
  }

  /** Returns all nacks of this event's guards. */
  default Set<String> nacks() {
    Set<String> nacks = new HashSet<>();
    if (this instanceof Nacked nacked) {
      nacks.add(nacked.nack);
    }
    parts().forEach(part -> nacks.addAll(part.nacks()));
    return nacks;
  }
}
