package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests how core counts and records regions, and the time outside of them. */
@Timeout(300)
class RegionTest {
  private static final String REGION = "dev.hocket.Region";

  private final int size = ThreadBudget.size();

  @AfterEach
  void restore() {
    ThreadBudget.resize(size);
    assertEquals(0, ThreadBudget.inUse());
  }

  @Test
  void aRegion_takesFreeThreads_andReturnsThem() {
    ThreadBudget.resize(6);
    Region outer = Region.open("R.java:1", 4, false);
    assertEquals(4, outer.threads());
    Region.exchangeMember("member");
    Region inner = Region.open("R.java:2", 0, false);
    assertEquals(3, inner.threads(), "the calling thread counts already");
    assertEquals(6, ThreadBudget.inUse());
    inner.close();
    Region.exchangeMember(null);
    outer.shrinkTo(2);
    assertEquals(2, ThreadBudget.inUse());
    outer.close();
  }

  @Test
  void withoutFreeThreads_aRegionHasOnlyTheEncounteringThread() {
    ThreadBudget.resize(1);
    Region region = Region.open("R.java:1", 0, false);
    assertEquals(1, region.threads());
    region.close();
  }

  @Test
  void allRegionsTogether_haveNoMoreThreadsThanTheLimit() throws Exception {
    Region first = Region.open("R.java:1", 100, false);
    int[] second = {0};
    Thread other =
        new Thread(() -> {
          Region region = Region.open("R.java:2", 100, false);
          second[0] = region.threads();
          region.close();
        });
    other.start();
    other.join();
    assertEquals(ThreadBudget.limit(), first.threads() + second[0]);
    first.close();
  }

  @Test
  void aBudgetBelowOneThread_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> ThreadBudget.resize(0));
  }

  @Test
  void aThreadThatParks_passesItsPermitOn_andTakesItBack() {
    Region region = Region.open("R.java:1", 1, false);
    assertEquals(1, ThreadBudget.inUse());
    int[] parked = {-1};
    Blocking.awaitUninterruptibly(
        Wait.of(
            "a look at the budget",
            () -> {
              parked[0] = ThreadBudget.inUse();
              return true;
            }));
    assertEquals(0, parked[0]);
    assertEquals(1, ThreadBudget.inUse());
    region.close();
  }

  @Test
  void aBlock_isOutsideEveryTeam_alsoInPlace_andItsThreadIsInsideAgainAfterwards()
      throws Exception {
    Worker worker = Targets.create(TargetKind.freshName(), 1);
    worker
        .submit(
            "outer",
            () -> {
              assertNull(Region.exchangeMember("member"));
              worker.call("in place", () -> assertNull(Region.member()));
              assertSame("member", Region.member());
              // The state that a block leaves on its thread does not reach another block.
            })
        .join();
    worker.submit("next", () -> assertNull(Region.member())).join();
    worker.shutdown(Duration.ofMinutes(2));
  }

  @Test
  void aCoroutineBegunInATeam_waits_andIsNotSuspended() throws Exception {
    Worker worker = Targets.create(TargetKind.freshName(), 1);
    worker
        .submit(
            "outer",
            () -> {
              assertTrue(Coroutine.begin("C.java:1").canSuspend());
              Region.exchangeMember("member");
              assertFalse(Coroutine.begin("C.java:2").canSuspend());
            })
        .join();
    worker.shutdown(Duration.ofMinutes(2));
  }

  @Test
  void aFailureOfAnotherThread_isThrownUnchanged_withThePlaceAttached() {
    Region region = Region.open("R.java:7", 1, false);
    region.close();
    Exception failure = new Exception("original");
    assertSame(failure, assertThrows(Exception.class, () -> region.rethrow(failure, true)));
    assertEquals("thrown in the region R.java:7", failure.getSuppressed()[0].toString());
    Exception own = new Exception("own");
    assertThrows(Exception.class, () -> region.rethrow(own, false));
    assertEquals(0, own.getSuppressed().length);
  }

  @Test
  void aRegion_isAnEvent_withTheBlockAroundIt_andTheRequestedAndActualThreads() throws Throwable {
    ThreadBudget.resize(3);
    Worker worker = Targets.create(TargetKind.freshName(), 1);
    long[] length = {0};
    List<RecordedEvent> events =
        Recorded.during(
            REGION,
            () -> {
              Region.open("R.java:1", 0, false).close();
              worker
                  .submit(
                      "block",
                      () -> {
                        Region region = Region.open("R.java:2", 2, false);
                        length[0] = Recorded.hold(2_000_000);
                        region.close();
                      })
                  .join();
            });
    RecordedEvent free = Recorded.labelled(events, "R.java:1");
    assertEquals(-1, free.getInt("asked"));
    assertEquals(3, free.getInt("threads"));
    assertEquals(-1, free.getLong("block"));
    RecordedEvent asked = Recorded.labelled(events, "R.java:2");
    assertEquals(2, asked.getInt("asked"));
    assertEquals(2, asked.getInt("threads"));
    assertFalse(asked.getBoolean("nested"));
    assertTrue(asked.getLong("block") > 0);
    assertTrue(asked.getDuration().toNanos() >= length[0]);
    worker.shutdown(Duration.ofMinutes(2));
  }

  @Test
  void aVirtualThread_countsToo_andNotWhileItIsParked() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    AtomicBoolean over = new AtomicBoolean();
    Thread virtual =
        Thread.ofVirtual()
            .start(() -> {
              Region region = Region.open("R.java:1", 1, false);
              open.countDown();
              Blocking.awaitUninterruptibly(Wait.of("the test", over::get));
              region.close();
            });
    open.await();
    Eventually.holds(() -> ThreadBudget.inUse() == 0);
    over.set(true);
    LockSupport.unpark(virtual);
    virtual.join();
  }
}
