package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests graphs as values, and graphs that are refused. */
class GraphTest {
  @Test
  void aGraph_isEqualToTheGraphOfItsText() {
    Graph graph = new RandomGraphs(new Random(42), true).flow().graph();
    assertEquals(graph, Graph.decode(graph.encode()));
  }

  private static String refusal(Function<Definition, Object> algorithm) {
    return assertThrows(
            FlowException.class, () -> Flow.define("refused", Functions.library(), algorithm))
        .getMessage();
  }

  @Test
  void aSourceInABranch_isRefused() {
    String message = refusal(f -> f.when(true, () -> f.call("numbers", 3), () -> 1));
    assertTrue(
        message.matches(
            "GraphTest.java:\\d+: source numbers stands in the branch of an if; a source begins a"
                + " flow, so call it outside"),
        message);
  }

  @Test
  void aSourceWhoseArgumentDependsOnAPacket_isRefused() {
    String message = refusal(f -> f.call("numbers", f.call("twice", 2)));
    assertTrue(message.contains("has an argument that depends on a packet"), message);
  }

  @Test
  void aSourceWithAPlainExpressionOfConstants_isAccepted() {
    Flow flow =
        Flow.define(
            "plain",
            Functions.library(),
            f -> f.call("numbers", f.apply("inc", a -> (Integer) a[0] + 1, 4)));
    assertEquals(4L, flow.run());
    assertEquals(4L, flow.interpret());
  }

  @Test
  void recurThatIsNotTheLastThing_isRefused() {
    String message =
        refusal(f ->
            f.loop(
                List.of(1),
                v -> {
                  f.when(v.get(0), () -> f.recur(2), () -> 3);
                  return f.call("twice", v.get(0));
                }));
    assertTrue(message.contains("recur is not at the end of a loop's turn"), message);
  }

  @Test
  void recurThatItsTurnDoesNotReturn_isRefusedWithItsPlace() {
    String message =
        refusal(f ->
            f.loop(
                List.of(1),
                v ->
                    f.when(
                        v.get(0),
                        () -> {
                          f.recur(2);
                          return 3;
                        },
                        () -> 3)));
    assertTrue(message.matches("GraphTest.java:\\d+: this recur has no effect.*"), message);
  }

  @Test
  void aSecondRecurOfATurn_isRefused() {
    String message =
        refusal(f ->
            f.loop(
                List.of(1),
                v -> {
                  f.recur(2);
                  return f.recur(3);
                }));
    assertTrue(message.contains("this recur has no effect"), message);
  }

  @Test
  void recurAsAnArgument_isRefused() {
    String message = refusal(f -> f.loop(List.of(1), v -> f.call("twice", f.recur(2))));
    assertTrue(message.contains("recur is not at the end of a loop's turn"), message);
  }

  @Test
  void recurWithTooManyValues_isRefused() {
    String message =
        refusal(f -> f.loop(List.of(1), v -> f.when(v.get(0), () -> f.recur(2, 3), () -> 3)));
    assertTrue(message.contains("recur has 2 values, but its loop has 1 variables"), message);
  }

  @Test
  void twoValuesOfTheSurroundingsWithOneName_areRefused() {
    String message =
        refusal(f -> {
          f.environment("port", Integer.class, 80);
          return f.environment("port", Integer.class, 81);
        });
    assertTrue(message.contains("the environment has two values named port"), message);
  }

  private static Object nested(Definition f, int depth) {
    return depth == 0 ? 7 : f.when(f.apply("no", a -> false), () -> 1, () -> nested(f, depth - 1));
  }

  @Test
  void branchesThatNestTooDeep_areRefused() {
    Flow deepest = Flow.define("deep", Functions.library(), f -> nested(f, 400));
    assertEquals(7, deepest.sections(Sections.single()).run());
    String message = refusal(f -> nested(f, 401));
    assertTrue(message.contains("branches and loops nest more than 400 deep"), message);
  }

  @Test
  void copiesOfAStatefulFunction_areRefusedUnlessItIsReplicable() {
    String message = refusal(f -> f.balance(3, 1, x -> f.call("count", x)));
    assertTrue(message.contains("mark it @Replicable"), message);
  }

  @Test
  void copiesOfAFunctionWithoutState_areAccepted() {
    Flow flow =
        Flow.define(
                "copies",
                Functions.library(),
                f -> f.balance(3, f.call("numbers", 5), x -> f.call("twice", x)))
            .result(Results.ALL);
    assertEquals(List.of(0L, 2L, 4L, 6L, 8L), flow.run());
  }
}
