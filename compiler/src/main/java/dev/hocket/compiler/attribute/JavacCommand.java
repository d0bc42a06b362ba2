package dev.hocket.compiler.attribute;

import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/**
 * A parsed command line of javac, with argument files expanded and {@code -J} options removed.
 *
 * @param options the options, each followed by its value if the value is a separate argument
 * @param files the source files
 * @param classes the class names (for annotation processing)
 */
public record JavacCommand(List<String> options, List<String> files, List<String> classes) {

  private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");
  private static final Set<String> MODULE_PATH = Set.of("-p", "--module-path");
  private static final Set<String> SOURCE_PATH = Set.of("-sourcepath", "--source-path");
  private static final Set<String> MODULE_SOURCE_PATH = Set.of("--module-source-path");
  private static final Set<String> OUTPUT = Set.of("-d");
  private static final Set<String> MODULES = Set.of("-m", "--module");
  private static final Set<String> RELEASE = Set.of("--release");
  private static final Set<String> TARGET = Set.of("-target", "--target");
  private static final Set<String> SOURCE = Set.of("-source", "--source");

  /**
   * Parses a command line. Empty if it is wrong or asks for no compilation: then javac gets it as
   * it is.
   */
  public static Optional<JavacCommand> of(
      List<String> arguments, JavaCompiler compiler, StandardJavaFileManager files) {
    List<String> all = new ArrayList<>();
    List<String> options = new ArrayList<>();
    List<String> sources = new ArrayList<>();
    List<String> classes = new ArrayList<>();
    try {
      for (String argument : arguments) {
        all.addAll(expand(argument));
      }
    } catch (IOException e) {
      return Optional.empty();
    }
    for (int i = 0; i < all.size(); i++) {
      String argument = all.get(i);
      if (!argument.startsWith("-")) {
        (argument.endsWith(".java") ? sources : classes).add(argument);
        continue;
      }
      options.add(argument);
      int values = valuesOf(argument, compiler, files);
      if (values < 0 || i + values >= all.size()) {
        return Optional.empty();
      }
      if (values == 1) {
        i++;
        options.add(all.get(i));
      }
    }
    return Optional.of(new JavacCommand(options, sources, classes));
  }

  private static int valuesOf(String option, JavaCompiler compiler, StandardJavaFileManager files) {
    if (option.startsWith("--") && option.contains("=")) {
      return 0;
    }
    return Math.max(compiler.isSupportedOption(option), files.isSupportedOption(option));
  }

  /**
   * Expands an argument file as javac does (quotes, comments, one level) and drops {@code -J}
   * options.
   */
  static List<String> expand(String argument) throws IOException {
    if (argument.startsWith("-J")) {
      return List.of();
    }
    if (argument.startsWith("@@")) {
      return List.of(argument.substring(1));
    }
    if (argument.startsWith("@") && argument.length() > 1) {
      return ArgumentWords.split(Files.readString(Path.of(argument.substring(1))));
    }
    return List.of(argument);
  }

  /** Whether the command compiles anything. */
  public boolean compiles() {
    boolean something = !files.isEmpty() || has(MODULES);
    return something
        && !options.contains("-proc:only")
        && !options.contains("-Xprint")
        && options.stream().noneMatch(JavacCommand::onlyInforms);
  }

  private static boolean onlyInforms(String option) {
    return Set.of(
            "-version",
            "--version",
            "-fullversion",
            "--full-version",
            "-help",
            "--help",
            "-?",
            "-X",
            "--help-extra",
            "--help-lint")
        .contains(option);
  }

  /** Whether the command compiles modules, so that the module path counts. */
  public boolean compilesModules() {
    return hasModuleFolders()
        || files.stream().anyMatch(f -> Path.of(f).endsWith("module-info.java"));
  }

  /** Whether each module has a source folder of its own. */
  public boolean hasModuleFolders() {
    return has(MODULES) || has(MODULE_SOURCE_PATH);
  }

  /** The folders from which javac may take further sources. */
  public List<Path> sourceFolders() {
    Optional<String> given = value(SOURCE_PATH).or(() -> value(MODULE_SOURCE_PATH));
    if (given.filter(String::isEmpty).isPresent()) {
      // Build tools use an empty path to say that no other sources may be compiled.
      return List.of();
    }
    String path = given.orElseGet(this::classPath);
    List<Path> folders = new ArrayList<>();
    for (String entry : path.split(File.pathSeparator)) {
      // On a class path a star stands for jars. On a module source path, stars and braces stand for
      // module folders below the text before them.
      if (given.isPresent() || !entry.endsWith("*")) {
        String folder = entry.substring(entry.indexOf('=') + 1).replaceAll("[*{].*", "");
        folders.add(Path.of(folder));
      }
    }
    return folders.stream().filter(Files::isDirectory).toList();
  }

