package dev.hocket.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A suspended handler continues once, and only after what it awaits. */
final class HandOverRaces {
  private HandOverRaces() {}

  @JCStressTest
  @State
  @Description("Coroutine, 2 against 3: the awaited block ends while the handler parks")
  @Outcome(id = "awaited, went on", expect = ACCEPTABLE, desc = "once, in this order")
  public static class EndVsPark extends Stage {
    public EndVsPark() {
      submit(await("awaited"), step("went on"));
    }

    @Actor
    public void handler() {
      home.runNext();
    }

    @Actor
    public void awaited() {
      other.awaitAndRunNext();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = ending();
    }
  }

  @JCStressTest
  @State
  @Description("Suspension.listen: a block ends while a wait for its tag looks and listens")
  @Outcome(id = "awaited, went on", expect = ACCEPTABLE, desc = "once, in this order")
  public static class EndVsListen extends Stage {
    public EndVsListen() {
      other.target.submit(tag, "awaited", note("awaited"));
      submit(Steps.awaitTag(tag.name()), step("went on"));
    }

    @Actor
    public void handler() {
      home.runNext();
    }

    @Actor
    public void awaited() {
      other.runNext();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = ending();
    }
  }

  @JCStressTest
  @State
  @Description("Awaited.run against Awaited.run: the last two blocks of a tag end")
  @Outcome(id = "awaited, awaited, went on", expect = ACCEPTABLE, desc = "woken by the last")
  public static class EndVsEnd extends Stage {
    private final HandLoop third = new HandLoop();

    public EndVsEnd() {
      other.target.submit(tag, "awaited", note("awaited"));
      third.target.submit(tag, "awaited", note("awaited"));
      submit(Steps.awaitTag(tag.name()), step("went on"));
      home.runNext();
    }

    @Actor
    public void awaited() {
      other.runNext();
    }

    @Actor
    public void awaitedToo() {
      third.runNext();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = ending();
    }
  }
}
