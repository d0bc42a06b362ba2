package dev.hocket.events.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Unwinds the stack of a process after a failure. */
final class Unwinding {

  private Unwinding() {}

  /**
   * Raises a failure: the nearest handler gets it, and the process ends if there is none. The nacks
   * of all synchronisations that it unwinds fire first.
   */
  static void raise(Draft draft, String name, String cause) {
    Proc proc = draft.procs.get(name);
    List<String> nacks = new ArrayList<>();
    for (int i = 0; i < proc.stack().size(); i++) {
      Frame frame = proc.stack().get(i);
      if (frame instanceof Frame.Syncing sync) {
        nacks.addAll(sync.event().nacks().stream().sorted().toList());
      }
      if (frame instanceof Frame.Fire fire) {
        nacks.addAll(fire.nacks());
      }
      if (frame instanceof Frame.Calls calls && handler(calls).isPresent()) {
        List<Frame> below = proc.stack().subList(i + 1, proc.stack().size());
        draft.procs.put(name, handled(proc, calls, cause, nacks, below));
        return;
      }
    }
    draft.failure(cause);
    draft.procs.put(name, new Proc(fire(nacks), proc.fresh(), false));
  }

  /** Raises an interrupt: like {@link #raise}, but no handler gets it. */
  static void interrupt(Draft draft, String name) {
    Proc proc = draft.procs.get(name);
    List<Frame> stack =
        proc.stack().stream()
            .map(
                f -> f instanceof Frame.Calls calls ? new Frame.Calls(calls.value(), List.of()) : f)
            .toList();
    draft.procs.put(name, new Proc(stack, proc.fresh(), false));
    raise(draft, name, "interrupted");
  }

  static boolean isHandled(List<Fn> chain) {
    return chain.stream().anyMatch(Fn::handler);
  }

  static List<Frame> fire(List<String> nacks) {
    return nacks.isEmpty() ? List.of() : List.of(new Frame.Fire(List.copyOf(nacks)));
  }

  private static Proc handled(
      Proc proc, Frame.Calls calls, String cause, List<String> nacks, List<Frame> below) {
    int at = handler(calls).orElseThrow();
    List<Frame> stack = new ArrayList<>(fire(nacks));
    stack.add(new Frame.Run(calls.rest().get(at).call(new Value.Atom(cause))));
    stack.add(
        new Frame.Calls(
            Value.UNIT, List.copyOf(calls.rest().subList(at + 1, calls.rest().size()))));
    stack.addAll(below);
    return new Proc(List.copyOf(stack), proc.fresh(), proc.interrupted());
  }

  private static Optional<Integer> handler(Frame.Calls calls) {
    return IntStream.range(0, calls.rest().size())
        .filter(i -> calls.rest().get(i).handler())
        .boxed()
        .findFirst();
  }
}
