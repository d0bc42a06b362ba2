package dev.hocket.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.hocket.events.Scope;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The close of a scope of events ends once, and only when the scope's process has ended. */
final class ScopeCloseRaces {
  private ScopeCloseRaces() {}

  /** A handler that closes a scope whose process ends when it is told to, not when interrupted. */
  abstract static class Closing extends Stage {
    final CountDownLatch release = new CountDownLatch(1);
    private volatile boolean hasEnded;
    private Scope scope;

    final Block handler =
        home.target.submit(
            "handler",
            Steps.of(
                    co -> {
                      scope = Scope.open("raced");
                      scope.spawn(this::process);
                      scope.close(co);
                    },
                    Steps.then(() -> happened(hasEnded ? "closed" : "closed too early")),
                    Steps.then(this::noteInterrupt))
                .onFailure(failure ->
                    happened(
                        failure instanceof CancellationException
                            ? "cancelled"
                            : failure.getClass().getSimpleName()))
                .body());

    void process() {
      uninterruptibly(release);
      hasEnded = true;
    }

    private void noteInterrupt() {
      if (Thread.interrupted()) {
        happened("interrupted");
      }
    }

    static void uninterruptibly(CountDownLatch latch) {
      while (latch.getCount() > 0) {
        try {
          latch.await();
        } catch (InterruptedException again) {
          // The process delays the close.
        }
      }
    }

    final String endingLater() {
      release.countDown();
      return endingLater(handler);
    }
  }

  @JCStressTest
  @State
  @Description("the end of the last process against the suspension of the handler that closes")
  @Outcome(id = "closed, COMPLETED", expect = ACCEPTABLE, desc = "resumed, or never suspended")
  public static class VsSuspension extends Closing {
    @Actor
    public void home() {
      home.runNext();
    }

    @Actor
    public void release() {
      release.countDown();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = endingLater();
    }
  }

  @JCStressTest
  @State
  @Description("the end of the last process against Block.cancel of the handler that closes")
  @Outcome(id = "closed, COMPLETED", expect = ACCEPTABLE, desc = "resumed first")
  @Outcome(id = "closed, interrupted, COMPLETED", expect = ACCEPTABLE, desc = "ended first")
  @Outcome(id = "cancelled, COMPLETED", expect = ACCEPTABLE, desc = "the wait is withdrawn")
  public static class VsCancel extends Closing {
    public VsCancel() {
      home.runNext();
    }

    @Actor
    public void release() {
      release.countDown();
      home.runNext();
    }

    @Actor
    public void cancel() {
      handler.cancel();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = endingLater();
    }
  }

  @JCStressTest
  @State
  @Description("the end of the last process against the end of the closing handler's target")
  @Outcome(id = "closed, COMPLETED", expect = ACCEPTABLE, desc = "resumed before the end")
  @Outcome(id = "REJECTED", expect = ACCEPTABLE, desc = "the process ended too late")
  public static class VsAbandon extends Closing {
    public VsAbandon() {
      home.runNext();
    }

    @Actor
    public void release() {
      release.countDown();
      home.runNext();
    }

    @Actor
    public void end() {
      handler.abandon();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = endingLater();
    }
  }

  @JCStressTest
  @State
  @Description("Deadlocks.enter of a process against Deadlocks.check of the handler that closes")
  @Outcome(id = "DeadlockException, COMPLETED", expect = ACCEPTABLE, desc = "the handler's wait")
  @Outcome(id = "refused, closed, COMPLETED", expect = ACCEPTABLE, desc = "the process's wait")
  public static class VsProcessThatWaitsForIt extends Closing {
    @Override
    void process() {
      uninterruptibly(release);
      while (true) {
        try {
          handler.join();
          break;
        } catch (DeadlockException refused) {
          happened("refused");
          break;
        } catch (InterruptedException again) {
          // The close interrupts the process once.
        }
      }
      super.process();
    }

    @Actor
    public void home() {
      home.runNext();
    }

    @Actor
    public void release() {
      release.countDown();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = endingLater();
    }
  }

  @JCStressTest
  @State
  @Description("an interrupt of a thread that closes a scope, and the end of the last process")
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "closed, and the interrupt is still there")
  public static class InterruptVsClose {
    private final CountDownLatch known = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private volatile boolean interrupted;
    private Thread closer;

    @Actor
    public void close(L_Result r) {
      try (Scope scope = Scope.open("raced")) {
        scope.spawn(() -> Closing.uninterruptibly(release));
        closer = Thread.currentThread();
        known.countDown();
      }
      while (!interrupted) {
        Thread.onSpinWait();
      }
      // jcstress needs its thread back without the interrupt.
      r.r1 = Thread.interrupted();
    }

    @Actor
    public void interrupt() {
      Closing.uninterruptibly(known);
      release.countDown();
      closer.interrupt();
      interrupted = true;
    }
  }
}
