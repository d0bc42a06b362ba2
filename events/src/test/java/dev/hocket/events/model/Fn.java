package dev.hocket.events.model;

import java.util.List;

/**
 * A function: what the wraps apply.
 *
 * @param handler whether it is for failures of what comes before it, and passed over if there is
 *     none
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
