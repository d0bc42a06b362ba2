package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests networks of processes whose results are known. */
@Timeout(300)
class NetworksTest {
  private static final List<Integer> PRIMES =
      IntStream.iterate(2, n -> n + 1)
          .filter(n -> IntStream.range(2, n).noneMatch(d -> n % d == 0))
          .limit(100)
          .boxed()
          .toList();

  private final Crew crew = new Crew();

  @ParameterizedTest
  @EnumSource(ChannelKind.class)
  void aChainOfManyProcesses_passesEverythingOnInOrder(ChannelKind kind) throws Exception {
    int length = kind == ChannelKind.RENDEZVOUS ? 10_000 : 1_000;
    int values = 10;
    try (crew) {
      Channel<Integer> first = kind.make("first");
      Channel<Integer> last = first;
      for (int i = 0; i < length; i++) {
        Channel<Integer> in = last;
        Channel<Integer> out = kind.make("link " + i);
        crew.start(() -> {
          while (true) {
            out.send(in.recv() + 1);
          }
        });
        last = out;
      }
      crew.start(() -> {
        for (int i = 0; i < values; i++) {
          first.send(i);
        }
      });
      for (int i = 0; i < values; i++) {
        assertEquals(i + length, last.recv());
      }
    }
  }

  /** Each prime has a process that filters out the prime's multiples. */
  @ParameterizedTest
  @EnumSource(ChannelKind.class)
  void theSieveOfFilters_findsThePrimes(ChannelKind kind) throws Exception {
    try (crew) {
      Channel<Integer> candidates = kind.make("candidates");
      crew.start(() -> {
        for (int n = 2; ; n++) {
          candidates.send(n);
        }
      });
      List<Integer> primes = new ArrayList<>();
      Channel<Integer> left = candidates;
      while (primes.size() < PRIMES.size()) {
        Channel<Integer> in = left;
        int prime = in.recv();
        primes.add(prime);
        Channel<Integer> out = kind.make("no multiples of " + prime);
        crew.start(() -> {
          while (true) {
            int n = in.recv();
            if (n % prime != 0) {
              out.send(n);
            }
          }
        });
        left = out;
      }
      assertEquals(PRIMES, primes);
    }
  }

  /**
   * Each prime has a process that sends the prime's multiples; one process merges them all,
   * smallest first, and a number that none of them sends is a prime. The primes circulate: one
   * process finds them, another one uses them.
   */
  @ParameterizedTest
  @EnumSource(ChannelKind.class)
  void theSieveOfMergedMultiples_findsThePrimes(ChannelKind kind) throws Exception {
    try (crew) {
      Mailbox<Integer> found = new Mailbox<>("found");
      Channel<Integer> composites = kind.make("composites");
      crew.start(() -> mergeMultiples(kind, found, composites));
      List<Integer> primes = new ArrayList<>();
      primes.add(2);
      found.send(2);
      int composite = composites.recv();
      for (int n = 3; primes.size() < PRIMES.size(); n++) {
        if (n < composite) {
          primes.add(n);
          found.send(n);
        } else {
          composite = composites.recv();
        }
      }
      assertEquals(PRIMES, primes);
    }
  }

  private record Head(int value, Channel<Integer> source) implements Comparable<Head> {
    @Override
    public int compareTo(Head other) {
      return Integer.compare(value, other.value);
    }
  }

  /** Merges multiples. Those of a prime p matter from p² on, long after p was found. */
  private void mergeMultiples(ChannelKind kind, Mailbox<Integer> found, Channel<Integer> composites)
      throws InterruptedException {
    PriorityQueue<Head> heads = new PriorityQueue<>();
    int largest = 1;
    int told = 0;
    while (true) {
      if (heads.isEmpty() || heads.peek().value() >= (largest + 1) * (largest + 1)) {
        largest = found.recv();
        Channel<Integer> multiples = multiples(kind, largest);
        heads.add(new Head(multiples.recv(), multiples));
      } else {
        Head least = heads.poll();
        if (least.value() != told) {
          told = least.value();
          composites.send(told);
        }
        heads.add(new Head(least.source().recv(), least.source()));
      }
    }
  }

  private Channel<Integer> multiples(ChannelKind kind, int prime) {
    Channel<Integer> multiples = kind.make("multiples of " + prime);
    crew.start(() -> {
      for (int n = prime * prime; ; n += prime) {
        multiples.send(n);
      }
    });
    return multiples;
  }

  @ParameterizedTest
  @EnumSource(ChannelKind.class)
  void manyWorkersOnOneQueue_doEachPieceOfWorkOnce(ChannelKind kind) throws Exception {
    int pieces = 20_000;
    Channel<Integer> work = kind.make("work");
    Channel<Integer> results = kind.make("results");
    List<Running<Void>> workers = new ArrayList<>();
    for (int i = 0; i < 23; i++) {
      workers.add(
          Running.start(() -> {
            try {
              while (true) {
                results.send(work.recv() + 1);
              }
            } catch (ChannelClosedException end) {
              return null;
            }
          }));
    }
    Running<Void> feeder =
        Running.start(() -> {
          for (int i = 0; i < pieces; i++) {
            work.send(PRIMES.get(i % PRIMES.size()));
          }
          work.close();
          return null;
        });
    long sum = 0;
    for (int i = 0; i < pieces; i++) {
      sum += results.recv();
    }
    feeder.get();
    for (Running<Void> worker : workers) {
      worker.get();
    }
    assertEquals(pieces / PRIMES.size() * PRIMES.stream().mapToLong(prime -> prime + 1).sum(), sum);
    assertEquals(0, results.pending());
  }

  /** Each message is the channel of the next message. */
  @ParameterizedTest
  @EnumSource(ChannelKind.class)
  void aChannelThroughAChannel_leadsOn(ChannelKind kind) throws Exception {
    int steps = 1_000;
    Channel<Object> first = kind.make("0");
    Running<Void> sender =
        Running.start(() -> {
          Channel<Object> channel = first;
          for (int i = 1; i <= steps; i++) {
            Channel<Object> next = kind.make(Integer.toString(i));
            channel.sendEvt(next).sync();
            channel = next;
          }
          channel.send("end");
          return null;
        });
    int followed = 0;
    Object message = first.recv();
    while (message instanceof Channel<?> channel) {
      followed++;
      message = channel.recvEvt().sync();
    }
    sender.get();
    assertEquals("end", message);
    assertEquals(steps, followed);
  }

  @Test
  void anActionOfAChoice_canChooseItself() throws Exception {
    Channel<Integer> in = Channel.buffered("in", 1);
    Channel<Integer> out = Channel.buffered("out", 1);
    Queue<String> order = new ConcurrentLinkedQueue<>();
    Event<Integer> both =
        choose(
            in.recvEvt()
                .wrap(received -> {
                  order.add("received " + received);
                  return received;
                }),
            out.sendEvt(1)
                .wrap(sent -> {
                  order.add("sent");
                  return choose(out.recvEvt(), in.sendEvt(2).wrap(also -> in.recv())).sync();
                }));
    int value = both.sync();
    assertEquals("sent", order.poll());
    assertTrue(order.isEmpty());
    assertTrue(value == 1 || value == 2 && out.recv() == 1, "value " + value);
    assertEquals(0, in.pending() + out.pending());
  }
}
