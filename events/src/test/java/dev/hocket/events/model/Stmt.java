package dev.hocket.events.model;

/** A statement; a process executes a list of them. */
sealed interface Stmt {

  /**
   * {@code name = sync(event)} or {@code aSync(event)}. Its name is the place where a process is
   * stuck.
   */
  record Sync(String name, Ev event, boolean async) implements Stmt {}

  /**
   * {@code name = start(event)}: no process waits for the event, its own failures are kept, and it
   * can be withdrawn.
   */
  record Start(String name, Ev event) implements Stmt {}

  /**
   * {@code name = withdraw(handle)}: whether it was still pending. At most once for each handle.
   */
  record Withdraw(String name, Exp handle) implements Stmt {}

  /** Sets the kind of a channel; before all other statements of a program. */
  record Make(String channel, Kind kind) implements Stmt {}

  record Observe(String label, Exp value) implements Stmt {}

  record Spawn(String process, Block body) implements Stmt {}

  record NewChannel(String name) implements Stmt {}

  record Close(Exp channel) implements Stmt {}

  record Fail(Exp channel, String cause) implements Stmt {}

  record Interrupt(String process) implements Stmt {}

  record Throw(String cause) implements Stmt {}

  /** Returns the variable that takes the statement's value. */
  default String variable() {
    return switch (this) {
      case Sync s -> s.name;
      case Start s -> s.name;
      case Withdraw w -> w.name;
      default -> throw new IllegalStateException("has no value: " + this);
    };
  }

  default Stmt bind(String name, Value value) {
    return switch (this) {
      case Sync s -> new Sync(s.name, s.event.bind(name, value), s.async);
      case Start s -> new Start(s.name, s.event.bind(name, value));
      case Withdraw w -> new Withdraw(w.name, w.handle.bind(name, value));
      case Make m -> m;
      case Observe o -> new Observe(o.label, o.value.bind(name, value));
      case Spawn s -> new Spawn(s.process, s.body.bind(name, value));
      case Close c -> new Close(c.channel.bind(name, value));
      case Fail f -> new Fail(f.channel.bind(name, value), f.cause);
      case NewChannel n -> n;
      case Interrupt i -> i;
      case Throw t -> t;
    };
  }
}
