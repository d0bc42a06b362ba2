package dev.hocket.events.model;

import java.util.List;

/** Statements, then a result: the body of a process, a guard or a function. */
record Block(List<Stmt> body, Exp result) {

  Block {
    body = List.copyOf(body);
  }

  /**
   * Returns this block with {@code value} in place of the variable. A program binds each name in
   * one place only, so no name is captured.
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
