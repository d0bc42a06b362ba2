package dev.hocket.events.choice;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.hocket.events.channels.Queues;
import dev.hocket.events.variables.OnceCell;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A handler that waits for a call and its reply is woken once, unless it is withdrawn. */
final class CallRaces {
  private CallRaces() {}

  /** A call, the server that may accept it, and the number of wakes. */
  abstract static class Calling {
    private final Queues calls = new Queues(null, 0, null);
    private final OnceCell reply = new OnceCell();
    private final AtomicInteger wakes = new AtomicInteger();
    final SuspendedCall call =
        new SuspendedCall("call", only(calls.sending("argument")), only(reply.read()));

    private static Branches only(Operation operation) {
      return new Branches(new Branch[] {new Branch(operation, null)}, Branches.NO_NACKS, null);
    }

    final boolean begins() {
      return call.start(wakes::incrementAndGet);
    }

    /** Accepts the call, if it is there, and replies. */
    final boolean isServed() {
      boolean isThere = calls.receivePoll() != Operation.NOT_YET;
      if (isThere) {
        reply.write("reply");
      }
      return isThere;
    }

    final String wakes() {
      return ", wakes " + wakes;
    }

    final String result() {
      try {
        return ", " + call.result();
      } catch (InterruptedException impossible) {
        throw new AssertionError(impossible);
      }
    }
  }

  @JCStressTest
  @State
  @Description("The begin of a call against its acceptance and its reply")
  @Outcome(id = "waits, wakes 1, reply", expect = ACCEPTABLE, desc = "suspended, then woken")
  @Outcome(id = "at once, wakes 0, reply", expect = ACCEPTABLE, desc = "the server was faster")
  public static class VsServer extends Calling {
    private boolean waits;

    @Actor
    public void client() {
      waits = begins();
    }

    @Actor
    public void server() {
      while (!isServed()) {
        Thread.onSpinWait();
      }
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = (waits ? "waits" : "at once") + wakes() + result();
    }
  }

  @JCStressTest
  @State
  @Description("A withdrawal against the acceptance of the call and its reply")
  @Outcome(id = "withdrawn, false, wakes 0", expect = ACCEPTABLE, desc = "before it was accepted")
  @Outcome(id = "withdrawn, true, wakes 0", expect = ACCEPTABLE, desc = "before the reply came")
  @Outcome(id = "returned, true, wakes 1", expect = ACCEPTABLE, desc = "too late")
  public static class VsWithdrawal extends Calling {
    private boolean isServed;
    private boolean isWithdrawn;

    public VsWithdrawal() {
      begins();
    }

    @Actor
    public void server() {
      isServed = isServed();
    }

    @Actor
    public void canceller() {
      isWithdrawn = call.withdraw();
    }

    @Arbiter
    public void end(L_Result r) {
      // A second withdrawal must return, too.
      boolean again = call.withdraw();
      r.r1 =
          (again ? "again, " : "")
              + (isWithdrawn ? "withdrawn, " : "returned, ")
              + isServed
              + wakes();
    }
  }
}
