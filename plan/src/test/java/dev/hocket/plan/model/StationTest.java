package dev.hocket.plan.model;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.numbers.gamma.RegularizedGamma;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the contract of all stations, and their agreement with exact tables and each other. */
class StationTest {
  private static final double[] VARIATIONS = {0, 0.5, 1, 4};

  private static Station station(double servers, double utilisation, double variation) {
    return Station.of(new Load(utilisation * servers, 1, variation), (int) servers);
  }

  /**
   * The columns: servers, utilisation, Erlang C, mean waits of M/M/c and M/D/c in service times.
   */
  @ParameterizedTest
  @CsvSource({
    "1,  .8, 0.800000000, 4.000000000, 2.000000000",
    "2,  .5, 0.333333333, 0.333333333, 0.176741057",
    "2,  .8, 0.711111111, 1.777777778, 0.903283879",
    "4,  .7, 0.428654318, 0.357211932, 0.189707685",
    "4,  .8, 0.596432472, 0.745540590, 0.386094931",
    "4,  .9, 0.787753264, 1.969383161, 0.999965886",
    "8,  .8, 0.457644925, 0.286028078, 0.151953803",
    "16, .8, 0.304883913, 0.095276223, 0.052547891",
    "64, .8, 0.056056376, 0.004379404, 0.002794918",
    "64, .9, 0.310663317, 0.048541143, 0.026734128",
    "2,  .1, 0.018181818, .010101010, .006208284",
    "2, .95, 0.925641026, 9.256410256, 4.643947574",
    "5,  .3, 0.020139234, .005754067, .003857102"
  })
  void meanWait_isTheExactTables(
      int servers, double utilisation, double erlangC, double exponential, double deterministic) {
    assertAll(
        () -> assertEquals(erlangC, Erlang.c(servers, utilisation * servers), 1e-9),
        () -> assertEquals(exponential, station(servers, utilisation, 1).meanWait(), 1e-9),
        () -> assertEquals(deterministic, station(servers, utilisation, 0).meanWait(), 1e-9));
  }

  /** The mean number in the queue is that of an independent printed table of M/M/n. */
  @ParameterizedTest
  @CsvSource({
    "2, .5, 0.333333",
    "2, .8, 2.844444",
    "2, .9, 7.673684",
    "4, .5, 0.173913",
    "4, .7, 1.000193",
    "4, .8, 2.385730",
    "4, .9, 7.089779"
  })
  void meanQueueLength_isTheTableOfMMn(int servers, double utilisation, double length) {
    assertEquals(length, station(servers, utilisation, 1).meanQueueLength(), 5e-7);
  }

  /**
   * The columns: servers, utilisation, probability of a wait, 95th and 99th percentiles of M/D/c.
   */
  @ParameterizedTest
  @CsvSource({
    "1,  .8, 0.800000, 6.6203, 10.3559",
    "2,  .5, 0.323259, 0.9070, 1.5639",
    "2,  .8, 0.701898, 3.2018, 5.0696",
    "4,  .7, 0.409948, 0.8886, 1.4880",
    "4,  .8, 0.578282, 1.5205, 2.4546",
    "4,  .9, 0.775437, 3.3970, 5.3394",
    "16, .8, 0.281604, 0.3142, 0.5435",
    "64, .8, 0.049975, 0.0000, 0.0912",
    "64, .9, 0.284004, 0.1601, 0.2807"
  })
  void quantilesOfDeterministicService_areTheExactTables(
      int servers, double utilisation, double waits, double p95, double p99) {
    Station station = station(servers, utilisation, 0);
    assertAll(
        () -> assertEquals(waits, station.waitProbability(), 1e-6),
        () -> assertEquals(p95, station.waitQuantile(0.95), 1e-4),
        () -> assertEquals(p99, station.waitQuantile(0.99), 1e-4));
  }

