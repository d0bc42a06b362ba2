package dev.hocket.compiler.suggest.trial;

import com.sun.source.tree.CompilationUnitTree;
import dev.hocket.compiler.HocketCompiler;
import dev.hocket.compiler.emit.Outline;
import dev.hocket.compiler.parse.Grammar;
import dev.hocket.compiler.scan.DirectiveScanner;
import dev.hocket.compiler.suggest.source.Texts;
import dev.hocket.compiler.suggest.trees.Sources;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;

/**
 * Compiles the program with a proposal, in a temporary folder. Of files that a proposal has nothing
 * to do with, the compiler reads outlines. Outlines that the compiled files do not even name are
 * compiled once, and then read as class files.
 */
public final class Trial implements AutoCloseable {
  private static final Pattern MESSAGE =
      Pattern.compile("(?m)^.*?:\\d+: (?:error|warning): (\\[HK\\d+] .*)$");

  /** So many outlines are read about as quickly as their class files. */
  private static final int FEW = 30;

  private final Sources program;
  private final List<String> options;
  private final Path folder;

  /** The files that are compiled with the bodies of their methods. */
  private final Set<CompilationUnitTree> whole = new HashSet<>();

  /** The files of the outlines that have been written. */
  private final Map<CompilationUnitTree, Path> outlines = new HashMap<>();

  /**
   * For files that are compiled whole, how often the compiler reports each message about the old
   * texts.
   */
  private final Map<Set<CompilationUnitTree>, Map<String, Integer>> before = new HashMap<>();

  private final Map<Map<CompilationUnitTree, String>, Optional<String>> known = new HashMap<>();

  /** The folder with the class files of all outlines; null before the first query. */
  private Optional<Path> classes;

  private int number;

  /**
   * @param options those of the compiler that name the libraries
   */
  public Trial(Sources program, List<String> options) {
    this.program = program;
    this.options = options;
    try {
      this.folder = Files.createTempDirectory("hocket-suggest");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // Its bodies say which methods can be suspended.
    program.units().stream().filter(Trial::hasDirectives).forEach(whole::add);
  }

  private static boolean hasDirectives(CompilationUnitTree unit) {
    return !DirectiveScanner.scan(Texts.of(unit), Grammar.directiveWords()).isEmpty();
  }

  /** Compiles some files whole from now on. */
  public void read(Collection<CompilationUnitTree> units) {
    whole.addAll(units);
  }

  /**
   * The first message of the compiler about the new texts that it does not print for the old ones.
   * Many freezes have the same proposal, which is compiled once.
   */
  public Optional<String> refusal(Map<CompilationUnitTree, String> texts) {
    return known.computeIfAbsent(texts, this::judge);
  }

  private Optional<String> judge(Map<CompilationUnitTree, String> texts) {
    whole.addAll(texts.keySet());
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
    return before.computeIfAbsent(Set.copyOf(whole), key -> counts(compile(Map.of()).said()));
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
    Set<CompilationUnitTree> near = near();
    boolean hasClasses =
        program.units().size() - near.size() > FEW && classesOfOutlines().isPresent();
    List<String> arguments =
        arguments(
            hasClasses ? classes.get() + File.pathSeparator + classPath() : null,
            folder.resolve("classes" + number));
    try {
      int file = 0;
      for (CompilationUnitTree unit : hasClasses ? near : program.units()) {
        Path path = whole.contains(unit) ? Sources.file(unit) : outlineOf(unit);
        if (texts.containsKey(unit)) {
          path = write(number + "-" + file++, unit, texts.get(unit));
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

  private List<String> arguments(String classPath, Path output) {
    List<String> arguments = new ArrayList<>(options);
    if (classPath != null) {
      arguments.addAll(List.of("-cp", classPath));
    }
    arguments.addAll(List.of("-proc:none", "-Xlint:none", "-encoding", "UTF-8"));
    arguments.addAll(List.of("-d", output.toString()));
    return arguments;
  }

  /** The class path of the options, or javac's own. */
  private String classPath() {
    String environment = System.getenv("CLASSPATH");
    return options.isEmpty() ? environment == null ? "." : environment : options.getLast();
  }

  /**
   * The files that are compiled whole, and those that declare what they name: the compiler may ask
   * for the source of these. They are in the order of the program.
   */
  private Set<CompilationUnitTree> near() {
    Set<CompilationUnitTree> near = new HashSet<>(whole);
    whole.forEach(unit -> near.addAll(program.declaring(unit)));
    return program.units().stream()
        .filter(near::contains)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * Compiles all outlines on the first call.
   *
   * @return the folder of the classes; empty if the files are a module, which does not see the
   *     class path, or if the outlines do not compile
   */
  private Optional<Path> classesOfOutlines() {
    if (classes == null) {
      boolean isModule = program.units().stream().anyMatch(unit -> unit.getModule() != null);
      classes = isModule ? Optional.empty() : compileOutlines();
    }
    return classes;
  }

  private Optional<Path> compileOutlines() {
    Path output = folder.resolve("outlines");
    List<String> arguments = arguments(null, output);
    try {
      for (CompilationUnitTree unit : program.units()) {
        arguments.add(outlineOf(unit).toString());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    PrintWriter none = new PrintWriter(Writer.nullWriter());
    int exit =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(none, none, arguments.toArray(String[]::new));
    return exit == 0 ? Optional.of(output) : Optional.empty();
  }

  private Path outlineOf(CompilationUnitTree unit) throws IOException {
    Path known = outlines.get(unit);
    if (known == null) {
      String outline = Outline.of(unit, Texts.of(unit), program.trees().getSourcePositions());
      known = write("outline" + outlines.size(), unit, outline);
      outlines.put(unit, known);
    }
    return known;
  }

  private Path write(String in, CompilationUnitTree unit, String text) throws IOException {
    Path file = folder.resolve(in).resolve(Sources.file(unit).getFileName());
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
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
