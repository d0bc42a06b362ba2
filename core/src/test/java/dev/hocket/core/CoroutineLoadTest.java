package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests handlers of random shape on targets of every kind, which await each other's blocks, fail
 * and are cancelled. In every case an await ends only after its block, on a thread of the right
 * target, and everything ends.
 */
@Timeout(600)
class CoroutineLoadTest {
  private static final int ROUNDS = Boolean.getBoolean("hocket.long") ? 2_000 : 40;
  private static final int HANDLERS = 60;
  private static final int MOST_STEPS = 4;
  private static final int MOST_DEPTH = 3;

  private final AtomicReference<String> broken = new AtomicReference<>();

  @Test
  void randomHandlers_allEnd_andNoAwaitEndsEarly() throws Exception {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("seed=" + seed);
    for (int round = 0; round < ROUNDS; round++) {
      round(new Random(seed + round));
      assertNull(broken.get(), "seed=" + (seed + round));
    }
  }

  private void round(Random random) throws Exception {
    List<TargetKind.Made> made = new ArrayList<>();
    for (TargetKind kind : TargetKind.all().toList()) {
      made.add(kind.make());
    }
    List<Target> targets = made.stream().map(TargetKind.Made::target).toList();
    targets.forEach(target -> target.setUncaughtHandler((block, failure) -> {}));
    String prefix = TargetKind.freshName();
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < HANDLERS; i++) {
      Target home = pick(targets, random);
      Steps steps = handler(targets, home, prefix, i, 0, random);
      blocks.add(home.submit(Tag.of(prefix + i), "Handler.java:" + i, steps.body()));
      if (random.nextInt(4) == 0) {
        blocks.get(random.nextInt(blocks.size())).cancel();
      }
      if (random.nextInt(8) == 0 && pick(targets, random) instanceof Worker worker) {
        worker.resize(1 + random.nextInt(4));
      }
    }
    for (Block block : blocks) {
      Eventually.holds(block::isDone);
    }
    for (int i = 0; i < HANDLERS; i++) {
      claim(prefix + i);
    }
    for (TargetKind.Made one : made) {
      one.close();
    }
  }

  private static void claim(String tag) {
    try {
      Tag.await("Claim.java:1", tag);
    } catch (Throwable expected) {
      // Handlers fail and are cancelled at random.
    }
  }

  /** A handler that waits only for tags of handlers before it, so that there is no deadlock. */
  private Steps handler(
      List<Target> targets, Target home, String prefix, int number, int depth, Random random) {
    List<ResumableBody> steps = new ArrayList<>();
    for (int i = random.nextInt(MOST_STEPS); i >= 0; i--) {
      switch (random.nextInt(8)) {
        case 0 -> steps.add(tagWait(prefix, number, random));
        case 1 -> steps.add(failure(random));
        case 2, 3 -> steps.add(check(home));
        default -> steps.add(awaited(targets, home, prefix, number, depth, random));
      }
    }
    return Steps.of(steps.toArray(ResumableBody[]::new));
  }

  private ResumableBody awaited(
      List<Target> targets, Target home, String prefix, int number, int depth, Random random) {
    Target target = pick(targets, random);
    AtomicInteger running = new AtomicInteger();
    Body code =
        depth < MOST_DEPTH && random.nextBoolean()
            ? handler(targets, target, prefix, number, depth + 1, random).body()
            : () -> {};
    Steps around =
        Steps.of(
                Steps.then(running::incrementAndGet),
                co -> target.await(Place.TARGET, "Inner.java:1", code, co),
                Steps.then(running::decrementAndGet))
            .onFailure(failure -> {
              running.decrementAndGet();
              throw failure;
            });
    ResumableBody over = over(home, running);
    return Steps.of(co -> target.await(Place.TARGET, "Outer.java:1", around.body(), co), over)
        .onFailure(failure -> {
          over.run(null);
          throw failure;
        });
  }

  /** Checks that the awaited block has ended and that this is a thread of the handler's target. */
  private ResumableBody over(Target home, AtomicInteger running) {
    return co -> {
      if (running.get() != 0) {
        broken.set("went on before its block had ended");
      }
      check(home).run(co);
    };
  }

  private ResumableBody check(Target home) {
    return co -> {
      if (!home.isCurrent()) {
        broken.set("on " + Thread.currentThread() + ", not on target " + home);
      }
    };
  }

  private ResumableBody tagWait(String prefix, int number, Random random) {
    if (number == 0) {
      return co -> {};
    }
    return Steps.of(Steps.awaitTag(prefix + random.nextInt(number)))
        .onFailure(failure -> {
          if (!(failure instanceof IOException || failure instanceof CancellationException)) {
            broken.set("a wait threw " + failure);
          }
          throw failure;
        });
  }

  private static ResumableBody failure(Random random) {
    boolean fails = random.nextInt(4) == 0;
    return co -> {
      if (fails) {
        throw new IOException("at random");
      }
    };
  }

  private static Target pick(List<Target> targets, Random random) {
    return targets.get(random.nextInt(targets.size()));
  }
}
