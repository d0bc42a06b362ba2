package dev.hocket.flow.lower;

import dev.hocket.flow.code.Input;
import dev.hocket.flow.code.Slots;
import dev.hocket.flow.engine.Step;
import dev.hocket.flow.graph.Node.Loop;

/** Makes the actions that give the variables of loops with parts in several steps their values. */
record LoopVariables(Slots slots) {
  /** Gives a loop's variables their first values. */
  Step.Action begin(Loop loop) {
    Input[] initial = loop.initial().stream().map(slots::input).toArray(Input[]::new);
    int[] variables = variables(loop);
    return token -> {
      for (int i = 0; i < variables.length; i++) {
        token.slots[variables[i]] = initial[i].get(token.slots);
      }
    };
  }

  /** Gives a loop's variables the values stored for the next turn. */
  Step.Action again(Loop loop) {
    int[] variables = variables(loop);
    int[] next = loop.body().parameters().stream().mapToInt(slots::nextSlot).toArray();
    return token -> {
      for (int i = 0; i < variables.length; i++) {
        token.slots[variables[i]] = token.slots[next[i]];
      }
    };
  }

  private int[] variables(Loop loop) {
    return loop.body().parameters().stream().mapToInt(slots::slot).toArray();
  }
}
