package dev.hocket.events;

import java.lang.invoke.VarHandle;

/**
 * Step 3 of a {@link Choice}: two choices commit to each other under the lock of one channel,
 * instead of one waiting in all its queues, under all their locks, and the other finding it in one.
 *
 * <p>A channel has a <em>slot</em> beside its queues ({@link Queues}). The two choices are called
 * A, which arrives, and Q, which stands in a slot. Both belong to threads that may wait, no branch
 * of theirs has precedence over another, and neither has been in a queue yet.
 *
 * <ol>
 *   <li>A looks at the slots of its branches, without locks. It goes to a channel whose slot seems
 *       to hold a choice that does the opposite; if there is none, to the channel that all choices
 *       among the same channels go to at present.
 *   <li>A takes the lock of that channel, p, and tries its branch there as in step 5 of {@code
 *       Choice}. If that succeeds, A has committed.
 *   <li>Otherwise, if p's slot holds a Q that does the opposite, A claims it, provided that
 *       <ol>
 *         <li>no other waiter or value is in p's queue for the same as A, and
 *         <li>no branch of A is ready, all at one instant, see {@link #noneIsReadyAtOnce}.
 *       </ol>
 *       A empties the slot, takes the value that Q brings, gives Q its own, and sets Q's state word
 *       to Q's branch at p. That is the commit of both.
 *   <li>Otherwise, if the slot is empty, A stands in it, with the value that its branch brings.
 *       From now on A is a Q. It gives p's lock back.
 *   <li>Q spins until its state word says that it has been claimed; not for long, and it stops
 *       early if a branch seems ready, or if a partner stands in the slot of a channel with a lower
 *       id: of two choices that stand in different slots, one goes to the other.
 *   <li>Q takes p's lock and empties the slot, unless it has been claimed. After that it cannot be
 *       claimed any more. If it has been, that stands; if not, it has done nothing, and begins
 *       again with 1, or goes on with step 4 of {@code Choice}.
 * </ol>
 *
 * <p><em>Which thread writes what.</em> The slot (choice, branch, direction) is written under p's
 * lock, by Q in 4 and 6 and by A in 3; the reads in 1 and 5 are guesses. Q's value is written by Q
 * in 4 and by A in 3, under p's lock. Q's state word is written by A in 3; no other thread can,
 * because Q is in no queue and only its own thread withdraws it. So the compare-and-set in 3 cannot
 * fail. Q never parks between 4 and 6, so A need not wake it.
 *
 * <p><em>Why it is linearizable.</em> Let t be the instant of 3.2. A holds p's lock from 2 to the
 * commit, so nothing changes at p in between. We say that at t A waits: it steps into the queues of
 * all its branches, which it may, because none is ready. By 3.1 it is the first at p that does what
 * it does. At t, immediately after, Q arrives and takes the branch that A has just made ready,
 * which it may, whatever else is ready for Q, because its branches are equal. Both calls are in
 * progress at t. No thread sees A in the queues, where it stays for no time, or Q before t: polls,
 * single operations, counts, the end of a channel, choices with precedence and threads that may not
 * wait do not look into slots. So every run is one in which A waited and Q came.
 *
 * <p><em>Why 3.2 sees one instant.</em> A reads the versions of the locks of its other ports, looks
 * at its branches, and reads the versions again. If all were even (unlocked) and have not changed,
 * no thread has held one of these locks in between, so each instant in between will do:
 *
 * <ul>
 *   <li>{@link Port#version} is an acquiring read: what A reads next is at least as new as the last
 *       unlock, a releasing write, whose version it has seen.
 *   <li>A thread that takes a lock makes the version odd before it writes anything (a store-store
 *       fence in {@code tryLockAtOnce}). If A has read something of what it wrote, the load-load
 *       fence before the second reading of the versions makes A see that odd version, or a later
 *       one.
 *   <li>All that can make a branch ready is written under its port's lock ({@link
 *       BaseEvent#seemsReady}). A branch without a port is a clock's, which was not ready at its
 *       look and so not before; t is the first of these looks.
 * </ul>
 *
 * <p><em>Memory.</em> A reads the value that Q brings under the lock under which Q wrote it. Q
 * reads the value that A gives after it has read its state word, which is volatile and which A
 * wrote after the value.
 *
 * <p><em>Polls.</em> Choices that meet so are hardly ever in a queue, where a thread that only
 * polls would find them. So one choice in {@link AdaptiveSpin#REGULAR}, at random, does not meet
 * others here but waits in its queues, until its next partner comes.
 */
final class Meeting {
  /** About as long as it takes to park and to be woken. */
  private static final int LOOKS = 50;

  /**
   * Only one spin in this number reads the ports, because a partner is about to write their cache
   * lines.
   */
  private static final int SELDOM = 8;

