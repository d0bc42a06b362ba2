package dev.hocket.flow.lower;

import dev.hocket.flow.code.Input;
import dev.hocket.flow.code.Slots;
import dev.hocket.flow.engine.Step;
import dev.hocket.flow.graph.Node.Loop;

/** Makes the actions that set the variables of loops with parts in several steps. */
record LoopVariables(Slots slots) {
  /** Sets a loop's variables to their first values. */
  Step.Action begin(Loop loop) {
    Input[] initial = loop.initial().stream().map(slots::input).toArray(Input[]::new);
    int[] variables = variables(loop);
    return token -> {
      for (int i = 0; i < variables.length; i++) {
        token.slots[variables[i]] = initial[i].get(token.slots);
      }
    };
  }

  /** Sets a loop's variables to the values stored for the next turn. */
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
