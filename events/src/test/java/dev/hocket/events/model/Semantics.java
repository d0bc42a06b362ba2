package dev.hocket.events.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rules: the steps that a state can take. {@link Meetings} has the rules for offers that are on
 * channels.
 */
final class Semantics {
  private static final Set<Class<? extends Ev>> UNFORCED =
      Set.of(Ev.Guard.class, Ev.WithNack.class);
  private static final Set<Class<? extends Ev>> UNPICKED = Set.of(Ev.AChoose.class);

  private final State state;
  private final List<Step> steps = new ArrayList<>();

  private Semantics(State state) {
    this.state = state;
  }

  /** Returns all steps that the state can take; none if it is final. */
  static List<Step> steps(State state) {
    Semantics semantics = new Semantics(state);
    state.procs().forEach(semantics::process);
    semantics.withoutProcess();
    return semantics.steps;
  }

  /**
   * Returns the steps of one process whose next steps are local if there is one, else all steps.
   */
  static List<Step> localFirst(State state) {
    for (Map.Entry<String, Proc> process : state.procs().entrySet()) {
      if (isLocal(process.getValue())) {
        Semantics semantics = new Semantics(state);
        semantics.process(process.getKey(), process.getValue());
        if (semantics.steps.stream().anyMatch(step -> step.rule().local)) {
          return semantics.steps;
        }
      }
    }
    return steps(state);
  }

  /** Returns the state after all local steps between which there is no choice. */
  static State settled(State state) {
    for (State now = state; ; ) {
      List<Step> steps = isSettled(now) ? List.of() : localFirst(now);
      if (steps.size() != 1 || !steps.getFirst().rule().local) {
        return now;
      }
      now = steps.getFirst().next();
    }
  }

  private static boolean isSettled(State state) {
    return state.procs().values().stream().noneMatch(Semantics::isLocal);
  }

  /** Returns whether the next steps of a process can be by {@link Rule#local} rules. */
  private static boolean isLocal(Proc proc) {
    return switch (proc.top()) {
      case Frame.Run run when run.block().body().isEmpty() -> true;
      case Frame.Run run ->
          switch (run.block().first()) {
            case Stmt.Sync sync -> true;
            case Stmt.Start start -> true;
            case Stmt.NewChannel channel -> true;
            case Stmt.Throw thrown -> true;
            default -> false;
          };
      case Frame.Calls calls -> true;
      case Frame.Fire fire -> false;
      case Frame.Syncing sync ->
          !sync.waiting()
              && !sync.waitsForRoom()
              && sync.event().find(UNFORCED).isEmpty()
              && sync.event().find(UNPICKED).isPresent();
    };
  }

  private void withoutProcess() {
    for (Pending sync : state.pending().values()) {
      if (sync.waiter().isEmpty()) {
        new Meetings(state, sync.id(), steps).later(sync);
      }
    }
  }

  private void process(String name, Proc proc) {
    switch (proc.top()) {
      case Frame.Run run when run.block().body().isEmpty() ->
          returning(name, run.block().result().value());
      case Frame.Run run -> statement(name, proc, run.block());
      case Frame.Calls calls when calls.rest().isEmpty() -> returning(name, calls.value());
      case Frame.Calls calls when calls.rest().getFirst().handler() ->
          step(Rule.CALL, name, proc.replace(new Frame.Calls(calls.value(), tail(calls.rest()))));
      case Frame.Calls calls -> call(name, proc, calls);
      case Frame.Fire fire -> fire(name, proc, fire.nacks());
      case Frame.Syncing sync -> synchronise(name, proc, sync);
    }
  }