  @ParameterizedTest
  @CsvSource({
    "1, .8, 13.8629",
    "2, .5, 1.8971",
    "2, .8, 6.6370",
    "4, .7, 1.7905",
    "4, .8, 3.0987",
    "4, .9, 6.8929",
    "16, .8, 0.5650",
    "64, .8, 0.0089",
    "64, .9, 0.2854"
  })
  void quantilesOfExponentialService_areTheExactTables(
      int servers, double utilisation, double p95) {
    assertEquals(p95, station(servers, utilisation, 1).waitQuantile(0.95), 1e-4);
  }

  /**
   * The simulated means are from 60 million jobs. Their service times have Erlang's distribution
   * where they vary less than exponential ones, and a hyperexponential one where they vary more.
   * The formula is an approximation.
   */
  @ParameterizedTest
  @CsvSource({
    "4,  .8, 0.5, .5681, .01", "4,  .8, 4, 1.721, .02", "16, .8, 0.5, .07459, .01",
    "16, .8, 4, .1903, .03", "4,  .5, 4, .1672, .06", "16, .5, 4, .00154, .06"
  })
  void meanWaitOfGeneralService_isNearTheSimulated(
      int servers, double utilisation, double variation, double simulated, double tolerance) {
    Shape shape = variation < 1 ? new Shape.Gamma(variation) : hyperexponential(variation);
    Load load = new Load(utilisation * servers, 1, variation, shape);
    double wait = Station.of(load, servers).meanWait();
    assertEquals(simulated, wait, simulated * tolerance);
  }

