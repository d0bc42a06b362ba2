package dev.hocket.compiler.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.compiler.HocketCompiler;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Puts every directive before every kind of statement at every place. Hocket must translate code
 * that javac accepts, or refuse it with a message of its own. HK029, which blames Hocket, and
 * exceptions of the compiler must never appear. A failure prints the class and the seed; {@code
 * -Dhocket.seed=…} repeats it.
 */
@Timeout(10_800)
class EverywhereTest {
  private static final int SAMPLES =
      Integer.getInteger(
          "hocket.samples", Boolean.getBoolean("hocket.long") ? Integer.MAX_VALUE : 1000);
  private static final int BATCH = 100;
  private static final Pattern ERROR =
      Pattern.compile("(?m)^\\S+?Main.java:(\\d+): error: (\\[HK(\\d+)] )?(.*)$");

  @TempDir Path folder;

  /** The compiler's exit code and output for some samples. */
  private record Said(int exit, String output) {}

  @Test
  void everySample_isTranslatedOrRefused() throws Exception {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("seed=" + seed);
    List<List<Integer>> choices = new Choices(Sample.Choice.SIZES, new Random(seed)).first(SAMPLES);
    List<String> faults = new ArrayList<>();
    int valid = 0;
    int translated = 0;
    for (int from = 0; from < choices.size(); from += BATCH) {
      int first = from;
      List<Sample> samples =
          IntStream.range(from, Math.min(from + BATCH, choices.size()))
              .mapToObj(i -> Sample.of(Sample.Choice.of(choices.get(i)), i - first, seed + i))
              .toList();
      List<Sample> accepted = withoutErrors(samples, true, faults);
      List<Sample> compiled = withoutErrors(accepted, false, faults);
      valid += accepted.size();
      translated += compiled.size();
    }
    System.out.println(
        choices.size() + " samples, " + valid + " valid, " + translated + " translated");
    assertEquals(List.of(), faults, "-Dhocket.seed=" + seed);
    assertTrue(valid > choices.size() / 3, "too few of the samples are Java");
    assertTrue(translated > valid / 5, "too few of the samples are translated");
  }

  /** Removes refused samples until the others compile; records forbidden messages. */
  private List<Sample> withoutErrors(List<Sample> all, boolean sequential, List<String> faults)
      throws IOException {
    List<Sample> samples = all;
    while (!samples.isEmpty()) {
      Said said = compile(samples, sequential);
      if (said.exit() == 0) {
        return samples;
      }
      Set<Integer> refused = refused(samples, said, sequential, faults);
      if (refused.isEmpty()) {
        return withoutFailing(samples, said, sequential, faults);
      }
      List<Sample> others = new ArrayList<>();
      for (int i = 0; i < samples.size(); i++) {
        if (!refused.contains(i)) {
          others.add(samples.get(i));
        }
      }
      samples = others;
    }
    return samples;
  }

  /** The numbers of the samples with errors. */
  private static Set<Integer> refused(
      List<Sample> samples, Said said, boolean sequential, List<String> faults) {
    Set<Integer> refused = new TreeSet<>();
    if (said.output().contains("Hocket itself has failed")) {
      return refused;
    }
    ERROR
        .matcher(said.output())
        .results()
        .forEach(error -> {
          int index = at(samples, Integer.parseInt(error.group(1)));
          boolean ours = error.group(3) != null;
          if (!sequential && (!ours || error.group(3).equals("029"))) {
            faults.add(error.group() + "\n" + samples.get(index).code());
          }
          refused.add(index);
        });
    return refused;
  }

  /** The number of the sample that contains a line. */
  private static int at(List<Sample> samples, int line) {
    int next = (int) Sample.BASE.lines().count() + 1;
    int index = 0;
    while (index < samples.size() && next <= line) {
      next += (int) samples.get(index).code().lines().count();
      index++;
    }
    return index - 1;
  }

  /** Finds the samples on which the compiler itself fails, by bisection; returns the others. */
  private List<Sample> withoutFailing(
      List<Sample> samples, Said said, boolean sequential, List<String> faults) throws IOException {
    if (samples.size() == 1) {
      if (!javacFails(samples)) {
        faults.add(said.output() + "\n" + samples.getFirst().code());
      }
      return List.of();
    }
    int half = samples.size() / 2;
    List<Sample> others = new ArrayList<>();
    others.addAll(withoutErrors(samples.subList(0, half), sequential, faults));
    others.addAll(withoutErrors(samples.subList(half, samples.size()), sequential, faults));
    return others;
  }

  /**
   * Whether plain javac also crashes on some samples. javac 25 crashes if an anonymous class in the
   * condition of an {@code if} captures a variable, and a later field of another class contains a
   * pattern.
   */
  private boolean javacFails(List<Sample> samples) throws IOException {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    int died = 4;
    return ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(nowhere, nowhere, arguments(samples).toArray(String[]::new))
        == died;
  }

  private Said compile(List<Sample> samples, boolean sequential) throws IOException {
    StringWriter said = new StringWriter();
    int exit =
        HocketCompiler.compile(
            arguments(samples),
            new HocketCompiler.Options(null, sequential, false),
            new PrintWriter(said, true));
    return new Said(exit, said.toString());
  }

  /** Writes the samples to a file; returns the arguments that compile it. */
  private List<String> arguments(List<Sample> samples) throws IOException {
    StringBuilder source = new StringBuilder(Sample.BASE);
    samples.forEach(sample -> source.append(sample.code()));
    Path file = folder.resolve("Main.java");
    Files.writeString(file, source.append("}\n"));
    return List.of(
        "-nowarn",
        "-proc:none",
        "-Xmaxerrs",
        "100000",
        // Errors in the flow of some samples beside errors in the types of others: fewer rounds.
        "-XDshould-stop.ifError=FLOW",
        "-cp",
        System.getProperty("java.class.path"),
        "-d",
        folder.resolve("out").toString(),
        file.toString());
  }
}
