package dev.hocket.examples;

import static dev.hocket.events.Events.spawn;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.events.Action;
import dev.hocket.events.Channel;
import dev.hocket.events.ChannelClosedException;
import dev.hocket.events.Events;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import packetizing.Collator;

/** Paper 4, section 6, "Parallel packetizing": {@code examples/packetizing}. */
@Timeout(300)
class PacketizingTest {
  private static final int PARALLEL = 4;

  private final Channel<Optional<Integer>> stream = new Channel<>("stream");
  private final Channel<String> network = new Channel<>("network");

  @Test
  void packetsOfAnyDuration_arriveInTheOrderOfTheirChunks() throws Exception {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("PacketizingTest: -Dhocket.seed=" + seed);
    int chunks = 1_000;
    int[] micros = new Random(seed).ints(chunks, 0, 2_000).toArray();
    fill(chunks);
    collating(chunk -> {
      TimeUnit.MICROSECONDS.sleep(micros[chunk]);
      return "packet " + chunk;
    });
    List<String> packets = received(chunks);
    assertEquals(IntStream.range(0, chunks).mapToObj(i -> "packet " + i).toList(), packets);
  }

  @Test
  void packets_areMadeUpToTheLimitAtATime() throws Exception {
    int chunks = 40;
    AtomicInteger underWay = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    // The barrier lets no thread pass before PARALLEL threads have arrived.
    CyclicBarrier together = new CyclicBarrier(PARALLEL);
    fill(chunks);
    collating(chunk -> {
      most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
      meet(together);
      underWay.decrementAndGet();
      return "packet " + chunk;
    });
    received(chunks);
    assertEquals(PARALLEL, most.get());
  }

  @Test
  void aSlowNetwork_holdsUpTheStream() throws Exception {
    FutureTask<Void> collating = collating(chunk -> "packet " + chunk);
    for (int chunk = 0; chunk < PARALLEL; chunk++) {
      stream.send(Optional.of(chunk));
    }
    // The collator offers the first packet to the network, which does not take it, so no place is
    // free.
    while (network.pending() == 0) {
      Thread.sleep(1);
    }
    assertEquals(0, stream.waiting());
    assertEquals("packet 0", network.recv());
    stream.send(Optional.empty());
    received(PARALLEL - 1);
    collating.get();
  }

  @Test
  void aPacketThatCannotBeMade_comesOutInItsPlace_andEndsTheStream() throws Exception {
    IllegalStateException torn = new IllegalStateException("chunk 2 is torn");
    FutureTask<Void> collating =
        collating(chunk -> {
          if (chunk == 2) {
            throw torn;
          }
          return "packet " + chunk;
        });
    FutureTask<Void> filling = fill(100);
    assertEquals(List.of("packet 0", "packet 1"), received(2));
    Throwable failure = assertThrows(Exception.class, collating::get).getCause();
    assertSame(torn, failure);
    assertTrue(
        assertThrows(Exception.class, filling::get).getCause().getMessage().contains("stream"));
  }

  @Test
  void whenTheNetworkFails_theSendersOfChunksFail() throws Exception {
    FutureTask<Void> collating = collating(chunk -> "packet " + chunk);
    FutureTask<Void> filling = fill(100);
    assertEquals(List.of("packet 0"), received(1));
    network.fail(new IOException("unplugged"));
    for (FutureTask<Void> task : List.of(collating, filling)) {
      Throwable failure = assertThrows(Exception.class, task::get).getCause();
      assertInstanceOf(ChannelClosedException.class, failure);
      assertTrue(failure.getMessage().contains("unplugged"), failure.getMessage());
    }
  }

  private FutureTask<Void> fill(int chunks) {
    return started(() -> {
      for (int chunk = 0; chunk < chunks; chunk++) {
        stream.send(Optional.of(chunk));
      }
      stream.send(Optional.empty());
    });
  }

  private FutureTask<Void> collating(Action<Integer, String> packetize) {
    return started(() -> new Collator<>(stream, packetize).collate(PARALLEL, network));
  }

  private List<String> received(int packets) throws InterruptedException {
    List<String> received = new ArrayList<>();
    while (received.size() < packets) {
      received.add(network.recv());
    }
    return received;
  }

  private static FutureTask<Void> started(Events.Body body) {
    FutureTask<Void> task =
        new FutureTask<>(() -> {
          body.run();
          return null;
        });
    spawn(task::run);
    return task;
  }

  private static void meet(CyclicBarrier barrier) throws InterruptedException {
    try {
      barrier.await(2, TimeUnit.MINUTES);
    } catch (BrokenBarrierException | TimeoutException e) {
      throw new AssertionError("fewer than " + PARALLEL + " packets are made at a time", e);
    }
  }
}
