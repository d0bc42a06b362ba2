package dev.hocket.events.model;

import java.util.List;

/** Statements, then a result: the body of a process, a guard or a function. */
record Block(List<Stmt> body, Exp result) {

  Block {
    body = List.copyOf(body);
  }

  /**
   * This block with {@code value} for the variable. A program binds each name in one place only, so
   * nothing is captured by mistake.
   */
  Block bind(String name, Value value) {
    return new Block(
        body.stream().map(s -> s.bind(name, value)).toList(), result.bind(name, value));
  }

  Stmt first() {
    return body.getFirst();
  }

  Block rest() {
    return new Block(body.subList(1, body.size()), result);
  }
}
