package dev.hocket.compiler.random;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that the tests detect a lowering broken on purpose: see {@link Mutants}. {@code
 * -Dhocket.long=true} runs all mutants; {@code -Dhocket.mutant=…} those whose name or file contains
 * the given text.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MutationTest {
  /** A mutant that takes this long hangs, far more than any test takes. */
  private static final int MOST_SECONDS = 90;

  /** Even a busy machine that stands still for a while passes in this time. */
  private static final int FAR_TOO_LONG_SECONDS = 1_200;

  @TempDir static Path output;

  private static Witness jvm;

  @TempDir Path folder;

  @BeforeAll
  static void create() {
    jvm = new Witness(output.resolve("log"));
  }

  @AfterAll
  static void end() throws InterruptedException {
    jvm.end();
  }

  static List<Mutant> mutants() {
    String name = System.getProperty("hocket.mutant");
    if (name != null) {
      return Mutants.ALL.stream()
          .filter(mutant -> mutant.name().contains(name) || mutant.source().contains(name))
          .toList();
    }
    return Boolean.getBoolean("hocket.long") ? Mutants.ALL : Mutants.ALL.subList(0, 4);
  }

  static List<String> witnesses() {
    return mutants().stream().map(Mutant::witness).distinct().toList();
  }

  @Test
  void everyMutant_isAnEditOfTheSourceAsItIs() throws IOException {
    for (Mutant mutant : Mutants.ALL) {
      assertFalse(mutant.text().isEmpty());
    }
  }

  /** It runs last, in the JVM of the mutants, and so also shows that they have not harmed it. */
  @Order(Integer.MAX_VALUE)
  @ParameterizedTest
  @MethodSource("witnesses")
  void witness_ofTheUnbrokenLowering_passes(String witness) throws Exception {
    assertTrue(passes(witness, FAR_TOO_LONG_SECONDS), this::log);
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void mutant_isNoticed(Mutant mutant) throws Exception {
    mutant.compile(folder);
    assertFalse(
        passes(mutant.witness(), MOST_SECONDS),
        () -> mutant.witness() + " passes although " + mutant.name());
  }

  private boolean passes(String witness, int mostSeconds) throws Exception {
    return jvm.passes(witness, folder, mostSeconds);
  }

  private String log() {
    try {
      return Files.readString(output.resolve("log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
