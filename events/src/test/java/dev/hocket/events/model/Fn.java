package dev.hocket.events.model;

import java.util.List;

/** A function: what the wraps apply. */
record Fn(String parameter, Block body) {

  /** Forgets its argument: a post-creation action is told nothing of the value that was communicated. */
  static final Fn FORGET = new Fn("_", new Block(List.of(), new Exp.Lit(Value.UNIT)));

  Fn bind(String name, Value value) {
    return new Fn(parameter, body.bind(name, value));
  }

  Block call(Value argument) {
    return body.bind(parameter, argument);
  }
}
