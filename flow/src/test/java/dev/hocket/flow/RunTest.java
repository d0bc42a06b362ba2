package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Targets;
import dev.hocket.core.Worker;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Statistics;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests the guarantees of a run, whatever chooses its sections. */
@ParameterizedClass
@FieldSource("MAPPINGS")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RunTest {
  static final List<Sections> MAPPINGS = List.of(Sections.perFunction(), Sections.automatic());

  @Parameter Sections sections;

  private Flow flow(String name, Library library, Function<Definition, Object> algorithm) {
    return Flow.define(name, library, algorithm).sections(sections);
  }

  private Flow sums(long count) {
    return flow(
        "sums", Functions.library(), f -> f.call("sum", f.call("twice", f.call("numbers", count))));
  }

  @Test
  void aFlowWithoutASource_isOnePacket() {
    Flow flow = flow("one", Functions.library(), f -> f.call("twice", f.call("inc", 20)));
    assertEquals(42L, flow.run());
    assertEquals(42L, flow.result(Results.LAST).run());
  }

  @Test
  void aResultOfManyPackets_needsASource() {
    Flow flow = flow("one", Functions.library(), f -> f.call("twice", 21));
    for (Results results : List.of(Results.ALL, Results.NONE)) {
      Flow changed = flow.result(results);
      for (Executable use : List.<Executable>of(changed::run, changed::interpret)) {
        FlowException e = assertThrows(FlowException.class, use);
        assertTrue(
            e.getMessage()
                .matches(
                    "RunTest.java:\\d+: the option :result of one is " + results + ".*no source.*"),
            e.getMessage());
      }
    }
  }

  @Test
  void aFalseThatIsNotTheConstant_isTrueAsInClojure() {
    @SuppressWarnings({"deprecation", "removal"})
    Boolean other = new Boolean(false);
    for (Sections sections : List.of(Sections.single(), Sections.perFunction())) {
      Flow flow =
          flow(
                  "choice",
                  Functions.library(),
                  f ->
                      f.when(
                          f.apply("other", a -> other),
                          () -> f.call("twice", 1),
                          () -> f.call("twice", 2)))
              .sections(sections);
      assertEquals(2L, flow.run());
      assertEquals(2L, flow.interpret());
    }
  }

  @Test
  void aSource_givesTheLastValueUnlessAllAreAskedFor() {
    assertEquals(90L, sums(10).run());
    List<Long> all = LongStream.range(0, 10).mapToObj(n -> n * (n + 1)).toList();
    assertEquals(all, sums(10).result(Results.ALL).run());
    assertNull(sums(10).result(Results.NONE).run());
    assertNull(sums(0).run());
  }

  @Test
  void eachRun_beginsWithNewState() {
    Flow flow = sums(10);
    assertEquals(flow.run(), flow.run());
  }

  @Test
  void nil_isAValueLikeAnyOther() {
    Flow flow =
        flow(
            "nils",
            Functions.library(),
            f -> f.apply("nil", a -> null, f.call("sum", f.call("numbers", 3))));
    List<Object> nils = new ArrayList<>();
    nils.add(null);
    nils.add(null);
    nils.add(null);
    assertEquals(nils, flow.result(Results.ALL).run());
  }

  @Test
  void theShortestSource_endsTheFlowAndUnusedValuesAreCounted() throws Exception {
    Flow flow =
        flow(
            "tuples",
            Functions.library(),
            f -> f.call("plus", f.call("numbers", 100), f.call("numbers", 3)));
    Run run = flow.result(Results.ALL).sections(Sections.single()).start();
    assertEquals(List.of(0L, 2L, 4L), run.await());
    assertEquals(1, run.statistics().dropped());
    assertEquals(List.of(0L, 2L, 4L), flow.result(Results.ALL).run());
    assertEquals(3, run.statistics().admitted());
  }

  @Test
  void aSourceThatBlocksWhenTheShortestEnds_isInterrupted() {
    Flow flow =
        flow(
            "waits",
            Functions.library(),
            f -> f.call("plus", f.call("numbers", 0), f.call("never")));
    assertNull(flow.run());
  }

  @Test
  void end_admitsNoMorePacketsAndFinishesThoseThatHaveBegun() {
    Flow flow = flow("server", Functions.library(), f -> f.call("count", f.call("never")));
    Run run = flow.start();
    run.end();
    assertNull(run.await());
  }

  @Test
  void aFailure_isThrownUnchangedWithPositionFunctionAndPacket() {
    Flow flow =
        flow("fails", Functions.library(), f -> f.call("third-fails", f.call("numbers", 10)));
    IllegalStateException failure = assertThrows(IllegalStateException.class, flow::run);
    assertEquals("the third", failure.getMessage());
    String note = failure.getSuppressed()[0].toString();
    assertTrue(
        note.matches("in third-fails, call third-fails#1 at RunTest.java:\\d+, packet 3"), note);
  }

  @Test
  void skip_dropsThePacketReportsItAndContinues() {
    List<Failures.Failure> reported = new ArrayList<>();
    Flow flow =
        flow(
                "skips",
                Functions.library(),
                f -> f.call("count", f.call("third-fails", f.call("numbers", 5))))
            .result(Results.ALL)
            .failures(Failures.skip(reported::add));
    Run run = flow.start();
    assertEquals(List.of(1L, 2L, 3L, 4L), run.await());
    assertEquals(1, reported.size());
    assertEquals(3, reported.getFirst().packet());
    assertEquals("third-fails#1", reported.getFirst().call());
    assertEquals(1, run.statistics().skipped());
    assertEquals(4, run.statistics().finished());
  }

  @Test
  void skip_ofTheOnePacketWithoutASource_endsTheFlow() {
    List<Failures.Failure> reported = new ArrayList<>();
    Flow flow =
        flow(
                "skips",
                Functions.library(),
                f ->
                    f.stateful(
                        "fails",
                        () ->
                            a -> {
                              throw new IllegalStateException("on purpose");
                            },
                        1L))
            .failures(Failures.skip(reported::add));
    Run run = flow.start();
    assertNull(run.await());
    assertEquals(1, reported.size());
    assertEquals(1, run.statistics().skipped());
  }

  @Test
  void anErrorOfTheVirtualMachine_isNotSkipped() {
    List<Failures.Failure> reported = new ArrayList<>();
    StackOverflowError error = new StackOverflowError("on purpose");
    Flow flow =
        flow(
                "stops",
                Functions.library(),
                f ->
                    f.stateful(
                        "fails",
                        () ->
                            a -> {
                              throw error;
                            },
                        1L))
            .failures(Failures.skip(reported::add));
    assertThrows(StackOverflowError.class, flow::run);
    assertEquals(List.of(), reported);
  }

  private static int endless(int x) {
    return endless(x) + 1;
  }

  @Test
  void aStackOverflow_namesItsFunctionAndPlace() {
    Flow flow =
        flow("deep", Functions.library(), f -> f.stateful("deep", () -> a -> endless(1), 1L));
    StackOverflowError e = assertThrows(StackOverflowError.class, flow::run);
    assertTrue(e.getMessage().matches("in deep, call deep#1 at RunTest.java:\\d+, packet 1"));
    assertEquals("endless", e.getStackTrace()[0].getMethodName());
  }

  @Test
  void cancel_afterTheEnd_hasNoEffect() {
    Run run = flow("over", Functions.library(), f -> f.call("count", f.call("numbers", 3))).start();
    run.await();
    assertFalse(run.cancel());
  }

  @Test
  void cancel_isNotRetried_alsoIfTheCallWrapsTheInterrupt() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    Flow flow =
        flow(
                "wraps",
                Functions.library(),
                f ->
                    f.stateful(
                        "waits",
                        () ->
                            a -> {
                              calls.incrementAndGet();
                              inside.countDown();
                              try {
                                never.await();
                              } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                              }
                              return null;
                            },
                        1L))
            .failures(Failures.retry(3));
    Run run = flow.start();
    inside.await();
    run.cancel();
    assertThrows(CancellationException.class, run::await);
    assertEquals(1, calls.get());
  }

  @Test
  void retry_repeatsTheCall() {
    Flow flow =
        flow("retries", Functions.library(), f -> f.call("third-fails", f.call("numbers", 5)))
            .result(Results.ALL)
            .failures(Failures.retry(1));
    assertEquals(List.of(0L, 1L, 2L, 3L, 4L), flow.run());
  }

  @Test
  void aFailureInALoopOverSections_skipsThePacketOnly() {
    Flow flow =
        flow(
                "loops",
                Functions.library(),
                f ->
                    f.loop(
                        List.of(2L, f.call("numbers", 4)),
                        v ->
                            f.when(
                                f.apply("more", a -> (Long) a[0] > 0, v.get(0)),
                                () ->
                                    f.recur(
                                        f.apply("dec", a -> (Long) a[0] - 1, v.get(0)),
                                        f.call("third-fails", f.call("twice", v.get(1)))),
                                () -> v.get(1))))
            .result(Results.ALL)
            .failures(Failures.skip(failure -> {}));
    assertEquals(List.of(0L, 8L, 12L), flow.run());
  }

  @Test
  void cancel_interruptsRunningFunctions() {
    Flow flow = flow("stuck", Functions.library(), f -> f.call("forever", f.call("numbers", 10)));
    Run run = flow.start();
    assertTrue(run.cancel());
    CancellationException cancelled = assertThrows(CancellationException.class, run::await);
    assertEquals("flow stuck was cancelled", cancelled.getMessage());
    assertFalse(run.cancel());
  }

  @Test
  void anInterruptOfTheWaitingCaller_cancelsTheFlow() {
    Flow flow = flow("stuck", Functions.library(), f -> f.call("forever", 1));
    Thread.currentThread().interrupt();
    assertThrows(CancellationException.class, flow::run);
    assertTrue(Thread.interrupted());
  }

  @Test
  void aSourceThatWaits_delaysNoPackets() throws Exception {
    // The second branch and the functions after both branches are in the section of the source,
    // which gives its second value when the first packet has reached the end.
    CountDownLatch ended = new CountDownLatch(1);
    Flow flow =
        flow(
                "waits",
                Functions.library(),
                f -> {
                  Definition.Value latch = f.environment("latch", CountDownLatch.class, ended);
                  Definition.Value n = f.call("two", latch);
                  return f.call(
                      "count-down",
                      latch,
                      f.when(
                          f.apply("even", a -> (Long) a[0] % 2 == 0, n),
                          () -> f.call("twice", n),
                          () -> f.call("inc", n)));
                })
            .result(Results.ALL)
            .sections(Sections.of(List.of(List.of("two", "inc", "count-down"), List.of("twice"))));
    assertEquals(List.of(0L, 2), flow.run());
  }

  @Test
  void anInterruptWhileTheCallerWaits_cancelsTheFlow() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Flow flow =
        flow(
            "stuck",
            Functions.library(),
            f -> {
              Definition.Value latch = f.environment("latch", CountDownLatch.class, begun);
              return f.call("forever", f.call("count-down", latch, 1L));
            });
    List<Object> seen = new ArrayList<>();
    Thread caller =
        Thread.ofPlatform()
            .start(() -> {
              assertThrows(CancellationException.class, flow::run);
              seen.add(Thread.currentThread().isInterrupted());
            });
    begun.await();
    caller.interrupt();
    caller.join();
    assertEquals(List.of(true), seen);
  }

  @Test
  void sectionsThatBlock_runBesideOneAnother() {
    CountDownLatch latch = new CountDownLatch(2);
    Flow flow =
        flow(
            "meet",
            Functions.library(),
            f -> {
              Definition.Value both = f.environment("latch", CountDownLatch.class, latch);
              return f.apply(
                  "list",
                  a -> List.of(a),
                  f.call("meet", both, f.call("inc", 1)),
                  f.call("meet", both, f.call("inc", 2)));
            });
    assertEquals(List.of(2, 3), flow.run());
  }

  @Test
  void aShutDownTarget_losesNoPacketThatWasAccepted() throws Exception {
    Worker worker = Targets.create("flow-test-shutdown", 1);
    CyclicBarrier accepted = new CyclicBarrier(2);
    Flow flow =
        flow(
                "accepts",
                Functions.library(),
                f ->
                    f.call(
                        "count",
                        f.stateful(
                            "accept",
                            () ->
                                a -> {
                                  if ((Long) a[0] == 5) {
                                    accepted.await(5, TimeUnit.MINUTES);
                                    accepted.await(5, TimeUnit.MINUTES);
                                  }
                                  return a[0];
                                },
                            f.call("numbers", 1_000_000_000L))))
            .result(Results.LAST)
            .target(worker);
    Run run = flow.start();
    accepted.await(5, TimeUnit.MINUTES);
    Thread shutdown = Thread.startVirtualThread(() -> shutDown(worker));
    while (!isShutDown(worker)) {
      Thread.onSpinWait();
    }
    accepted.await(5, TimeUnit.MINUTES);
    Object last = run.await();
    shutdown.join();
    assertEquals(run.statistics().admitted(), last);
  }

  private static boolean isShutDown(Worker worker) {
    return !Targets.all().containsKey(worker.name());
  }

  private static void shutDown(Worker worker) {
    try {
      worker.shutdown(Duration.ofMinutes(5));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void statistics_countTheCallsOfEachFunction() {
    Run run = sums(10).start();
    run.await();
    assertEquals(
        List.of(10L, 10L, 11L),
        run.statistics().functions().stream().map(Statistics.Calls::calls).sorted().toList());
  }
}