  /** Makes two exponential classes that take equal shares of the time. */
  private static Shape hyperexponential(double variation) {
    double most = (1 + Math.sqrt((variation - 1) / (variation + 1))) / 2;
    return new Shape.Mixed(
        List.of(new Shape.Gamma(1), new Shape.Gamma(1)),
        new double[] {most, 1 - most},
        new double[] {.5 / most, .5 / (1 - most)});
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.3, 1, 2.5, 40})
  void oneServer_isPollaczekAndKhinchine(double variation) {
    for (double utilisation : new double[] {.01, .3, .8, .99, .9999}) {
      double exact = utilisation * (1 + variation) / (2 * (1 - utilisation));
      assertEquals(exact, station(1, utilisation, variation).meanWait(), 1e-9 * exact);
    }
  }

  /**
   * Computes the mean in an independent way, by Crommelin's series: the number that wait is the
   * maximum of a random walk whose k-th position is Poisson(ka) − kc, and its mean is the sum of
   * E[position⁺]/k.
   */
  private static double crommelin(int servers, double offered) {
    double sum = 0;
    for (long k = 1; ; k++) {
      double reached = RegularizedGamma.P.value((double) k * servers, k * offered);
      double exceeded = RegularizedGamma.P.value((double) k * servers + 1, k * offered);
      double term = offered * reached - servers * exceeded;
      sum += term;
      if (!(term > 1e-17 * sum)) {
        return sum / offered;
      }
    }
  }

  @Test
  void meanOfDeterministicService_isCrommelinsSeries_downToTheSmallestWaits() {
    for (int servers : new int[] {1, 2, 3, 4, 7, 16, 33, 64, 1000, 10_000}) {
      for (double utilisation : new double[] {.001, .1, .3, .5, .51, .7, .9, .95}) {
        double series = crommelin(servers, utilisation * servers);
        double mean = station(servers, utilisation, 0).meanWait();
        assertEquals(series, mean, 1e-8 * series, servers + " servers at " + utilisation);
      }
    }
  }

  /**
   * Computes Erlang's alternating sum for one server, for which only exact arithmetic is precise.
   */
  private static double erlang(double utilisation, int wait) {
    MathContext digits = new MathContext(200);
    BigDecimal sum = BigDecimal.ZERO;
    for (int j = 0; j <= wait; j++) {
      BigDecimal y = BigDecimal.valueOf(utilisation).multiply(BigDecimal.valueOf(wait - j));
      BigDecimal term = exp(y, digits);
      for (int i = 1; i <= j; i++) {
        term = term.multiply(y, digits).divide(BigDecimal.valueOf(-i), digits);
      }
      sum = sum.add(term, digits);
    }
    BigDecimal atMost = sum.multiply(BigDecimal.ONE.subtract(BigDecimal.valueOf(utilisation)));
    return BigDecimal.ONE.subtract(atMost).doubleValue();
  }

  private static BigDecimal exp(BigDecimal x, MathContext digits) {
    BigDecimal sum = BigDecimal.ONE;
    BigDecimal term = BigDecimal.ONE;
    for (int k = 1; k < 400; k++) {
      term = term.multiply(x, digits).divide(BigDecimal.valueOf(k), digits);
      sum = sum.add(term, digits);
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(doubles = {.05, .5, .8, .99, .999999})
  void tailsOfOneServer_areErlangsSum_inExactArithmetic(double utilisation) {
    for (int wait : new int[] {0, 1, 2, 5, 20, 60}) {
      double exact = erlang(utilisation, wait);
      double tail = station(1, utilisation, 0).waitOver(wait);
      double precision = exact > 1e-25 ? 1e-8 : .01;
      assertEquals(exact, tail, precision * exact, wait + " service times");
    }
  }

  /** An M/M/1 event's flow time is exponential with mean 1/(1 − ρ), whatever the load. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-6, .5, .994, .9999, 1 - 1e-6})
  void quantilesOfOneExponentialServer_areLogarithms_howeverHeavyTheTraffic(double utilisation) {
    Station station = station(1, utilisation, 1);
    for (double over : new double[] {.5, .01, 1e-6, 1e-12}) {
      double exact = -Math.log(over) / (1 - utilisation);
      assertEquals(exact, station.flowQuantile(1 - over), 1e-4 * exact, "over " + over);
      assertEquals(over, station.flowOver(exact), 1e-6 * over, "over " + over);
    }
  }

  /** Compares the general integral over the wait with the closed form. */
  @ParameterizedTest
  @CsvSource({"1, .5", "1, .99", "4, .8", "16, .95", "64, .3", "1000, .98"})
  void flowOfAClass_keepsTheDigitsOfSmallTails(int servers, double utilisation) {
    Station station = station(servers, utilisation, 1);
    for (double over : new double[] {.3, .01, 1e-4, 1e-8}) {
      double time = station.flowQuantile(1 - over);
      double exact = station.flowOver(time);
      double integral = station.flowOver(station.load(), time);
      assertEquals(exact, integral, .01 * exact, "over " + over);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, .999999, 0",
    "1, .999999, 1",
    "1, .999999, 2",
    "10000, .5, 2",
    "10000, .1, 0",
    "10000, .9, 2",
    "100000, .9999, 0",
    "1000000, .999999, 0",
    "1000000, .999999, 2",
    "1000000, .000001, 2",
    "1000000, .99, 0"
  })
  void everyLoadAndSize_hasFiniteAnswers(int servers, double utilisation, double variation) {
    Station station = station(servers, utilisation, variation);
    double wait = station.meanWait();
    assertAll(
        () -> assertTrue(wait >= 0 && Double.isFinite(wait), "mean " + wait),
        () -> assertTrue(station.waitProbability() >= 0 && station.waitProbability() <= 1),
        () -> assertTrue(station.waitQuantile(.99) >= 0),
        () -> assertTrue(station.flowQuantile(.99) >= 1 && station.flowQuantile(.99) < 1e8),
        () -> assertTrue(station.flowOver(.1) >= 0 && station.flowOver(.1) <= 1));
  }

  /**
   * The limit is Halfin and Whitt's for many servers: 1/(1 + √2π β Φ(β) e^{β²/2}) of the events
   * wait.
   */
  @Test
  void aMillionServers_areTheirLimit() {
    // β = 1: 1 − ρ = 1/1000.
    Station station = station(1_000_000, .999, 1);
    assertEquals(.22336, station.waitProbability(), 5e-4);
    double half = station(1_000_000, .999, 0).meanWait() / station.meanWait();
    assertTrue(half > .5 && half < .6, "a little more than half the wait: " + half);
  }

  /** One in 10⁶² events waits here; the search for its wait once took a tenth of a second. */
  @Test
  void flowsOfEventsThatNeverWait_areServiceTimes() {
    for (double time : new double[] {.1, 1, 20, 300}) {
      double served = RegularizedGamma.Q.value(.5, .5 * time);
      assertEquals(served, station(1_000_000, .95, 2).flowOver(time), 1e-12 * served);
      assertEquals(served, station(100_000, .95, 2).flowOver(time), 1e-12 * served);
    }
  }

  /** The mean is the integral of the tail: the sum of Franx's formula must be Crommelin's mean. */
  @ParameterizedTest
  @CsvSource({"1, .5", "2, .8", "3, .95", "8, .3", "16, .9"})
  void distributionOfDeterministicService_hasTheExactMean(int servers, double utilisation) {
    Station station = station(servers, utilisation, 0);
    int steps = 4000;
    double sum = 0;
    double step = station.waitQuantile(1 - 1e-11) / steps;
    for (int i = 0; i < steps; i++) {
      sum += 1 - station.waitAtMost((i + 0.5) * step);
    }
    assertEquals(station.meanWait(), sum * step, 1e-4 * station.meanWait());
  }

  @Test
  void quantile_isTheInverseOfTheDistribution() {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("StationTest: -Dhocket.seed=" + seed);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 60; i++) {
      double variation = VARIATIONS[random.nextInt(VARIATIONS.length)];
      int servers = 1 + random.nextInt(20);
      double utilisation = random.nextDouble(0.05, 0.97);
      double share = random.nextDouble(0.01, 0.999);
      Station station = station(servers, utilisation, variation);
      String which = servers + " servers at " + utilisation + ", cs² " + variation + ", " + share;
      double wait = station.waitQuantile(share);
      if (wait > 1e-9) {
        assertEquals(share, station.waitAtMost(wait), 1e-6, which);
      } else {
        assertTrue(station.waitAtMost(1e-6) >= share - 1e-3, which);
      }
      double flow = station.flowQuantile(share);
      // Equal service times make the distribution jump at the service time.
      assertTrue(station.flowAtMost(flow * (1 + 1e-9)) >= share - 1e-9, which);
      assertTrue(station.flowAtMost(flow * (1 - 1e-6)) <= share + 1e-6, which);
    }
  }

  @Test
  void flowOfExponentialService_hasTheClosedForm() {
    // One server: the flow time is exponential with the mean 1/(μ − λ).
    Station station = station(1, .75, 1);
    for (double t : new double[] {0, .1, 1, 7, 40}) {
      assertEquals(1 - Math.exp(-t / 4), station.flowAtMost(t), 1e-12);
    }
    // Two servers at 1/2: the wait decays as fast as the service time, the formula's removable
    // hole.
    Station hole = station(2, .5, 1);
    assertEquals(1 - Math.exp(-2) * (1 + 2 / 3.0), hole.flowAtMost(2), 1e-12);
  }

  /** Where hardly any event waits, cancellation could cost roots all digits. */
  @Test
  void lightTraffic_keepsItsDigits() {
    // Cosmetatos's approximation lies 10.85 % above the exact value here.
    double factor = 1 + .5 * 63 * (Math.sqrt(324) - 2) / (16 * 64 * .5);
    double cosmetatos = .5 * factor * station(64, .5, 1).meanWait();
    assertEquals(1.1085, cosmetatos / station(64, .5, 0).meanWait(), 5e-5);
  }

  @Test
  void moreVariation_meansMoreWaiting_moreServersLess() {
    for (int servers = 1; servers <= 12; servers++) {
      double previous = 0;
      for (double variation : VARIATIONS) {
        double wait = station(servers, .8, variation).meanWait();
        assertTrue(wait > previous, servers + " servers, cs² " + variation);
        previous = wait;
        Load load = new Load(.8 * servers, 1, variation);
        assertTrue(Station.of(load, servers + 1).meanWait() < wait);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 1, 4})
  void overload_isInfinite(double variation) {
    for (double utilisation : new double[] {1, 1.5, 1e9}) {
      Station station = station(2, utilisation, variation);
      assertAll(
          () -> assertEquals(Double.POSITIVE_INFINITY, station.meanWait()),
          () -> assertEquals(Double.POSITIVE_INFINITY, station.meanFlow()),
          () -> assertEquals(Double.POSITIVE_INFINITY, station.meanQueueLength()),
          () -> assertEquals(Double.POSITIVE_INFINITY, station.flowQuantile(0.5)),
          () -> assertEquals(1, station.waitProbability()),
          () -> assertEquals(0, station.waitAtMost(1e9)),
          () -> assertEquals(0, station.flowAtMost(1e9)));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 1, 4})
  void withoutArrivals_noEventWaits(double variation) {
    Station station = Station.of(new Load(0, 3, variation), 2);
    assertAll(
        () -> assertEquals(0, station.meanWait()),
        () -> assertEquals(3, station.meanFlow()),
        () -> assertEquals(0, station.meanPresent()),
        () -> assertEquals(0, station.waitProbability()),
        () -> assertEquals(1, station.waitAtMost(0)),
        () -> assertEquals(0, station.waitQuantile(0.999)),
        () -> assertEquals(1, station.flowAtMost(1e6), 1e-9));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 1, 4})
  void withoutServiceTime_nothingTakesTime(double variation) {
    Station station = Station.of(new Load(100, 0, variation), 1);
    assertAll(
        () -> assertEquals(0, station.meanFlow()),
        () -> assertEquals(0, station.flowQuantile(0.99)),
        () -> assertEquals(1, station.flowAtMost(0)));
  }

  @Test
  void hugeNumbersOfServers_haveAnAnswer() {
    Station many = station(1_000_000, .999, 1);
    assertTrue(many.meanWait() > 0 && many.meanWait() < 1e-3);
    assertTrue(station(1_000_000, .999, 0).meanWait() > 0);
    assertEquals(0, station(1_000_000, .5, 0).meanWait());
    assertTrue(station(500, .95, 0).waitQuantile(0.99) > 0);
  }

  @Test
  void heavyTraffic_hasAnAnswer() {
    // Half the wait of exponential service, except for a term that vanishes with the load.
    Station station = station(3, .9999, 0);
    assertEquals(.5, station.meanWait() / station(3, .9999, 1).meanWait(), 1e-3);
    assertEquals(.5, station.waitQuantile(.9) / station(3, .9999, 1).waitQuantile(.9), 1e-3);
    assertEquals(.5, station(3, 1 - 1e-9, 0).meanWait() / station(3, 1 - 1e-9, 1).meanWait(), 1e-8);
  }

  @Test
  void badArguments_areRefusedWithTheirValues() {
    IllegalArgumentException rate =
        assertThrows(IllegalArgumentException.class, () -> new Load(Double.NaN, 1, 1));
    assertEquals("the arrival rate must be 0 or more and finite, not NaN", rate.getMessage());
    assertThrows(IllegalArgumentException.class, () -> new Load(1, -1, 1));
    assertThrows(IllegalArgumentException.class, () -> new Load(1, 1, Double.POSITIVE_INFINITY));
    IllegalArgumentException servers =
        assertThrows(IllegalArgumentException.class, () -> Station.of(new Load(1, 1, 1), 0));
    assertEquals(
        "the number of servers must be between 1 and 1000000, not 0", servers.getMessage());
    Station station = station(1, .5, 0);
    assertThrows(IllegalArgumentException.class, () -> station.waitQuantile(1.5));
    assertThrows(IllegalArgumentException.class, () -> station.waitAtMost(Double.NaN));
  }
}
