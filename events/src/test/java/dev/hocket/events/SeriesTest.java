package dev.hocket.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.events.Series.Rational;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a network of processes that computes power series, some of them rings. */
@Timeout(300)
class SeriesTest {
  private final Crew crew = new Crew();

  @ParameterizedTest
  @EnumSource(ChannelKind.class)
  void seriesMadeOfSeries_haveTheirCoefficients(ChannelKind kind) throws Exception {
    try (crew) {
      Series series = new Series(crew, kind);
      assertSeries("2 2 2 2 2", series.sum(series.ones(), series.ones()));
      assertSeries("1 2 3 4 5", series.product(series.ones(), series.ones()));
      assertSeries("1 2 3 4 5", series.derivative(series.ones()));
      assertSeries("0 1 1/2 1/3 1/4", series.integral(series.ones(), Rational.ZERO));
    }
  }

  @ParameterizedTest
  @EnumSource(ChannelKind.class)
  void aSeriesThatIsItsOwnIntegral_isTheExponential(ChannelKind kind) throws Exception {
    try (crew) {
      Series series = new Series(crew, kind);
      assertSeries(
          "1 1 1/2 1/6 1/24 1/120 1/720 1/5040",
          series.fix(1, own -> series.integral(own.get(0), Rational.ONE)));
    }
  }

  /** tan' = 1 + tan². */
  @ParameterizedTest
  @EnumSource(ChannelKind.class)
  void aSeriesThatIsTheIntegralOfItsSquareAndOne_isTheTangent(ChannelKind kind) throws Exception {
    try (crew) {
      Series series = new Series(crew, kind);
      assertSeries(
          "0 1 0 1/3 0 2/15 0 17/315 0 62/2835",
          series.fix(
              2,
              own ->
                  series.integral(
                      series.sum(series.one(), series.product(own.get(0), own.get(1))),
                      Rational.ZERO)));
    }
  }

  private static void assertSeries(String expected, Channel<Rational> series) throws Exception {
    List<String> coefficients = List.of(expected.split(" "));
    assertEquals(
        coefficients,
        Series.first(coefficients.size(), series).stream().map(Rational::toString).toList());
  }
}
