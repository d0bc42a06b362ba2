package dev.hocket.events;

import dev.hocket.core.Target;
import dev.hocket.events.choice.Branch;
import dev.hocket.events.choice.Branches;
import dev.hocket.events.choice.Group;
import dev.hocket.events.choice.Nack;
import dev.hocket.events.choice.Never;
import dev.hocket.events.choice.Operation;
import dev.hocket.events.steps.Continuation;
import dev.hocket.events.waiting.Wakes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Runs the guards of an event, from left to right, and collects its branches. If a guard throws,
 * all nacks made so far fire, including that of this guard.
 */
final class BranchCollector {
  /**
   * One way to carry out an asynchronous event: the branches of its consumption, and the creator's
   * next steps. A blocking offer waits for its consumption first.
   */
  record Offer(int from, int to, Continuation here, boolean isBlocking) {}

  private final List<Branch> branches = new ArrayList<>();
  private final List<Nack> nacks = new ArrayList<>();
  private final Deque<Group> open = new ArrayDeque<>();
  private Group root;
  private boolean changing;

  /** Runs an event's guards; each branch has its own steps and then the given ones. */
  void all(Event<?> event, Continuation then) throws InterruptedException {
    try {
      event.collect(this, then);
    } catch (Throwable thrown) {
      Branches.loseAll(nacks);
      throw thrown;
    }
  }

  /** Runs an asynchronous event's guards and takes one of its offers. */
  Offer one(AsyncEvent<?, ?> event) throws InterruptedException {
    try {
      return pick(event, null, null);
    } catch (Throwable thrown) {
      Branches.loseAll(nacks);
      throw thrown;
    }
  }

  /** Returns all branches collected so far. */
  Branches branches() {
    return new Branches(branches.toArray(Branch[]::new), nacks.toArray(Nack[]::new), root);
  }

  /** Returns only the branches of an offer. */
  Branches branches(Offer taken) {
    if (nacks.isEmpty() && taken.to() - taken.from() == 1) {
      return new Branches(new Branch[] {branches.get(taken.from())}, Branches.NO_NACKS, null);
    }
    return branches();
  }

  void add(Operation operation, Continuation then) {
    Group group = open.peek();
    if (group != null) {
      group.add(branches.size());
    }
    branches.add(new Branch(operation, then));
  }

  /**
   * Opens a choice, which gets the branches added until {@link #close}. A fair choice inside a fair
   * one is merged into it.
   */
  void open(boolean fair) {
    Group outer = open.peek();
    if (outer != null && outer.isFair() && fair) {
      open.push(outer);
      return;
    }
    Group group = new Group(fair);
    if (outer != null) {
      outer.add(group);
    } else {
      root = group;
    }
    open.push(group);
  }

  void close() {
    open.pop();
  }

  /** Notes that the event has guards, so collecting it again may give other branches. */
  void changes() {
    changing = true;
  }

  boolean isStatic() {
    return !changing;
  }

  /**
   * Makes a nack for the branches from here to {@link #end}; if none is chosen, it writes the
   * variable.
   */
  Nack nack(IVar<Void> lost) {
    changes();
    Nack nack = new Nack(branches.size(), wakes -> lost.tryPut(null, wakes));
    nacks.add(nack);
    return nack;
  }

  void end(Nack nack) {
    nack.end(branches.size());
  }

  int size() {
    return branches.size();
  }

  /**
   * Lets the branches from one on pass their values to steps that run elsewhere, while this thread
   * continues with null.
   */
  void fork(int from, int to, Continuation here) {
    for (int i = from; i < to; i++) {
      Branch branch = branches.get(i);
      branches.set(i, new Branch(branch.operation(), new Continuation.Fork(branch.then(), here)));
    }
  }

  /**
   * Collects the offers of an event and takes one, each with the same probability; the nacks of the
   * others fire.
   */
  Offer pick(AsyncEvent<?, ?> event, Continuation after, Continuation here)
      throws InterruptedException {
    List<Offer> offers = new ArrayList<>();
    int from = branches.size();
    int firstNack = nacks.size();
    open(true);
    event.offer(this, offers, after, here);
    close();
    int chosen = offers.size() == 1 ? 0 : ThreadLocalRandom.current().nextInt(offers.size());
    Offer taken = offers.get(chosen);
    drop(from, taken.from());
    drop(taken.to(), branches.size());
    fireApart(nacks.subList(firstNack, nacks.size()), taken);
    return taken;
  }

  /** Runs all steps of all branches on a target; quick steps before them stay where they are. */
  void move(Target target) {
    branches.replaceAll(branch -> new Branch(branch.operation(), move(target, branch.then())));
  }

  private static Continuation move(Target target, Continuation steps) {
    return steps instanceof Continuation.Quick quick
        ? new Continuation.Quick(quick.call(), move(target, quick.next()))
        : new Continuation.Move(target, steps);
  }

  private static void fireApart(List<Nack> nacks, Offer taken) {
    Wakes wakes = new Wakes();
    nacks.removeIf(nack -> {
      boolean apart = nack.isApartFrom(taken.from(), taken.to());
      if (apart) {
        nack.fire(wakes);
      }
      return apart;
    });
    wakes.wakeAll();
  }

  private void drop(int from, int to) {
    for (int i = from; i < to; i++) {
      branches.set(i, new Branch(Never.INSTANCE, null));
    }
  }
}
