package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that state does not leave functions. */
class SafetyTest {
  private static final Position HERE = new Position("algo.clj", 1, 1);

  static Stream<Class<?>> leaking() {
    return Stream.of(Leaking.class, LeakingShared.class).flatMap(SafetyTest::functions);
  }

  static Stream<Class<?>> harmless() {
    return Stream.of(Harmless.class, HarmlessKeys.class, HarmlessShared.class)
        .flatMap(SafetyTest::functions);
  }

  private static Stream<Class<?>> functions(Class<?> corpus) {
    return Arrays.stream(corpus.getDeclaredClasses())
        .filter(type -> Library.of(type).has("f"))
        .sorted(Comparator.comparing(Class::getName));
  }

  @Test
  void theCorpus_hasItsFunctions() {
    assertTrue(leaking().count() >= 49);
    assertTrue(harmless().count() >= 45);
  }

  static class PrivateView {
    private final List<String> list = new ArrayList<>();

    private List<String> view() {
      return list;
    }

    @Function
    List<String> f(String x) {
      list.add(x);
      return view();
    }
  }

  static class SameName extends PrivateView {
    List<String> view() {
      return List.of();
    }
  }

  @Test
  void aPrivateMethod_isNotTheSubclassesOfTheSameName() {
    assertThrows(FlowException.class, () -> Library.of(SameName.class).resolve("f", 1, HERE));
  }

  static class RunsFlow {
    private final List<Object> seen = new ArrayList<>();

    @Function
    int f(int x) {
      seen.add(x);
      Flow.define("inner", Functions.library(), f -> f.call("id", x)).run();
      return seen.size();
    }
  }

  @Test
  void aFunctionThatCallsMoreCodeThanIsAnalysed_isRefusedWithTheWayOut() {
    FlowException e =
        assertThrows(FlowException.class, () -> Library.of(RunsFlow.class).resolve("f", 1, HERE));
    assertTrue(
        e.getMessage().contains("RunsFlow.f calls more code than Hocket analyses")
            && e.getMessage().contains("may keep this.seen")
            && e.getMessage().contains("a function of its own"),
        e.getMessage());
  }

  static class RunsFlowWithoutState {
    private final String name = "inner";

    @Function
    int f(int x) {
      Flow.define(name, Functions.library(), f -> f.call("id", x)).run();
      return x;
    }
  }

  @Test
  void theSameFunctionWithoutMutableState_isAccepted() {
    assertDoesNotThrow(() -> Library.of(RunsFlowWithoutState.class).resolve("f", 1, HERE));
  }

  static class Native {
    private final List<Object> seen = new ArrayList<>();

    @Function
    native int f(int x);
  }

  @Test
  void aFunctionWithoutCode_isRefused() {
    FlowException e =
        assertThrows(FlowException.class, () -> Library.of(Native.class).resolve("f", 1, HERE));
    assertTrue(
        e.getMessage()
            .contains("Native.f has no code that Hocket can read, which may keep this.seen"),
        e.getMessage());
  }

  private static Library inNoPackage(String name) throws ClassNotFoundException {
    return Library.of(Class.forName("InNoPackage$" + name));
  }

  @Test
  void aFunctionInNoPackage_mayUseALibrary() throws ClassNotFoundException {
    Library library = inNoPackage("UsesLibrary");
    assertDoesNotThrow(() -> library.resolve("f", 1, HERE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"GivesStateToLibrary", "UsesOwnPackage"})
  void aFunctionInNoPackage_thatLeaksToALibraryOrUsesStaticsOfTheProgram_isRefused(String name)
      throws ClassNotFoundException {
    Library library = inNoPackage(name);
    assertThrows(FlowException.class, () -> library.resolve("f", 1, HERE));
  }

  @ParameterizedTest
  @MethodSource("leaking")
  void aLeak_isRefusedWithClassMethodAndLine(Class<?> type) {
    Library library = Library.of(type);
    FlowException e = assertThrows(FlowException.class, () -> library.resolve("f", 1, HERE));
    assertTrue(
        e.getMessage().matches("algo.clj:1:1: f lets its state out.* line \\d+, .*"),
        e.getMessage());
  }

  @ParameterizedTest
  @MethodSource("harmless")
  void aHarmlessFunction_isAccepted(Class<?> type) {
    assertDoesNotThrow(() -> Library.of(type).resolve("f", 1, HERE));
  }

  @Test
  void aLeak_isReportedWithItsPath() {
    FlowException e =
        assertThrows(
            FlowException.class,
            () -> Library.of(Leaking.ReturnsInArray.class).resolve("f", 1, HERE));
    assertTrue(
        e.getMessage().contains("Leaking$ReturnsInArray.f, line")
            && e.getMessage().contains("returns this.buffer"),
        e.getMessage());
  }
}
