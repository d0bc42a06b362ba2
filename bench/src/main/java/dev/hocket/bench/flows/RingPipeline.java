package dev.hocket.bench.flows;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/** A peer: three threads with JCTools' rings between them, as a programmer writes it by hand. */
public final class RingPipeline implements PipelinePeer {
  private static final int SPINS = 100;
  private static final int YIELDS = 200;
  private static final long REST_NANOS = 1_000;

  @Override
  public String name() {
    return "threads with JCTools' rings";
  }

  @Override
  public long run(long items, int rounds) throws Exception {
    Queue<Long> one = new SpscVarHandleArrayQueue<>(Pipelines.CAPACITY);
    Queue<Long> two = new SpscVarHandleArrayQueue<>(Pipelines.CAPACITY);
    Thread.ofPlatform()
        .start(() -> {
          PipelineStages.First first = new PipelineStages.First();
          for (long i = 1; i <= items; i++) {
            put(one, first.first(i, rounds));
          }
        });
    Thread.ofPlatform()
        .start(() -> {
          PipelineStages.Second second = new PipelineStages.Second();
          for (long i = 1; i <= items; i++) {
            put(two, second.second(take(one), rounds));
          }
        });
    CompletableFuture<Long> sum = new CompletableFuture<>();
    Thread.ofPlatform()
        .start(() -> {
          PipelineStages.Third third = new PipelineStages.Third();
          long last = 0;
          for (long i = 1; i <= items; i++) {
            last = third.third(take(two), rounds);
          }
          sum.complete(last);
        });
    return sum.get();
  }

  public static <T> void put(Queue<T> ring, T item) {
    for (int tries = 0; !ring.offer(item); tries++) {
      rest(tries);
    }
  }

  public static <T> T take(Queue<T> ring) {
    T taken = ring.poll();
    for (int tries = 0; taken == null; tries++) {
      rest(tries);
      taken = ring.poll();
    }
    return taken;
  }

  private static void rest(int tries) {
    if (tries < SPINS) {
      Thread.onSpinWait();
    } else if (tries < YIELDS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(REST_NANOS);
    }
  }
}
