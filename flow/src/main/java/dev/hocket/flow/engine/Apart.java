package dev.hocket.flow.engine;

import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Decides which elements of a collection are handled at a time: those that lead to no mutable
 * object in common. Without that, functions in several sections could change one object at a time.
 */
// An element is looked at when it is taken out of the collection. Elements in hand lead to the
// objects that were found then, to what functions have made since, and to values of the
// surroundings; of these the last ones are shared by all elements, so they do not matter here.
final class Apart {
  private final Object collection;
  private final Function<Object, Set<Object>> parts;

  /** The mutable objects of the elements in hand. */
  private final Set<Object> used = Collections.newSetFromMap(new IdentityHashMap<>());

  /** These objects by the numbers of the elements. */
  private final Map<Integer, Set<Object>> inHand = new HashMap<>();

  /** The number of the element in hand that may lead to any object; -1 if there is none. */
  private int alone = -1;

  private boolean isHeld;
  private Object held;
  private Set<Object> heldParts;

  /**
   * Makes the decision for one collection.
   *
   * @param parts returns the mutable objects that an element is or leads to; null if it may lead to
   *     any
   */
  Apart(Object collection, Function<Object, Set<Object>> parts) {
    this.collection = collection;
    this.parts = parts;
  }

  /** Returns whether an element waits that has been taken out of the collection. */
  boolean isHeld() {
    return isHeld;
  }

  /** Returns whether the next element may be taken, or begin if it waits. */
  boolean mayContinue() {
    if (alone >= 0) {
      return false;
    }
    if (!isHeld || inHand.isEmpty()) {
      return true;
    }
    return heldParts != null && Collections.disjoint(used, heldParts);
  }

  /** Holds an element that has been taken out of the collection. */
  void hold(Object element) {
    isHeld = true;
    held = element;
    heldParts = parts.apply(element);
    if (heldParts != null && heldParts.contains(collection)) {
      // Functions may change the collection.
      heldParts = null;
    }
  }

  /** Begins the element that waits. */
  Object begin(int number) {
    if (heldParts == null) {
      alone = number;
    } else if (!heldParts.isEmpty()) {
      used.addAll(heldParts);
      inHand.put(number, heldParts);
    }
    Object element = held;
    isHeld = false;
    held = null;
    heldParts = null;
    return element;
  }

  /** Notes that an element has been handled. */
  void end(int number) {
    if (number == alone) {
      alone = -1;
    }
    Set<Object> of = inHand.remove(number);
    if (of != null) {
      used.removeAll(of);
    }
  }
}