  private void statement(String name, Proc proc, Block block) {
    Frame rest = new Frame.Run(block.rest());
    switch (block.first()) {
      case Stmt.Sync sync -> {
        Frame syncing = new Frame.Syncing(name + "#" + proc.fresh(), sync.event(), sync.async());
        step(Rule.SYNC, name, proc.push(syncing).fresher());
      }
      case Stmt.Start start -> {
        String id = name + "#" + proc.fresh();
        Frame syncing = new Frame.Syncing(id, started(id, start.event()), true);
        step(Rule.SYNC, name, proc.push(syncing).fresher());
      }
      case Stmt.Withdraw withdraw -> withdraw(name, proc, withdraw.handle().handle());
      case Stmt.Make make -> throw new IllegalStateException("not at the beginning: " + make);
      case Stmt.Observe observe -> {
        Draft draft = new Draft(state);
        draft.procs.put(name, proc.replace(rest));
        String seen = observe.label() + "=" + observe.value().value();
        steps.add(new Step(Rule.OBSERVE, name, Optional.of(seen), draft.done()));
      }
      case Stmt.Spawn spawn -> {
        Draft draft = new Draft(state);
        draft.procs.put(name, proc.replace(rest));
        if (draft.procs.put(spawn.process(), Proc.of(new Frame.Run(spawn.body()))) != null) {
          throw new IllegalStateException("two processes named " + spawn.process());
        }
        add(Rule.SPAWN, name, draft);
      }
      case Stmt.NewChannel channel -> {
        Value made = new Value.Chan(name + "%" + proc.fresh());
        step(
            Rule.CHANNEL,
            name,
            proc.replace(new Frame.Run(block.rest().bind(channel.name(), made))).fresher());
      }
      case Stmt.Close close ->
          end(
              Rule.CLOSE,
              name,
              proc.replace(rest),
              close.channel().channel(),
              new State.Ending("closed", false));
      case Stmt.Fail fail ->
          end(
              Rule.FAIL,
              name,
              proc.replace(rest),
              fail.channel().channel(),
              new State.Ending(fail.cause(), true));
      case Stmt.Interrupt interrupt -> {
        Draft draft = new Draft(state);
        draft.procs.put(name, proc.replace(rest));
        draft.procs.computeIfPresent(interrupt.process(), (n, target) -> target.interrupted(true));
        add(Rule.INTERRUPT, name, draft);
      }
      case Stmt.Throw thrown -> {
        Draft draft = new Draft(state);
        Unwinding.raise(draft, name, thrown.cause());
        add(Rule.THROW, name, draft);
      }
    }
  }

  /**
   * Makes a started event: its failures go to a future that no code reads; the value is its name.
   */
  private static Ev started(String id, Ev event) {
    Fn keep = new Fn("_", new Block(List.of(), new Exp.Lit(Value.UNIT)), true);
    Fn handle = new Fn("_", new Block(List.of(), new Exp.Lit(new Value.Handle(id))), false);
    return new Ev.Wrap(new Ev.STrans(new Ev.Wrap(event, keep)), handle);
  }

  private void withdraw(String name, Proc proc, String id) {
    Draft draft = new Draft(state);
    Pending sync = state.pending().get(id);
    List<Frame> top = new ArrayList<>();
    if (sync != null) {
      draft.withdraw(sync);
      top.addAll(Unwinding.fire(sync.nacks().stream().sorted().toList()));
    }
    top.add(new Frame.Calls(new Value.Atom(Boolean.toString(sync != null)), List.of()));
    top.add(proc.top());
    draft.procs.put(name, proc.replace(top.toArray(Frame[]::new)));
    add(Rule.WITHDRAW, name, draft);
  }

  private void end(Rule rule, String name, Proc after, String channel, State.Ending ending) {
    Draft draft = new Draft(state);
    draft.procs.put(name, after);
    draft.end(channel, ending);
    add(rule, name, draft);
  }

  /** Returns from the call above a frame: its value goes to the frame. */
  private void returning(String name, Value value) {
    Proc proc = state.procs().get(name);
    Proc below = proc.replace();
    if (below.stack().isEmpty()) {
      step(Rule.RETURN, name, below);
      return;
    }
    Frame next =
        switch (below.top()) {
          case Frame.Run run -> {
            Stmt first = run.block().first();
            yield new Frame.Run(run.block().rest().bind(first.variable(), value));
          }
          case Frame.Calls calls -> new Frame.Calls(value, calls.rest());
          case Frame.Syncing sync -> {
            Ev event = sync.event().replace(UNFORCED, new Exp.Lit(value).event());
            yield sync.with(event);
          }
          case Frame.Fire fire -> throw new IllegalStateException("nothing runs above " + fire);
        };
    step(Rule.RETURN, name, below.replace(next));
  }