  /** A choice visits the slot of a partner once more if one arrives meanwhile. */
  private static final int VISITS = 2;

  private final Choice choice;
  private final Branches forced;

  /** Where it stands, or null. */
  private Queues place;

  Meeting(Choice choice, Branches forced) {
    this.choice = choice;
    this.forced = forced;
  }

  /** Returns whether there has been a commit. Only for a thread that may wait. */
  boolean commit(Wakes wakes) {
    int branch = anyPartner();
    if (branch < 0) {
      branch = anyAtThePlace();
    }
    for (int visits = 0; branch >= 0 && visits < VISITS; visits++) {
      if (commitOrStand(branch, wakes) || (place != null && commitStanding(wakes))) {
        return true;
      }
      branch = anyPartner();
    }
    return false;
  }

  /** Point 1: a branch where a choice that does the opposite stands in the slot, or -1. */
  private int anyPartner() {
    int any = -1;
    int partners = 0;
    for (int branch = 0; branch < forced.events.length; branch++) {
      if (hasPartner(forced.events[branch]) && Branches.oneIn(++partners)) {
        any = branch;
      }
    }
    return any;
  }

  private static boolean hasPartner(BaseEvent<?> event) {
    Queues place = event.meetingPlace();
    return place != null && place.hasLookout(!event.sends());
  }

  /** Point 1: a branch at the port where all go at present, or -1 if that has no slot. */
  private int anyAtThePlace() {
    Port port = forced.ports[forced.spin().turn(forced.ports.length)];
    int any = -1;
    int there = 0;
    for (int branch = 0; branch < forced.events.length; branch++) {
      if (forced.events[branch].port() == port && Branches.oneIn(++there)) {
        any = branch;
      }
    }
    return forced.events[any].meetingPlace() == null ? -1 : any;
  }

  /** Points 2 to 4. */
  private boolean commitOrStand(int branch, Wakes wakes) {
    BaseEvent<?> event = forced.events[branch];
    Port port = event.port();
    port.lock();
    try {
      if (choice.commit(branch, wakes) || commitWithLookout(branch)) {
        return true;
      }
      if (event.meetingPlace().isFree()) {
        place = event.meetingPlace();
        choice.value = event.offered();
        place.stand(choice, branch, event.sends());
      }
      return false;
    } finally {
      port.unlock();
    }
  }

  /** Point 3. */
  private boolean commitWithLookout(int branch) {
    BaseEvent<?> event = forced.events[branch];
    if (!hasPartner(event) || !event.isNext() || !noneIsReadyAtOnce(event.port())) {
      return false;
    }
    Object brought = event.meetingPlace().claimLookout(event.offered());
    choice.commitTo(branch, event.result(brought));
    return true;
  }

  /**
   * Whether during this call there is an instant at which no branch is ready. The caller has locked
   * one of their ports. The others are seen to be unlocked, with the same versions before and after
   * all branches are looked at: so nothing has changed there in between.
   */
  private boolean noneIsReadyAtOnce(Port locked) {
    long versions = versions(locked);
    if (versions < 0 || forced.seemsReady()) {
      return false;
    }
    VarHandle.loadLoadFence();
    return versions(locked) == versions;
  }

  /**
   * The sum of the versions of all ports but one; -1 if any of them is locked. Versions only grow;
   * they wrap after 2 to the power of 32 changes, which do not happen during one look.
   */
  private long versions(Port but) {
    long sum = 0;
    for (Port port : forced.ports) {
      if (port != but) {
        int version = port.version();
        if (Port.isLocked(version)) {
          return -1;
        }
        sum += Integer.toUnsignedLong(version);
      }
    }
    return sum;
  }

  /** Points 5 and 6. */
  private boolean commitStanding(Wakes wakes) {
    try {
      lookOut();
    } catch (Throwable failure) {
      leave();
      if (choice.isWaiting()) {
        throw failure;
      }
      // A partner has committed in the meantime; that stands.
      return true;
    }
    leave();
    if (choice.isWaiting() && !choice.commitUnderOneLock(forced.anyReady(), wakes)) {
      return false;
    }
    forced.spin().hasPaid();
    return true;
  }

  private void lookOut() {
    for (int look = 1; look <= LOOKS && choice.isWaiting(); look++) {
      if (look % SELDOM == 0 && (forced.seemsReady() || hasPartnerBefore())) {
        return;
      }
      Thread.onSpinWait();
    }
  }

  private boolean hasPartnerBefore() {
    for (BaseEvent<?> event : forced.events) {
      if (hasPartner(event) && event.meetingPlace().id < place.id) {
        return true;
      }
    }
    return false;
  }

  /** Point 6. */
  private void leave() {
    if (choice.isWaiting()) {
      place.lock();
      try {
        place.leave(choice);
      } finally {
        place.unlock();
      }
    }
    place = null;
  }
}
