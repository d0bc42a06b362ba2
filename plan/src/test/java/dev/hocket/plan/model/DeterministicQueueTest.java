package dev.hocket.plan.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares the queue of M/D/c, found by transforming its generating function, with a direct method.
 */
class DeterministicQueueTest {

  /**
   * The events present one service time later are the new arrivals and those that were not in
   * service. This is a Markov chain, which the test iterates until it does not change.
   */
  @ParameterizedTest
  @CsvSource({"1, .3", "1, .8", "2, .6", "3, .9", "5, .7", "8, .85"})
  void queueOver_isTheStationaryDistributionOfTheChain(int servers, double utilisation) {
    double[] arrivals = poisson(utilisation * servers, 40 * servers + 200);
    double[] present = new double[arrivals.length];
    present[0] = 1;
    for (int step = 0; step < 6000; step++) {
      present = after(present, arrivals, servers);
    }
    DeterministicQueue queue = new DeterministicQueue(servers, utilisation * servers);
    double sum = 0;
    for (int n = 0; n < servers + 30; n++) {
      sum += present[n];
      if (n >= servers) {
        assertEquals(1 - sum, queue.queueOver(n - servers), 1e-10, n + " present");
      }
    }
  }

  private static double[] after(double[] present, double[] arrivals, int servers) {
    double[] left = new double[present.length];
    for (int n = 0; n < present.length; n++) {
      left[Math.max(0, n - servers)] += present[n];
    }
    double[] next = new double[present.length];
    for (int n = 0; n < present.length; n++) {
      if (left[n] > 1e-18) {
        for (int k = 0; n + k < present.length; k++) {
          next[n + k] += left[n] * arrivals[k];
        }
      }
    }
    return next;
  }

  private static double[] poisson(double mean, int size) {
    double[] weights = new double[size];
    weights[0] = Math.exp(-mean);
    for (int k = 1; k < size; k++) {
      weights[k] = weights[k - 1] * mean / k;
    }
    return weights;
  }

  /**
   * A quantile takes some 50 values of the tail, each a sum of Poisson weights: at most 20 million
   * terms for a million servers, which are some 40 ms. The queue itself is at most four Fourier
   * transforms of 262,144 points.
   */
  @ParameterizedTest
  @CsvSource({
    "1, .999999",
    "10000, .95",
    "10000, .999999",
    "1000000, .5",
    "1000000, .95",
    "1000000, .999",
    "1000000, .99999",
    "1000000, .999999"
  })
  void quantile_takesFewTerms_howeverManyServers(int servers, double utilisation) {
    DeterministicQueue queue = new DeterministicQueue(servers, utilisation * servers);
    AtomicLong terms = new AtomicLong();
    DoubleUnaryOperator counted =
        time -> {
          DeterministicQueue.Tail tail = queue.tail(time);
          terms.addAndGet(tail.terms());
          return tail.over();
        };
    double scale = Math.max(1.0 / servers, queue.meanLength() / (utilisation * servers));
    double quantile = Inverse.ofTail(counted, .01, scale);
    assertTrue(queue.waitOver(0) <= .01 ? quantile == 0 : quantile > 0, quantile + "");
    assertTrue(terms.get() <= 20_000_000, terms + " terms");
  }
}