  private void call(String name, Proc proc, Frame.Calls calls) {
    Frame body = new Frame.Run(calls.rest().getFirst().call(calls.value()));
    Frame rest = new Frame.Calls(calls.value(), tail(calls.rest()));
    step(Rule.CALL, name, proc.replace(body, rest));
  }

  private void fire(String name, Proc proc, List<String> nacks) {
    Draft draft = new Draft(state);
    draft.fire(nacks.getFirst());
    List<String> rest = tail(nacks);
    draft.procs.put(name, rest.isEmpty() ? proc.replace() : proc.replace(new Frame.Fire(rest)));
    add(Rule.FIRE, name, draft);
  }

  private void synchronise(String name, Proc proc, Frame.Syncing sync) {
    Optional<Ev> unforced = sync.event().find(UNFORCED);
    Optional<Ev> unpicked = sync.event().find(UNPICKED);
    if (proc.interrupted() && !sync.waiting() && (!sync.async() || sync.waitsForRoom())) {
      Draft draft = new Draft(state);
      Unwinding.interrupt(draft, name);
      add(Rule.INTERRUPTED, name, draft);
    }
    if (sync.waiting()) {
      new Meetings(state, name, steps).later(state.pending().get(sync.id()));
    } else if (sync.waitsForRoom()) {
      room(name, proc, sync, sync.room().orElseThrow());
    } else if (unforced.isPresent()) {
      collect(name, proc, sync, unforced.get());
    } else if (unpicked.isPresent()) {
      ((Ev.AChoose) unpicked.get()).branches().forEach(branch -> pick(name, proc, sync, branch));
    } else {
      new Meetings(state, name, steps).arrive(proc, sync);
    }
  }

  private void room(String name, Proc proc, Frame.Syncing sync, String channel) {
    if (state.ended().containsKey(channel)) {
      step(Rule.ROOM, name, proc.replace(sync.triesAgain()));
    } else if (state.line(channel).getFirst().equals(name) && state.hasRoomForLine(channel)) {
      step(Rule.ROOM, name, proc.replace(sync.withRoom()));
    }
  }

  /** Runs a guard, and replaces it by the event that it returns; see {@link #returning}. */
  private void collect(String name, Proc proc, Frame.Syncing sync, Ev unforced) {
    switch (unforced) {
      case Ev.Guard guard -> step(Rule.GUARD, name, proc.push(new Frame.Run(guard.body())));
      case Ev.WithNack with -> {
        String nack = name + "!" + proc.fresh();
        Block body = with.body().bind(with.nack(), new Value.EventValue(new Ev.Nack(nack)));
        Ev event = sync.event().replace(UNFORCED, new Ev.Nacked(nack, new Ev.Guard(body)));
        step(Rule.WITH_NACK, name, proc.replace(sync.with(event)).fresher());
      }
      default -> throw new IllegalStateException("not a guard: " + unforced);
    }
  }

  private void pick(String name, Proc proc, Frame.Syncing sync, Ev branch) {
    Ev event = sync.event().replace(UNPICKED, branch);
    List<String> losers =
        sync.event().nacks().stream().filter(n -> !event.nacks().contains(n)).sorted().toList();
    Frame picked = sync.with(event);
    step(
        Rule.PICK,
        name,
        losers.isEmpty() ? proc.replace(picked) : proc.replace(new Frame.Fire(losers), picked));
  }

  private static <T> List<T> tail(List<T> list) {
    return list.subList(1, list.size());
  }

  private void step(Rule rule, String name, Proc after) {
    Draft draft = new Draft(state);
    draft.procs.put(name, after);
    add(rule, name, draft);
  }

  private void add(Rule rule, String name, Draft draft) {
    steps.add(new Step(rule, name, Optional.empty(), draft.done()));
  }
}
