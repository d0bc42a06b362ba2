package dev.hocket.plan.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.plan.advise.Prediction.Banded;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the bands of predictions. */
class PredictionTest {
  private final double[] drawn = IntStream.rangeClosed(1, 80).asDoubleStream().toArray();

  @Test
  void band_isTheMiddleOfTheDraws() {
    assertEquals(new Banded(40, 3, 78), Banded.of(40, drawn));
  }

  @Test
  void bandOfDrawsOnOneSide_containsTheFigure() {
    assertEquals(new Banded(.5, .5, 78), Banded.of(.5, drawn));
    assertEquals(new Banded(90, 3, 90), Banded.of(90, drawn));
  }
}
