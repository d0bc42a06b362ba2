package dev.hocket.flow.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.Definition;
import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.settings.Sections;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that flows refuse every function that leaks its state, and accept almost all others. The
 * functions were written from docs/flow-safety.md, without knowledge of the analysis; running them
 * proves which of them leak.
 */
class CorpusSafetyTest {
  private static final double MOST_REFUSED = 0.02;

  /**
   * What the user reads of harmless functions that are refused all the same, without line numbers.
   */
  private static final Map<String, String> SAID =
      Map.of(
          "HarmlessCopies.HandedOverInARecord",
          said(
              "batch",
              "HarmlessCopies$HandedOverInARecord.batch, returns this.items",
              "return or pass a copy or an immutable value, or give the field a new object before"
                  + " the old one is returned"),
          "HarmlessCopies.PolledElement",
          said(
              "delay",
              "HarmlessCopies$PolledElement.delay, returns what is in this.waiting",
              "copy what is in it as well, or declare immutable elements, as in List<String>"),
          "HarmlessCopies.RemovedElement",
          said(
              "finish",
              "HarmlessCopies$RemovedElement.finish, returns what is in this.open",
              "copy what is in it as well, or declare immutable elements, as in List<String>"));

  private static String said(String function, String place, String wayOut) {
    return "CorpusSafetyTest.java: "
        + function
        + " lets its state out, where other functions could change it: dev.hocket.flow.corpus."
        + place
        + ". The way out: "
        + wayOut;
  }

  static Stream<Class<?>> leaks() {
    return functions(
        LeakingViews.class,
        LeakingBuffers.class,
        LeakingClosures.class,
        LeakingLater.class,
        LeakingStreams.class,
        LeakingHolders.class,
        LeakingHelpers.class,
        LeakingElsewhere.class,
        LeakingServices.class,
        LeakingUnknown.class);
  }

  static Stream<Class<?>> harmless() {
    return functions(
        HarmlessCopies.class, HarmlessNumbers.class, HarmlessText.class, HarmlessServices.class);
  }

  private static Stream<Class<?>> functions(Class<?>... files) {
    return Arrays.stream(files)
        .flatMap(file -> Arrays.stream(file.getDeclaredClasses()))
        .filter(type -> !Library.of(type).names().isEmpty())
        .sorted(Comparator.comparing(Class::getName));
  }

  @Test
  void theCorpus_hasMoreThanAHundredOfEach() {
    assertTrue(leaks().count() > 100);
    assertTrue(harmless().count() > 100);
  }

  @ParameterizedTest
  @MethodSource("leaks")
  void aLeak_isNoticedByOthersWhenItRuns(Class<?> type) throws Exception {
    assertFalse(Trial.effects(type).isEmpty());
  }

  @ParameterizedTest
  @MethodSource("harmless")
  void aHarmlessFunction_isNotNoticedByOthersWhenItRuns(Class<?> type) throws Exception {
    assertEquals(List.of(), Trial.effects(type));
  }

  @ParameterizedTest
  @MethodSource("leaks")
  void aLeak_isRefused(Class<?> type) {
    assertTrue(refusal(type).isPresent());
  }

  @Test
  void aLeakOfSeveralFields_namesTheseFieldsOnly() {
    String said = refusal(LeakingHolders.KeptTwice.class).orElseThrow();
    assertTrue(said.contains(" returns what is in this.batch, this.last. The way out"), said);
  }

  @Test
  void harmlessFunctions_areTakenButForTwoPercent() {
    Map<String, String> refused = new TreeMap<>();
    harmless().forEach(type -> refusal(type).ifPresent(why -> refused.put(name(type), why)));
    assertTrue(
        refused.size() <= MOST_REFUSED * harmless().count(),
        () -> refused.size() + " are refused, " + refused);
  }

  @Test
  void aHarmlessFunctionThatIsRefused_hasItsPlaceAndAWayOut() {
    Map<String, String> said = new TreeMap<>();
    harmless().forEach(type -> refusal(type).ifPresent(why -> said.put(name(type), why)));
    said.replaceAll((name, why) -> why.replaceAll("(?<=java):\\d+|, line \\d+", ""));
    Map<String, String> expected = new TreeMap<>(SAID);
    expected.keySet().retainAll(said.keySet());
    assertEquals(expected, said);
  }

  private static String name(Class<?> type) {
    return type.getName().substring(type.getPackageName().length() + 1).replace('$', '.');
  }

  /** Returns the message of a flow that calls a function twice, each call in its own section. */
  private static Optional<String> refusal(Class<?> type) {
    Library library = Library.of(type);
    String name = library.names().iterator().next();
    Method function = Trial.function(type);
    try {
      Flow flow =
          Flow.define(
              "corpus",
              library,
              d -> d.apply("both", a -> null, call(d, name, function), call(d, name, function)));
      flow.sections(Sections.of(List.of(List.of(name + "#1"), List.of(name + "#2")))).explain();
      return Optional.empty();
    } catch (FlowException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static Definition.Value call(Definition d, String name, Method function) {
    Object[] arguments =
        Arrays.stream(function.getParameterTypes()).map(p -> d.apply("new", a -> null)).toArray();
    return d.call(name, arguments);
  }
}
