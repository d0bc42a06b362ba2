package dev.hocket.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A failure in a scope reaches one wait: of the scope, or, once that has ended, of the program. */
final class ScopeRaces {
  private ScopeRaces() {}

  abstract static class Scoped extends Stage {
    final TagScope scope = tag.program().open();

    Scoped() {
      other.target.submit(
          Place.TARGET,
          scope,
          "failing",
          () -> {
            throw new IllegalStateException();
          });
    }

    /** Waits on the calling thread; returns the outcome. */
    static String await(TagScope awaited) {
      try {
        TagScope.await("here", awaited);
        return "nothing";
      } catch (IllegalStateException thrown) {
        return "failure";
      }
    }
  }

  @JCStressTest
  @State
  @Description("TagScope.claim: a wait of the program never takes what an open scope can claim")
  @Outcome(id = "failure, nothing", expect = ACCEPTABLE, desc = "always the scope")
  public static class OwnVsProgram extends Scoped {
    @Actor
    public void failAndAwait(LL_Result r) {
      other.runNext();
      r.r1 = await(scope);
    }

    @Actor
    public void program(LL_Result r) {
      r.r2 = await(tag.program());
    }
  }

  @JCStressTest
  @State
  @Description("TagScope.end against the end of a block: what the scope leaves is not lost")
  @Outcome(id = "nothing, failure", expect = ACCEPTABLE, desc = "for the next wait of the program")
  public static class EndVsFailure extends Scoped {
    @Actor
    public void end(LL_Result r) {
      scope.end();
      r.r1 = "nothing";
    }

    @Actor
    public void failing() {
      other.runNext();
    }

    @Arbiter
    public void next(LL_Result r) {
      r.r2 = await(tag.program());
    }
  }

  @JCStressTest
  @State
  @Description("TagScope.end against a wait of the program that began before: it is claimed once")
  @Outcome(id = "failure, nothing, nothing", expect = ACCEPTABLE, desc = "by the wait")
  @Outcome(id = "nothing, failure, nothing", expect = ACCEPTABLE, desc = "by the next wait")
  public static class EndVsProgram extends Scoped {
    @Actor
    public void program(LLL_Result r) {
      r.r1 = await(tag.program());
    }

    @Actor
    public void failAndEnd() {
      other.runNext();
      scope.end();
    }

    @Arbiter
    public void next(LLL_Result r) {
      r.r2 = await(tag.program());
      r.r3 = await(scope);
    }
  }

  @JCStressTest
  @State
  @Description("TagScope.claim of an ended scope against the program's: it is claimed once")
  @Outcome(id = "failure, nothing", expect = ACCEPTABLE, desc = "by the function left behind")
  @Outcome(id = "nothing, failure", expect = ACCEPTABLE, desc = "by the wait of the program")
  public static class LeftBehindVsProgram extends Scoped {
    public LeftBehindVsProgram() {
      other.runNext();
      scope.end();
    }

    @Actor
    public void leftBehind(LL_Result r) {
      r.r1 = await(scope);
    }

    @Actor
    public void program(LL_Result r) {
      r.r2 = await(tag.program());
    }
  }
}
