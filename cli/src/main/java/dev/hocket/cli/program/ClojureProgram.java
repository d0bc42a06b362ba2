package dev.hocket.cli.program;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Clojure program with the Java sources of its functions, as given on a command line.
 *
 * @param sources the Java sources to compile first
 * @param folders the folders of the sources' resources
 * @param arguments the arguments of {@link #MAIN}
 */
public record ClojureProgram(List<Path> sources, List<Path> folders, List<String> arguments) {
  /** Clojure's own launcher. */
  public static final String MAIN = "clojure.main";

  private static final List<String> RUN_A_FILE = List.of("-m", "hocket.flow.main");

  /** The program at the start of the words: sources, then a .clj file; null if there is none. */
  public static ClojureProgram named(String first, List<String> others) {
    List<String> words = new ArrayList<>(List.of(first));
    words.addAll(others);
    int file = 0;
    while (file < words.size() && isSource(words.get(file))) {
      file++;
    }
    if (file == words.size() || !words.get(file).endsWith(".clj")) {
      return null;
    }
    List<Path> sources = new ArrayList<>();
    List<Path> folders = new ArrayList<>();
    for (String word : words.subList(0, file)) {
      Path path = Path.of(word);
      if (Files.isDirectory(path)) {
        ProgramFolder program = ProgramFolder.of(path);
        sources.addAll(program.sources());
        folders.addAll(program.resources());
      } else {
        sources.add(Sources.existing(path));
      }
    }
    Sources.existing(Path.of(words.get(file)));
    List<String> arguments = new ArrayList<>(RUN_A_FILE);
    arguments.addAll(words.subList(file, words.size()));
    return new ClojureProgram(sources, folders, arguments);
  }

  /** The file of the algorithm. */
  public Path algorithm() {
    return Path.of(arguments.get(RUN_A_FILE.size()));
  }

  /** The arguments of the program itself. */
  public List<String> programArguments() {
    return arguments.subList(RUN_A_FILE.size() + 1, arguments.size());
  }

  private static boolean isSource(String word) {
    try {
      return word.endsWith(".java") || Files.isDirectory(Path.of(word));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
