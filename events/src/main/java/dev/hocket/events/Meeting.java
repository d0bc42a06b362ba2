package dev.hocket.events;

import java.lang.invoke.VarHandle;

/**
 * Step 3 of a {@link Choice}: two choices meet at one port, instead of waiting in all queues and
 * searching them.
 *
 * <ol>
 *   <li>If a choice that does the opposite stands in the slot of a branch's {@link MeetingPlace},
 *       that one port is locked. The slot counts if the branch itself is not ready, nothing waits
 *       there for the same, and at one instant no other branch is ready either. Then whoever stands
 *       there is claimed: that is the commit, of both.
 *   <li>Otherwise it stands in a slot itself, if that is free, under that port's lock. All who
 *       choose among the same ports go to the same one.
 *   <li>It looks out until it is claimed, a branch seems ready, or a partner stands in the slot of
 *       a port with a lower id: of two that stand in different slots, one goes to the other. All
 *       that only for a moment.
 *   <li>Under the lock it leaves the slot. If it has not been claimed it goes on as if it came now.
 * </ol>
 *
 * <p>Why it is linearizable: at the instant of point 1 the one who claims might have stepped into
 * all its queues, as none of its branches was ready, and would have been the first at that port.
 * That instant it did, and the one in the slot came and chose it. So nobody who stands in a slot
 * has come before it is claimed; polls, single operations, counts and the end of a channel, for
 * whom it would have to be there, do not look into slots, nor do choices in which one branch has
 * precedence, nor those that may not wait.
 *
 * <p>That other branches are not ready at one instant is seen without their locks, by the versions
 * of their ports: {@link #noneIsReadyAtOnce}. It takes time in proportion to the branches, under
 * one lock where {@link Choice} takes it under all.
 *
 * <p>Choices that meet so are hardly ever seen waiting: who only polls may find none of them for a
 * long time, as it may if they wait for each other by turns.
 */
final class Meeting {
  /** About as long as it takes to park and to be woken. */
  private static final int LOOKS = 50;

  /** One look of so many is at the ports, whose cache lines a partner is about to write to. */
  private static final int SELDOM = 8;

  /** It goes to a partner that comes meanwhile once. */
  private static final int VISITS = 2;

  private final Choice choice;
  private final Forced forced;

  /** Where it stands, or null. */
  private MeetingPlace place;

  Meeting(Choice choice, Forced forced) {
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

  /** One of the branches where a choice that does the opposite stands in the slot, or -1. */
  private int anyPartner() {
    int any = -1;
    int partners = 0;
    for (int branch = 0; branch < forced.events.length; branch++) {
      if (hasPartner(forced.events[branch]) && Forced.oneIn(++partners)) {
        any = branch;
      }
    }
    return any;
  }

  private static boolean hasPartner(BaseEvent<?> event) {
    MeetingPlace place = event.meetingPlace();
    return place != null && place.hasLookout(!event.sends());
  }

  /** One of the branches at the port where all go now, or -1 if that makes no sense there. */
  private int anyAtThePlace() {
    Port port = forced.ports[forced.spin().turn(forced.ports.length)];
    int any = -1;
    int there = 0;
    for (int branch = 0; branch < forced.events.length; branch++) {
      if (forced.events[branch].port() == port && Forced.oneIn(++there)) {
        any = branch;
      }
    }
    return forced.events[any].meetingPlace() == null ? -1 : any;
  }

  /** Points 1 and 2. */
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
   * The sum of the versions of all ports but one; -1 if any of them is locked. They only grow, but
   * for a wrap after 2 to the power of 32 changes, which nobody makes during one look.
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

  /** Points 3 and 4. */
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

  /** Point 4. */
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
