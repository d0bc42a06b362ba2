package dev.hocket.events.model;

import java.util.List;

/**
 * A function that a wrap applies.
 *
 * @param handler whether it handles failures of earlier code; without a failure it is skipped
 */
record Fn(String parameter, Block body, boolean handler) {

  /**
   * A function that ignores its argument: a post-creation action does not get the value that was
   * communicated.
   */
  static final Fn FORGET = new Fn("_", new Block(List.of(), new Exp.Lit(Value.UNIT)), false);

  Fn bind(String name, Value value) {
    return new Fn(parameter, body.bind(name, value), handler);
  }

  Block call(Value argument) {
    return body.bind(parameter, argument);
  }
}
