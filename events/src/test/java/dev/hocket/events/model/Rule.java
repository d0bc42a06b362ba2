package dev.hocket.events.model;

/** The rules, by the names that they have on the page. */
enum Rule {
  SYNC(true),
  OBSERVE(false),
  SPAWN(false),
  CHANNEL(true),
  CALL(true),
  RETURN(true),
  THROW(true),
  GUARD(false),
  WITH_NACK(false),
  PICK(true),
  MATCH(false),
  STORE(false),
  FETCH(false),
  ALWAYS(false),
  NACKED(false),
  TIME(false),
  REFUSED(false),
  WAIT(false),
  DEPOSIT(false),
  FULL(false),
  ROOM(false),
  WITHDRAW(false),
  FIRE(false),
  CLOSE(false),
  FAIL(false),
  INTERRUPT(false),
  INTERRUPTED(false);

  /**
   * Whether a step by this rule concerns nobody but its process: it neither enables nor prevents a
   * step of another, and nobody sees when it happens. So nothing is missed by taking it at once.
   */
  final boolean local;

  Rule(boolean local) {
    this.local = local;
  }
}