  /** The folders and jars whose classes javac can use, without those of the JDK. */
  public List<Path> libraries() {
    List<Path> libraries = new ArrayList<>();
    for (String entry : classPath().split(File.pathSeparator)) {
      if (entry.equals("*") || entry.endsWith(File.separator + "*")) {
        libraries.addAll(childrenOf(Path.of(entry).resolveSibling("")));
      } else {
        libraries.add(Path.of(entry));
      }
    }
    // Without a module path, splitting would give the current folder, and all files in it.
    if (value(MODULE_PATH).isPresent()) {
      for (String entry : value(MODULE_PATH).get().split(File.pathSeparator)) {
        Path path = Path.of(entry);
        // The entry is a module or a folder of modules.
        libraries.add(path);
        libraries.addAll(childrenOf(path));
      }
    }
    return libraries;
  }

  private static List<Path> childrenOf(Path folder) {
    try (Stream<Path> children = Files.list(folder)) {
      return children.toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /**
   * Creates the compilation that the command asks for.
   *
   * @param roots the inputs that javac reads instead of the source files
   * @throws WrongOptionsException if javac refuses the options
   */
  public JavacTask task(
      JavaCompiler compiler, JavaFileManager manager, List<JavaFileObject> roots, PrintWriter out) {
    try {
      return (JavacTask) compiler.getTask(out, manager, null, options, classes, roots);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new WrongOptionsException(e);
    }
  }

  /** The arguments of this command. */
  public List<String> arguments() {
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(classes);
    arguments.addAll(files);
    return arguments;
  }

  /** A copy of this command with folders and jars appended to the class or module path. */
  public JavacCommand withPath(List<Path> more) {
    String entries = String.join(File.pathSeparator, more.stream().map(Path::toString).toList());
    if (compilesModules()) {
      String path = value(MODULE_PATH).map(p -> p + File.pathSeparator).orElse("") + entries;
      return without(MODULE_PATH).with("--module-path", path);
    }
    String path = classPath() + File.pathSeparator + entries;
    return without(CLASS_PATH).with("-classpath", path);
  }

  /** A copy of this command with the options of the environment before its own, as in javac. */
  public JavacCommand withEnvironment() {
    String environment = System.getenv("JDK_JAVAC_OPTIONS");
    if (environment == null) {
      return this;
    }
    List<String> all = new ArrayList<>(ArgumentWords.split(environment));
    all.addAll(options);
    return new JavacCommand(all, files, classes);
  }

  /** The Java release of the class files, if the options determine it: {@code 17}. */
  public Optional<Integer> release() {
    return value(RELEASE)
        .or(() -> value(TARGET))
        .or(() -> value(SOURCE))
        .map(release -> Integer.valueOf(release.startsWith("1.") ? release.substring(2) : release));
  }

  /** Whether javac's category of warnings about options is on. */
  public boolean warnsOfOptions() {
    return options.stream()
        .filter(option -> option.startsWith("-Xlint:"))
        .flatMap(option -> Stream.of(option.substring("-Xlint:".length()).split(",")))
        .noneMatch(category -> category.equals("none") || category.equals("-options"));
  }

  /** Whether class files go to a separate folder, not beside their sources. */
  public boolean hasOutput() {
    return has(OUTPUT);
  }

  /** The folder of class files. */
  public Path classOutput() {
    return Path.of(value(OUTPUT).orElse("."));
  }

  /** A copy of this command with more options. */
  public JavacCommand with(String... more) {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of(more));
    return new JavacCommand(all, files, classes);
  }

  /** A copy of this command without options of the given names, which have one value each. */
  public JavacCommand without(Set<String> names) {
    List<String> kept = new ArrayList<>();
    for (int i = 0; i < options.size(); i++) {
      String option = options.get(i);
      if (names.contains(option)) {
        i++;
      } else if (!names.contains(option.replaceAll("=.*", ""))) {
        kept.add(option);
      }
    }
    return new JavacCommand(kept, files, classes);
  }

  /** A copy of this command without the options that begin with one of the prefixes. */
  public JavacCommand withoutPrefixes(Set<String> prefixes) {
    List<String> kept =
        options.stream().filter(o -> prefixes.stream().noneMatch(o::startsWith)).toList();
    return new JavacCommand(kept, files, classes);
  }

  private String classPath() {
    String environment = System.getenv("CLASSPATH");
    return value(CLASS_PATH).orElse(environment == null ? "." : environment);
  }

  /** The value of the last option with one of these names. */
  public Optional<String> value(Set<String> names) {
    String value = null;
    for (int i = 0; i < options.size(); i++) {
      String option = options.get(i);
      int equals = option.startsWith("--") ? option.indexOf('=') : -1;
      if (equals > 0 && names.contains(option.substring(0, equals))) {
        value = option.substring(equals + 1);
      } else if (names.contains(option) && i + 1 < options.size()) {
        value = options.get(i + 1);
      }
    }
    return Optional.ofNullable(value);
  }

  private boolean has(Set<String> names) {
    return value(names).isPresent();
  }
}
