package dev.hocket.events;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** An event as a flat choice, after its guards have run. Never changes. */
final class Forced {
  static final Nack[] NO_NACKS = {};

  private static final int[] FORWARDS = {0, 1};
  private static final int[] BACKWARDS = {1, 0};

  final Branch[] branches;
  final Nack[] nacks;

  /** Of all branches, in locking order, each once; null if there is a single branch. */
  final Port[] ports;

  /** Null if every order of trying is as good as any other. */
  private final Group order;

  Forced(Branch[] branches, Nack[] nacks, Group order) {
    this.branches = branches;
    this.nacks = nacks;
    this.order = order == null || order.isUniform() ? null : order;
    this.ports = isSingle() ? null : ports(branches);
  }

  private static Port[] ports(Branch[] branches) {
    Port[] all = new Port[branches.length];
    int count = 0;
    for (Branch branch : branches) {
      Port port = branch.event().port();
      if (port != null) {
        all[count++] = port;
      }
    }
    return Port.sorted(all, count);
  }

  /** Whether it is one branch and nobody else has an interest in it. */
  boolean isSingle() {
    return branches.length == 1 && nacks.length == 0;
  }

  /** Whether no branch has precedence over another. */
  boolean isFair() {
    return order == null;
  }

  /** A new order of trying the branches, only to be read. */
  int[] tries() {
    RandomGenerator random = ThreadLocalRandom.current();
    if (order == null && branches.length == 2) {
      return random.nextInt() < 0 ? FORWARDS : BACKWARDS;
    }
    if (order == null) {
      int[] tries = Group.upTo(branches.length);
      Group.shuffle(tries, random);
      return tries;
    }
    int[] tries = new int[branches.length];
    order.order(tries, 0, random);
    return tries;
  }

  /** Fires the nacks that do not cover a branch. */
  void lose(int chosen, Wakes wakes) {
    for (Nack nack : nacks) {
      if (!nack.covers(chosen)) {
        nack.fire(wakes);
      }
    }
  }

  /** Fires all nacks: nothing was chosen. */
  void loseAll() {
    loseAll(List.of(nacks));
  }

  static void loseAll(Iterable<Nack> nacks) {
    Wakes wakes = new Wakes();
    nacks.forEach(nack -> nack.fire(wakes));
    wakes.tell();
  }
}
