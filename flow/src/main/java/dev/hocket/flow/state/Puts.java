package dev.hocket.flow.state;

import java.util.Objects;
import java.util.stream.Stream;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;

/** What fields and other objects hold after instructions that put values into them. */
final class Puts {
  private final StateAnalysis analysis;
  private final Knowledge known;
  private final StateTypes types;
  private final Stores stores;
  private final Unknowns unknowns;
  private final Effects effects;
  private final StaticUse staticUse;

  Puts(StateAnalysis analysis) {
    this.analysis = analysis;
    this.known = analysis.known();
    this.types = analysis.types();
    this.stores = analysis.stores();
    this.unknowns = analysis.unknowns();
    this.effects = analysis.effects();
    this.staticUse = analysis.staticUse();
  }

  StateValue getField(FieldInsnNode insn, StateValue receiver) {
    Type type = Type.getType(insn.desc);
    if (types.isHarmless(type)) {
      staticUse.noteDropped(type, known.contents(receiver.without(Place.SELF)));
    }
    StateValue rest = receiver.without(Place.SELF);
    StateValue found = known.contents(rest);
    return types.as(
        type,
        rest.places().size() < receiver.places().size()
            ? found.or(StateValue.of(Place.ofField(insn.name)))
            : found);
  }

  void putField(FieldInsnNode insn, StateValue receiver, StateValue value, String at) {
    Type type = Type.getType(insn.desc);
    if (receiver.places().contains(Place.SELF)) {
      if (!types.isHarmless(type) || types.isShareable(type)) {
        unknowns.noteKept(value);
        known.putField(insn.name, value);
        for (Place place : known.reach(value)) {
          keep(place, insn.name);
        }
        for (Made part : known.partsIn(value)) {
          stores.add(part, Place.SELF.contents());
          known.putInState(part, Place.ofField(insn.name).contents());
        }
      }
      if (types.isHarmless(type)) {
        staticUse.noteDropped(type, value);
      }
      if (receiver.places().size() == 1 && receiver.made().isEmpty() && !receiver.other()) {
        return;
      }
    }
    put(receiver, value, at, "stores in field " + insn.name + " of another object");
  }

  /** Notes that the state leads to a place, by way of a field; null if that is not known. */
  private void keep(Place place, String field) {
    if (place.isArgument()) {
      effects.keep(place);
    } else if (place.isStatic()) {
      effects.change(place);
      effects.change(place.contents());
    } else if (!types.isHarmless(place) && !(field != null && field.equals(place.field()))) {
      // What one of the two fields held still belongs to the other after it has been handed over.
      Stream.of(place.field(), field).filter(Objects::nonNull).forEach(known::alias);
    }
  }

  /** Puts a value into an object. */
  void put(StateValue holder, StateValue value, String at, String what) {
    effects.change(holder);
    if (value.isClean()) {
      return;
    }
    for (Made made : holder.made()) {
      known.hold(made, value);
    }
    if (!holder.isMadeOnly()) {
      staticUse.noteGone(value);
    }
    boolean isElsewhere = holder.other();
    for (Place place : holder.places()) {
      if (place.isState()) {
        unknowns.noteKept(value);
        known.reach(value).forEach(part -> keep(part, place.field()));
        putIntoState(value, place.contents());
        known.objects(StateValue.of(place)).made().forEach(made -> known.hold(made, value));
        if (place.field() != null && value.other()) {
          known
              .objects(StateValue.of(place))
              .made()
              .forEach(made -> known.hold(made, StateValue.OTHER));
        }
      } else {
        isElsewhere = true;
        putInto(place, value);
      }
    }
    if (isElsewhere) {
      analysis.leaks().add(at, what, value);
    }
  }

  private void putIntoState(StateValue value, Place at) {
    for (Made made : known.madeIn(value)) {
      stores.add(made, at);
      known.putInState(made, at);
    }
  }

  /** Notes that an argument, or what a static field holds, leads to a value from now on. */
  private void putInto(Place holder, StateValue value) {
    for (Made made : known.madeIn(value)) {
      known.putAt(made, holder.contents());
    }
    for (Place part : known.reach(value)) {
      if (!part.isState() && !part.root().equals(holder.root())) {
        keep(part, null);
      }
    }
  }

  /** Notes that code that is not known gets objects, and may put each into each. */
  void connect(StateValue all) {
    all.made().forEach(made -> known.hold(made, all));
    all.places().stream().filter(Place::isArgument).forEach(holder -> connect(holder, all));
  }

  private void connect(Place holder, StateValue all) {
    known.madeIn(all).forEach(made -> known.putAt(made, holder.contents()));
    known.reach(all).stream()
        .filter(part -> part.isArgument() && !part.root().equals(holder.root()))
        .forEach(effects::keep);
  }
}
