package dev.hocket.bench.planning;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Requests for kernels, drawn before the measurement.
 *
 * @param due the due time of each request, in seconds
 * @param kinds the kernel of each request
 * @param rounds how many times the request's handler runs the kernel
 */
record KernelArrivals(double[] due, int[] kinds, int[] rounds) {
  int count() {
    return due.length;
  }

  /**
   * Draws Poisson arrivals.
   *
   * @param rates the number of requests per second for each kernel
   * @param mean the mean number of rounds of each kernel
   * @param lengths factors of the rounds, each with the same probability
   */
  static KernelArrivals poisson(
      double[] rates, int[] mean, double[] lengths, double seconds, long seed) {
    double rate = 0;
    for (double one : rates) {
      rate += one;
    }
    SplittableRandom random = new SplittableRandom(seed);
    List<Double> due = new ArrayList<>();
    List<Integer> kinds = new ArrayList<>();
    for (double now = 0; now < seconds; now -= Math.log1p(-random.nextDouble()) / rate) {
      due.add(now);
      double point = random.nextDouble(rate);
      int kind = 0;
      while (kind < rates.length - 1 && point >= rates[kind]) {
        point -= rates[kind++];
      }
      kinds.add(kind);
    }
    SplittableRandom draws = random.split();
    return new KernelArrivals(
        due.stream().mapToDouble(one -> one).toArray(),
        kinds.stream().mapToInt(one -> one).toArray(),
        kinds.stream()
            .mapToInt(kind ->
                (int) Math.max(1, Math.round(mean[kind] * lengths[draws.nextInt(lengths.length)])))
            .toArray());
  }
}
