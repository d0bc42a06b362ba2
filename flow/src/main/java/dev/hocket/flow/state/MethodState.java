package dev.hocket.flow.state;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Type;

/**
 * The analysis's knowledge of one method: its parameters, and the state that objects made in it
 * hold.
 */
final class MethodState {
  private final List<StateValue> parameters;
  private final Map<Integer, StateValue> contents = new HashMap<>();
  private boolean changed;

  /**
   * Begins.
   *
   * @param parameters by number of the local variable; null for the second half of a wide one
   */
  MethodState(List<StateValue> parameters) {
    this.parameters = parameters;
  }

  StateValue parameter(int local, Type type) {
    StateValue known = local < parameters.size() ? parameters.get(local) : null;
    return known != null ? known : type.getSize() == 2 ? StateValue.WIDE : StateValue.CLEAN;
  }

  /** A value together with the state that objects of this method hold. */
  StateValue resolved(StateValue value) {
    StateValue resolved = value;
    for (int site : value.made()) {
      resolved = resolved.or(contents.getOrDefault(site, StateValue.CLEAN));
    }
    return resolved;
  }

  /** Notes that state is put into objects of this method. */
  void hold(StateValue holder, StateValue held) {
    StateValue state = new StateValue(1, held.self(), held.fields(), Set.of());
    for (int site : holder.made()) {
      StateValue before = contents.getOrDefault(site, StateValue.CLEAN);
      StateValue after = before.or(state);
      if (!after.equals(before)) {
        contents.put(site, after);
        changed = true;
      }
    }
  }

  /** Whether an object has got state since the last call. */
  boolean hasChanged() {
    boolean was = changed;
    changed = false;
    return was;
  }
}
