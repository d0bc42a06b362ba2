package dev.hocket.core;

import static dev.hocket.core.TargetContractTest.throwIt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class TagScopeTest {
  private final String name = TargetKind.freshName();
  private final Tag tag = Tag.of(name);
  private final TagScope program = tag.program();
  private final TargetKind.Made made = TargetKind.POOL_OF_FOUR.make();
  private final Target target = made.target();

  @AfterEach
  void end() {
    made.close();
  }

  private IOException failIn(TagScope scope) {
    IOException failure = new IOException();
    target.submit(Place.HERE, scope, "fails", () -> throwIt(failure));
    return failure;
  }

  private static void assertThrown(Exception expected, TagScope scope) {
    assertSame(expected, assertThrows(Exception.class, () -> TagScope.await("here", scope)));
  }

  @Test
  void eachScopeGetsItsOwnFailure_andTheProgramNone() {
    TagScope one = program.open();
    TagScope two = program.open();
    IOException ofOne = failIn(one);
    IOException ofTwo = failIn(two);
    Tag.await("here", name);
    assertThrown(ofTwo, two);
    assertThrown(ofOne, one);
    one.end();
    two.end();
    Tag.await("here", name);
  }

  @Test
  void aWaitOfAScope_isForItsOwnBlocks_andOneOfTheProgramForAll() throws InterruptedException {
    CountDownLatch gate = new CountDownLatch(1);
    TagScope one = program.open();
    target.submit(Place.TARGET, one, "gated", gate::await);
    TagScope.await("here", program.open());
    Block all = Targets.of("worker").submit("waits", () -> Tag.await("here", name));
    Eventually.holds(() -> all.toString().contains("waits for block gated"));
    gate.countDown();
    all.join();
  }

  @Test
  void failuresLeftByAScope_goToTheNextWaitOfTheProgram_laterOnesToo() {
    TagScope scope = program.open();
    IOException before = failIn(scope);
    scope.end();
    assertThrown(before, program);
    IOException after = failIn(scope);
    assertThrown(after, program);
    TagScope.await("here", scope);
  }

  @Test
  void anEndedScope_stillClaimsItsOwnFailures_andMayBeEndedAgain() {
    TagScope scope = program.open();
    IOException failure = failIn(scope);
    scope.end();
    scope.end();
    failIn(program);
    assertThrown(failure, scope);
    assertThrows(IOException.class, () -> Tag.await("here", name));
    Tag.await("here", name);
  }

  @Test
  void failuresLeftByAnInnerScope_goToTheOuterOne() {
    TagScope outer = program.open();
    TagScope inner = outer.open();
    IOException failure = failIn(inner);
    TagScope.await("here", outer);
    inner.end();
    Tag.await("here", name);
    assertThrown(failure, outer);
  }

  @Test
  void anInnerScopeThatOutlivesTheOuterOne_leavesItsFailuresToTheProgram() {
    TagScope outer = program.open();
    TagScope inner = outer.open();
    IOException failure = failIn(inner);
    outer.end();
    Tag.await("here", name);
    inner.end();
    assertThrown(failure, program);
    TagScope.await("here", inner, outer);
  }

  @Test
  void aWaitForTheProgramThatBeganBefore_claimsAFailureOnlyIfTheScopeHasEnded()
      throws InterruptedException {
    for (boolean ended : new boolean[] {false, true}) {
      CountDownLatch gate = new CountDownLatch(1);
      TagScope scope = program.open();
      target.submit(
          Place.TARGET,
          scope,
          "fails",
          () -> {
            gate.await();
            throw new IOException();
          });
      Block all = Targets.of("worker").submit("waits", () -> Tag.await("here", name));
      Eventually.holds(() -> all.toString().contains("waits for block fails"));
      if (ended) {
        scope.end();
      }
      gate.countDown();
      Eventually.holds(all::isDone);
      assertEquals(ended ? Block.State.FAILED : Block.State.COMPLETED, all.state());
      if (ended) {
        TagScope.await("here", scope);
      } else {
        assertThrows(IOException.class, () -> TagScope.await("here", scope));
      }
    }
  }

  @Test
  void cancel_reachesAllScopes_andEachWaitThrowsForItsOwnBlocks() {
    try (var one = TargetKind.POOL_OF_ONE.make()) {
      CountDownLatch gate = new CountDownLatch(1);
      one.target().execute("holds the thread", gate::await);
      TagScope first = program.open();
      TagScope second = program.open();
      one.target().submit(Place.TARGET, first, "first", () -> {});
      one.target().submit(Place.TARGET, second, "second", () -> {});
      assertEquals(2, Targets.cancel(name));
      gate.countDown();
      Tag.await("here", name);
      assertThrows(CancellationException.class, () -> TagScope.await("here", first));
      second.end();
      assertThrows(CancellationException.class, () -> Tag.await("here", name));
      TagScope.await("here", first, second);
    }
  }

  @Test
  void aHandlerThatCanBeSuspended_getsTheFailuresOfItsScope() {
    TagScope scope = program.open();
    CountDownLatch gate = new CountDownLatch(1);
    IOException own = new IOException();
    target.submit(
        Place.TARGET,
        scope,
        "gated",
        () -> {
          gate.await();
          throw own;
        });
    failIn(program);
    Block handler =
        target.submit(
            "handler",
            Steps.of(co -> TagScope.await("Awaited.java:2", new TagScope[] {scope}, co)).body());
    Eventually.holds(() -> handler.state() == Block.State.SUSPENDED);
    gate.countDown();
    assertSame(own, assertThrows(IOException.class, handler::join));
    assertThrows(IOException.class, () -> Tag.await("here", name));
  }

  @Test
  void aScope_leavesOnlyTheFailuresOfItsBlocks() throws InterruptedException {
    AtomicInteger reported = new AtomicInteger();
    target.setUncaughtHandler((block, failure) -> reported.incrementAndGet());
    for (int i = 0; i < Tag.MOST_UNCLAIMED + 7; i++) {
      TagScope scope = program.open();
      failIn(scope);
      target.submit(Place.HERE, scope, "completes", () -> {});
      scope.end();
    }
    assertEquals(7, reported.get());
    assertEquals(Tag.MOST_UNCLAIMED, unclaimed().size());
    assertEquals(List.of(), program.running());
    assertThrows(IOException.class, () -> Tag.await("here", name));
    assertEquals(List.of(), unclaimed());
  }

  private List<Block> unclaimed() {
    return Tag.allUnclaimed().stream().filter(block -> block.tag() == tag).toList();
  }

  @Test
  void aSerializedScope_isReadAsTheProgramsScope() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(program.open());
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertSame(program, in.readObject());
    }
  }

  @Test
  void manyOpenScopes_keepAllTheirFailures() {
    List<TagScope> scopes = new ArrayList<>();
    for (int i = 0; i < Tag.MOST_UNCLAIMED + 7; i++) {
      scopes.add(program.open());
      failIn(scopes.getLast());
    }
    Tag.await("here", name);
    for (TagScope scope : scopes) {
      assertThrows(IOException.class, () -> TagScope.await("here", scope));
    }
  }

  /** Lets threads use scopes at random: each failure is thrown once, or reported once. */
  @Test
  void randomScopesOnManyThreads_loseNoFailure_andThrowNoneTwice() throws InterruptedException {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("TagScopeTest: -Dhocket.seed=" + seed);
    ConcurrentMap<Throwable, AtomicInteger> heard = new ConcurrentHashMap<>();
    target.setUncaughtHandler((block, failure) -> count(heard, failure));
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Random random = new Random(seed + i);
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                for (int run = 0; run < 400; run++) {
                  run(random, program, 2, heard);
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    await(program, heard);
    assertEquals(List.of(), unclaimed());
    heard.forEach((failure, times) -> assertEquals(1, times.get(), "seed " + seed));
    assertEquals(created.get(), heard.size(), "seed " + seed);
  }

  private final AtomicInteger created = new AtomicInteger();

  private void run(
      Random random, TagScope outer, int depth, ConcurrentMap<Throwable, AtomicInteger> heard) {
    TagScope scope = outer.open();
    for (int step = random.nextInt(6); step >= 0; step--) {
      switch (random.nextInt(depth > 0 ? 6 : 5)) {
        case 0, 1 -> {
          Exception failure = new Exception(null, null, true, false) {};
          created.incrementAndGet();
          target.submit(Place.TARGET, scope, "fails", () -> throwIt(failure));
        }
        case 2 -> target.submit(Place.TARGET, scope, "completes", () -> {});
        case 3 -> await(scope, heard);
        case 4 -> await(random.nextInt(4) == 0 ? program : outer, heard);
        default -> run(random, scope, depth - 1, heard);
      }
    }
    scope.end();
  }

  private static void await(TagScope scope, ConcurrentMap<Throwable, AtomicInteger> heard) {
    try {
      TagScope.await("here", scope);
    } catch (Throwable first) {
      count(heard, first);
      Arrays.stream(first.getSuppressed())
          .filter(other -> other.getClass() == first.getClass())
          .forEach(other -> count(heard, other));
    }
  }

  private static void count(ConcurrentMap<Throwable, AtomicInteger> heard, Throwable failure) {
    heard.computeIfAbsent(failure, key -> new AtomicInteger()).incrementAndGet();
  }
}
