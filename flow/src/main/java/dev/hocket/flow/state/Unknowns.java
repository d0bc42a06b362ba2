package dev.hocket.flow.state;

/** The objects that come from code which is not known, exceptions included. */
// As long as the state gets none of them, they are all the same: others. Else the state may have
// what the function returns, so each has an identity of its own.
final class Unknowns {
  private final Knowledge known;
  private StateValue thrown = StateValue.CLEAN;
  private boolean isKept;

  Unknowns(Knowledge known) {
    this.known = known;
  }

  /**
   * Returns what code that is not known returns.
   *
   * @param result stands for it if the state gets such an object; null if nothing uses it
   */
  // The object is then in the state, wherever else the function has it.
  StateValue of(Made result) {
    return isKept && result != null
        ? known.any(new Made(result.method(), result.instruction(), "java/lang/Object"))
        : StateValue.OTHER;
  }

  /** Returns the exceptions that a handler gets: others, or those that the code throws. */
  StateValue caught(Made exception) {
    return of(exception).or(thrown);
  }

  /** Notes that a handler may get a value. */
  void noteThrown(StateValue value) {
    StateValue after = thrown.or(value);
    known.note(!after.equals(thrown));
    thrown = after;
  }

  /** Notes that the state gets a value: from now on, unknown objects have an identity. */
  void noteKept(StateValue value) {
    boolean isOther = known.leadsToOther(value);
    known.note(!isKept && isOther);
    isKept |= isOther;
  }
}
