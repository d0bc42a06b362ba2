package dev.hocket.events.choice;

import dev.hocket.core.Span;
import dev.hocket.events.steps.Continuation;
import dev.hocket.events.waiting.AdaptiveSpin;
import dev.hocket.events.waiting.Port;
import dev.hocket.events.waiting.Wakes;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** The flat choice into which an event's guards have turned it. Never changes. */
public final class Branches {
  public static final Nack[] NO_NACKS = {};

  /** The number of branches to check again before waiting, if waits are short. */
  private static final int LOOKS = 16;

  /** The number of branches that a message describes. */
  private static final int MOST_NAMED = 5;

  /** The operation of each branch. */
  final Operation[] operations;

  final Nack[] nacks;

  /** The ports of all branches, in locking order, each once; null if there is a single branch. */
  final Port[] ports;

  /** The steps of each branch; null if no branch has any. */
  private final Continuation[] thens;

  private final boolean hasWaitingActions;

  /** The order of trying; null if every order is as good as any other. */
  private final Group order;

  public Branches(Branch[] branches, Nack[] nacks, Group order) {
    this.operations = new Operation[branches.length];
    Continuation[] steps = null;
    boolean waits = false;
    for (int i = 0; i < branches.length; i++) {
      operations[i] = branches[i].operation();
      if (branches[i].then() != null) {
        steps = steps == null ? new Continuation[branches.length] : steps;
        steps[i] = branches[i].then();
        waits |= Continuation.hasWaitingActions(steps[i]);
      }
    }
    this.thens = steps;
    this.hasWaitingActions = waits;
    this.nacks = nacks;
    this.order = order == null || order.isUniform() ? null : order;
    this.ports = isSingle() ? null : ports(operations);
  }

  private static Port[] ports(Operation[] operations) {
    Port[] all = new Port[operations.length];
    int count = 0;
    for (Operation operation : operations) {
      Port port = operation.port();
      if (port != null) {
        all[count++] = port;
      }
    }
    return Port.sorted(all, count);
  }

  public Operation operation(int branch) {
    return operations[branch];
  }

  /** Returns the steps that handle the value of a branch; null if there are none. */
  Continuation then(int branch) {
    return thens == null ? null : thens[branch];
  }

  /** Returns whether an action of a branch is known to wait. */
  boolean hasWaitingActions() {
    return hasWaitingActions;
  }

  /** Notes for a recording that the calling thread is about to wait for one of the branches. */
  void pause() {
    for (int i = 0; i < operations.length; i++) {
      Span.pauses(Continuation.source(then(i), operations[i]));
    }
  }

  /** Returns whether there is one branch, without a nack. */
  boolean isSingle() {
    return operations.length == 1 && nacks.length == 0;
  }

  /** Returns whether no branch has precedence over another. */
  boolean isFair() {
    return order == null;
  }

  /**
   * Returns one of the branches that seem ready, each with the same probability; -1 if none does.
   *
   * <p>Once one branch seems ready, all are checked again: of branches that become ready together
   * in the middle of a round, those late in the round would be taken more often.
   */
  int anyReady() {
    return anyReadyInARound() < 0 ? -1 : anyReadyInARound();
  }

  private int anyReadyInARound() {
    int any = -1;
    int ready = 0;
    for (int branch = 0; branch < operations.length; branch++) {
      if (operations[branch].seemsReady() && oneIn(++ready)) {
        any = branch;
      }
    }
    return any;
  }

  /**
   * Returns true with the probability 1 / {@code count}: if callers pass 1, 2, 3 … in turn, each is
   * equally likely to be the last that gets true.
   */
  static boolean oneIn(int count) {
    return count == 1 || ThreadLocalRandom.current().nextInt(count) == 0;
  }

  /** Returns whether partners come soon, so that spinning is cheaper than waiting. */
  boolean maySpin() {
    AdaptiveSpin spin = spin();
    return spin != null && spin.pays();
  }

  /** Spins for a moment for {@link #anyReady()}. */
  int spinForReady() {
    int branch = anyReady();
    for (int looks = 0; branch < 0 && looks < LOOKS; looks += operations.length) {
      Thread.onSpinWait();
      branch = anyReady();
    }
    return branch;
  }

  /**
   * Returns the port at which a choice records whether spinning succeeds: only the first, because
   * the others would record the same.
   */
  AdaptiveSpin spin() {
    return ports.length == 0 ? null : ports[0].spin();
  }

  /**
   * Returns whether all branches have room for a waiter that has no thread; under the locks of all
   * ports.
   *
   * @param granted the operation for which room is reserved; or null
   */
  boolean haveRoom(Operation granted, Wakes wakes) {
    for (Operation operation : operations) {
      // Room for one branch at a port is enough for all, because only one will be taken. If the
      // others required more, waiters would pass the reservation around without end.
      boolean isGranted = granted != null && operation.port() == granted.port();
      if (!isGranted && operation.room() != null && !operation.room().isFree(wakes)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Waits until there may be room for a waiter that has no thread; called by a thread that holds no
   * lock.
   *
   * @return the branch for which room is reserved; or null
   */
  Operation awaitRoom() throws InterruptedException {
    for (int branch = 0; branch < operations.length; branch++) {
      Room room = operations[branch].room();
      if (room != null
          && room.awaitReservation(operations[branch].where(branch, operations.length))) {
        return operations[branch];
      }
    }
    return null;
  }

  /** Makes a new order of trying the branches. */
  int[] tries() {
    RandomGenerator random = ThreadLocalRandom.current();
    if (order == null) {
      int[] tries = Group.upTo(operations.length);
      Group.shuffle(tries, random);
      return tries;
    }
    int[] tries = new int[operations.length];
    order.order(tries, 0, random);
    return tries;
  }

  /** Returns whether no two branches may wait in one queue, and all have one: none is a timer. */
  boolean isOfDistinctPorts() {
    return ports.length == operations.length;
  }

  /** Fires the nacks that do not cover a branch. */
  void lose(int chosen, Wakes wakes) {
    for (Nack nack : nacks) {
      if (!nack.covers(chosen)) {
        nack.fire(wakes);
      }
    }
  }

  @Override
  public String toString() {
    return Arrays.stream(operations)
        .limit(MOST_NAMED)
        .map(Operation::describe)
        .collect(
            Collectors.joining(
                "; ",
                "choice of " + operations.length + " (",
                operations.length > MOST_NAMED ? "; …)" : ")"));
  }

  /** Fires all nacks, because no branch was chosen. */
  public void loseAll() {
    loseAll(List.of(nacks));
  }

  public static void loseAll(Iterable<Nack> nacks) {
    Wakes.wakeAllOf(wakes -> nacks.forEach(nack -> nack.fire(wakes)));
  }
}
