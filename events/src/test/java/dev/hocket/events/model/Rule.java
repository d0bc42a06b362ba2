package dev.hocket.events.model;

/** The rules, named as on the page. */
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
   * Whether a step by this rule is local: it neither enables nor prevents a step of another
   * process, and no observation shows when it happens. So an explorer that takes it at once misses
   * no outcome.
   */
  final boolean local;

  Rule(boolean local) {
    this.local = local;
  }
}
