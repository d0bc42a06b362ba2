package dev.hocket.flow.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.flow.code.Packet;
import dev.hocket.flow.code.SectionCode;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Statistics;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the costs of calls in the plain and the timed code of a section. */
class CodesTest {
  /**
   * Code that has called one function.
   *
   * @param nanos the time that the calls took; -1 if they were not timed
   */
  private record Called(long calls, long nanos) implements SectionCode {
    @Override
    public void run(int step, Packet packet) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Object draw(int source, Packet arguments) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int admit(int most) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<Statistics.Calls> statistics() {
      long one = nanos < 0 ? -1 : nanos / calls;
      return List.of(new Statistics.Calls("f#1", calls, nanos, one, one + 2));
    }

    @Override
    public List<Statistics.Calls> plainCode() {
      return nanos < 0
          ? List.of()
          : List.of(new Statistics.Calls("expr#1", 2 * calls, 3 * nanos, -1, -1));
    }

    @Override
    public String calling() {
      return null;
    }

    @Override
    public Node node(String id) {
      throw new UnsupportedOperationException();
    }
  }

  private static final Cost EXPRESSION = new Cost("expr#1", 2_000, 2_000, 21_000);

  @Test
  void callsOfPlainCode_haveNoKnownCost() {
    assertEquals(
        new Costs(List.of(new Cost("f#1", 1_000, 0, 0)), List.of()),
        new Codes(new Called(1_000, -1)).costs());
  }

  @Test
  void codeThatTimesEachCall_hasTheCostsOfAll() {
    assertEquals(
        new Costs(List.of(new Cost("f#1", 1_000, 1_000, 7_000)), List.of(EXPRESSION)),
        new Codes(new Called(1_000, 7_000)).costs());
  }

  @Test
  void callsOfBothCodes_haveTheCostsOfTheTimedOnes() {
    Codes codes = new Codes(new Called(1_000, -1));
    codes.timedBy(new Called(10, 70));
    assertEquals(List.of(new Cost("f#1", 1_010, 10, 70)), codes.costs().calls());
    assertEquals(List.of(new Statistics.Calls("f#1", 1_010, 7_070, 7, 9)), codes.statistics());
  }

  @Test
  void evaluationsOfPlainCode_areExtrapolatedLikeCalls() {
    Costs before = new Codes(new Called(1_000, -1)).costs();
    Codes codes = new Codes(new Called(1_990, -1));
    codes.timedBy(new Called(10, 70));
    assertEquals(
        List.of(new Cost("f#1", 1_000, 10, 70), new Cost("expr#1", 2_000, 20, 210)),
        codes.costs().since(before));
  }
}
