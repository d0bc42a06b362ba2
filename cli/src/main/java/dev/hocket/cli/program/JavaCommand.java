package dev.hocket.cli.program;

import dev.hocket.cli.terminal.UserError;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/**
 * The arguments of {@code java}: options, a program, its arguments.
 *
 * @param words as the user wrote them, without {@code java} itself
 */
public record JavaCommand(List<String> words) {
  private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");

  private static final String EQUALS = "--class-path=";

  private static final Set<String> MODULE_PATH = Set.of("-p", "--module-path");

  private static final String MODULES_EQUALS = "--module-path=";

  /**
   * Options of java whose value is the next word, except -jar and -m, whose value is the program.
   */
  private static final Set<String> TAKES_A_VALUE =
      Set.of(
          "-cp",
          "-classpath",
          "--class-path",
          "-p",
          "--module-path",
          "--upgrade-module-path",
          "--add-modules",
          "--add-exports",
          "--add-opens",
          "--add-reads",
          "--enable-native-access");

  public JavaCommand {
    boolean named = !words.isEmpty() && words.getFirst().equals("java");
    words = List.copyOf(named ? words.subList(1, words.size()) : words);
  }

  /** The program, without the options before it and the arguments after it. */
  public String program() {
    int at = programAt();
    return at < words.size() ? words.get(at) : String.join(" ", words);
  }

  private int programAt() {
    int at = 0;
    while (at < words.size() && words.get(at).startsWith("-")) {
      at += TAKES_A_VALUE.contains(words.get(at)) ? 2 : 1;
    }
    return at;
  }

  /** The class path, or the jar that the command starts; empty if it names neither. */
  String classPath() {
    int end = programAt();
    for (int i = 0; i < end; i++) {
      if (words.get(i).startsWith(EQUALS)) {
        return words.get(i).substring(EQUALS.length());
      }
      if (words.get(i).equals("-jar") || CLASS_PATH.contains(words.get(i))) {
        return i + 1 < words.size() ? words.get(i + 1) : "";
      }
    }
    return "";
  }

  /** What the sources of the program may need: its class path, and the jars of its module path. */
  public String libraries() {
    List<String> entries = new ArrayList<>(List.of(classPath()));
    for (int i = 0; i < programAt(); i++) {
      String word = words.get(i);
      if (word.startsWith(MODULES_EQUALS)) {
        addModules(entries, word.substring(MODULES_EQUALS.length()));
      } else if (MODULE_PATH.contains(word) && i + 1 < words.size()) {
        addModules(entries, words.get(i + 1));
      }
    }
    return String.join(File.pathSeparator, entries);
  }

  /** A folder on a module path has classes, or it has modules inside. */
  private static void addModules(List<String> entries, String path) {
    for (String entry : path.split(File.pathSeparator)) {
      entries.add(entry);
      if (Files.isDirectory(Path.of(entry))) {
        entries.add(entry + File.separator + "*");
      }
    }
  }

  /**
   * The same program with additional classes that precede its own.
   *
   * @param classes the folder of the additional classes
   * @param library the libraries that they need in addition
   * @throws UserError if the program is a module, or has no class to start
   */
  public JavaCommand with(Path classes, List<Path> library) {
    int at = programAt();
    List<String> options = new ArrayList<>();
    for (int i = 0; i < at; i++) {
      String word = words.get(i);
      if (word.equals("-m") || word.equals("--module")) {
        throw new UserError(
            "--verify needs a program on the class path, and " + program() + " is a module");
      }
      boolean ofPath = CLASS_PATH.contains(word);
      if (!ofPath && !word.equals("-jar") && !word.startsWith(EQUALS)) {
        options.add(word);
      }
      if (TAKES_A_VALUE.contains(word)) {
        i++;
        if (!ofPath) {
          options.add(words.get(i));
        }
      }
    }
    String own = classPath().isEmpty() ? "." : classPath();
    String path = classes + File.pathSeparator + own + File.pathSeparator + ClassPath.join(library);
    options.addAll(List.of("-cp", path, mainClass(classes)));
    options.addAll(words.subList(Math.min(words.size(), at + 1), words.size()));
    return new JavaCommand(options);
  }

  private String mainClass(Path classes) {
    if (words.contains("-jar") && words.indexOf("-jar") == programAt() - 1) {
      return mainClassOfJar();
    }
    return program().endsWith(".java") ? mainClassOfSource(classes) : program();
  }

  private String mainClassOfJar() {
    try (JarFile jar = new JarFile(program())) {
      return Optional.ofNullable(jar.getManifest())
          .map(manifest -> manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS))
          .orElseThrow(() -> new UserError(program() + " names no main class"));
    } catch (IOException e) {
      throw new UserError("cannot read " + program() + ": " + e.getMessage());
    }
  }

  /** The class that has the name of the file, or else the only one that can be started. */
  private String mainClassOfSource(Path classes) {
    String name = Path.of(program()).getFileName().toString().replaceFirst("\\.java$", "");
    List<String> all = MainClasses.in(classes);
    List<String> fit =
        all.stream().filter(each -> each.equals(name) || each.endsWith("." + name)).toList();
    List<String> chosen = fit.size() == 1 ? fit : all;
    if (chosen.size() != 1) {
      throw new UserError(
          "--verify cannot tell which class of "
              + program()
              + " is the program; compile it, and run lag with -cp and the class");
    }
    return chosen.getFirst();
  }
}
