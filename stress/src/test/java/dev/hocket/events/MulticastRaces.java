package dev.hocket.events;

import static dev.hocket.events.Uninterrupted.uninterrupted;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A handler that waits to send to two full listeners sends to both or to none, and leaves room. */
final class MulticastRaces {
  private MulticastRaces() {}

  /** Two listeners with one value each and no room, and a handler that waits for both. */
  abstract static class Sending {
    private final Multicast<Integer> multicast = new Multicast<>();
    private final Multicast.Listener<Integer> one = multicast.listen(1, Overflow.WAIT);
    private final Multicast.Listener<Integer> other = multicast.listen(1, Overflow.WAIT);
    private final AtomicInteger wakes = new AtomicInteger();
    final MulticastSend<Integer> send = new MulticastSend<>(multicast, 2);

    Sending() {
      uninterrupted(() -> {
        multicast.send(1);
        return null;
      });
      if (!send.start(wakes::incrementAndGet)) {
        throw new AssertionError("there was room");
      }
    }

    final void makeRoomAtOne() {
      uninterrupted(one::recv);
    }

    final void makeRoomAtOther() {
      uninterrupted(other::recv);
    }

    final void endOther() {
      other.close();
    }

    /** The values to receive, the wakes, and whether there is room for a later value. */
    final String end() {
      String end = one.pending() + " and " + other.pending() + ", wakes " + wakes;
      while (one.pending() > 0) {
        makeRoomAtOne();
      }
      while (other.pending() > 0) {
        makeRoomAtOther();
      }
      boolean mustWait = new MulticastSend<>(multicast, 3).start(() -> {});
      return end + (mustWait ? ", no room" : "");
    }
  }

  @JCStressTest
  @State
  @Description("Room at one listener against room at the other")
  @Outcome(id = "1 and 1, wakes 1", expect = ACCEPTABLE, desc = "sent to both")
  public static class VsRoom extends Sending {
    @Actor
    public void one() {
      makeRoomAtOne();
    }

    @Actor
    public void other() {
      makeRoomAtOther();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = end();
    }
  }

  @JCStressTest
  @State
  @Description("Room at both listeners against a withdrawal")
  @Outcome(id = "withdrawn, 0 and 0, wakes 0", expect = ACCEPTABLE, desc = "sent to none")
  @Outcome(id = "sent, 1 and 1, wakes 1", expect = ACCEPTABLE, desc = "too late")
  public static class VsWithdrawal extends Sending {
    private boolean isWithdrawn;

    @Actor
    public void receiver() {
      makeRoomAtOne();
      makeRoomAtOther();
    }

    @Actor
    public void canceller() {
      isWithdrawn = send.withdraw();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = (isWithdrawn ? "withdrawn, " : "sent, ") + end();
    }
  }

  @JCStressTest
  @State
  @Description("Room at one listener against the end of the other")
  @Outcome(id = "1 and 1, wakes 1", expect = ACCEPTABLE, desc = "sent to the one that is left")
  public static class VsEnd extends Sending {
    @Actor
    public void receiver() {
      makeRoomAtOne();
    }

    @Actor
    public void ender() {
      endOther();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = end();
    }
  }
}
