package dev.hocket.events.model;

/** An expression, used where a value is needed. */
sealed interface Exp {

  record Var(String name) implements Exp {}

  record Lit(Value value) implements Exp {}

  /** An event expression as a value: the result of a guard or of a wrapping function. */
  record Quote(Ev event) implements Exp {}

  default Exp bind(String name, Value value) {
    return switch (this) {
      case Var var -> var.name.equals(name) ? new Lit(value) : var;
      case Lit lit -> lit;
      case Quote quote -> new Quote(quote.event.bind(name, value));
    };
  }

  /** Returns the value of an expression whose variables are bound. */
  default Value value() {
    return switch (this) {
      case Var var -> throw new IllegalStateException("unbound variable: " + var.name);
      case Lit lit -> lit.value;
      case Quote quote -> new Value.EventValue(quote.event);
    };
  }

  default String channel() {
    if (value() instanceof Value.Chan chan) {
      return chan.name();
    }
    throw new IllegalStateException("not a channel: " + this);
  }

  default String handle() {
    if (value() instanceof Value.Handle handle) {
      return handle.id();
    }
    throw new IllegalStateException("not a synchronisation: " + this);
  }

  default Ev event() {
    if (value() instanceof Value.EventValue event) {
      return event.event();
    }
    throw new IllegalStateException("not an event: " + this);
  }
}
