package dev.hocket.events.model;

/** What a process does, one after the other. */
sealed interface Stmt {

  /** {@code name = sync(event)} or {@code aSync(event)}. Its name says where a process is stuck. */
  record Sync(String name, Ev event, boolean async) implements Stmt {}

  record Observe(String label, Exp value) implements Stmt {}

  record Spawn(String process, Block body) implements Stmt {}

  record NewChannel(String name) implements Stmt {}

  record Close(Exp channel) implements Stmt {}

  record Fail(Exp channel, String cause) implements Stmt {}

  record Interrupt(String process) implements Stmt {}

  record Throw(String cause) implements Stmt {}

  default Stmt bind(String name, Value value) {
    return switch (this) {
      case Sync s -> new Sync(s.name, s.event.bind(name, value), s.async);
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
