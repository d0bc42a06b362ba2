package dev.hocket.compiler.suggest;

import com.sun.source.tree.CompilationUnitTree;
import dev.hocket.compiler.HocketCompiler;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compiles the program with a proposal, in a temporary folder. */
final class Trial implements AutoCloseable {
  private static final Pattern MESSAGE =
      Pattern.compile("(?m)^.*?:\\d+: (?:error|warning): (\\[HK\\d+] .*)$");

  private final Program program;
  private final List<String> options;
  private final Path folder;

  /** How often the compiler reports each message about the old texts; computed on first use. */
  private Map<String, Integer> before;

  private final Map<Map<CompilationUnitTree, String>, Optional<String>> known = new HashMap<>();
  private int number;

  Trial(Program program, List<String> options) {
    this.program = program;
    this.options = options;
    try {
      this.folder = Files.createTempDirectory("hocket-suggest");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The first message of the compiler about the new texts that it does not print for the old ones.
   * Many freezes have the same proposal, which is compiled once.
   */
  Optional<String> refusal(Map<CompilationUnitTree, String> texts) {
    return known.computeIfAbsent(texts, this::judge);
  }

  private Optional<String> judge(Map<CompilationUnitTree, String> texts) {
    Compiled compiled = compile(texts);
    Matcher message = MESSAGE.matcher(compiled.said());
    Map<String, Integer> left = message.find() ? new HashMap<>(before()) : Map.of();
    message.reset();
    while (message.find()) {
      if (left.merge(codeOf(message.group(1)), -1, Integer::sum) < 0) {
        return Optional.of(message.group(1));
      }
    }
    return compiled.exit() == 0
        ? Optional.empty()
        : Optional.of(compiled.said().lines().findFirst().orElse("the compiler fails"));
  }

  private Map<String, Integer> before() {
    if (before == null) {
      before = counts(compile(Map.of()).said());
    }
    return before;
  }

  private static Map<String, Integer> counts(String said) {
    Map<String, Integer> counts = new HashMap<>();
    Matcher message = MESSAGE.matcher(said);
    while (message.find()) {
      counts.merge(codeOf(message.group(1)), 1, Integer::sum);
    }
    return counts;
  }

  private static String codeOf(String message) {
    return message.substring(0, message.indexOf(']') + 1);
  }

  private record Compiled(int exit, String said) {}

  private Compiled compile(Map<CompilationUnitTree, String> texts) {
    number++;
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of("-proc:none", "-Xlint:none", "-encoding", "UTF-8"));
    arguments.addAll(List.of("-d", folder.resolve("classes" + number).toString()));
    try {
      int file = 0;
      for (CompilationUnitTree unit : program.units()) {
        Path path = Program.file(unit);
        if (texts.containsKey(unit)) {
          Path changed = folder.resolve(number + "-" + file++).resolve(path.getFileName());
          Files.createDirectories(changed.getParent());
          Files.writeString(changed, texts.get(unit));
          path = changed;
        }
        arguments.add(path.toString());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    StringWriter said = new StringWriter();
    int exit = HocketCompiler.tryOut(arguments, new PrintWriter(said));
    return new Compiled(exit, said.toString());
  }

  @Override
  public void close() {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      // The system cleans up temporary folders that cannot be deleted here.
    }
  }
}
