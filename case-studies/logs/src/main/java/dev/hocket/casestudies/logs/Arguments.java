package dev.hocket.casestudies.logs;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The words of the command line. */
final class Arguments {
  static final String USAGE =
      """
      usage: hocket run case-studies/logs [OPTION...] [FOLDER]
        FOLDER        reads the logs in it and follows them; without it, a shop
                      writes logs into a temporary folder
        --data DIR    stores index and counts there; default: ./logs-data, of the
                      shop a temporary folder
        --headless    without a window, until Ctrl-C
        --once        without a window, until everything in FOLDER is counted;
                      prints the counts; exit code 1 if something could not
                      be read
        --count       counts everything in FOLDER without storing it, also with
                      'hocket run --engine flink'; prints the counts
        --port N      the page's port on the loopback interface; default: 8123,
                      0 is any free one
        --no-page     without the page, which needs Node.js 20
        --errors N    alerts at N errors of a service in one minute; default: 100
        --generate N  writes N lines of three services into FOLDER, and ends\
      """;

  private static final int DEFAULT_PORT = 8123;
  private static final int MOST_PORT = 65_535;
  private static final int DEFAULT_ERRORS = 100;
  private static final int MOST = 1_000_000_000;

  private final String[] words;
  private int next;

  Path folder;
  Path data;
  boolean help;
  boolean headless;
  boolean once;
  boolean count;
  int port = DEFAULT_PORT;
  int errors = DEFAULT_ERRORS;
  int generate;

  private Arguments(String[] words) {
    this.words = words;
  }

  /**
   * @throws IllegalArgumentException with a message for the user
   */
  static Arguments parse(String... words) {
    Arguments parsed = new Arguments(words);
    while (parsed.next < words.length) {
      parsed.take(words[parsed.next++]);
    }
    if (parsed.folder == null && (parsed.once || parsed.count || parsed.generate > 0)) {
      throw new IllegalArgumentException("--once, --count and --generate need a FOLDER");
    }
    return parsed;
  }

  private void take(String word) {
    switch (word) {
      case "--help" -> help = true;
      case "--data" -> data = path(value(word));
      case "--headless" -> headless = true;
      case "--once" -> once = true;
      case "--count" -> count = true;
      case "--no-page" -> port = -1;
      case "--port" -> port = number(word, 0, MOST_PORT);
      case "--errors" -> errors = number(word, 1, MOST);
      case "--generate" -> generate = number(word, 1, MOST);
      default -> {
        if (word.startsWith("-")) {
          throw new IllegalArgumentException("there is no option " + word);
        }
        if (folder != null) {
          throw new IllegalArgumentException(
              "two folders, " + folder + " and " + word + "; name one");
        }
        folder = folder(word);
      }
    }
  }

  private String value(String option) {
    if (next == words.length) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return words[next++];
  }

  private int number(String option, int least, int most) {
    String value = value(option);
    if (value.matches("\\d{1,9}|1000000000")) {
      int number = Integer.parseInt(value);
      if (number >= least && number <= most) {
        return number;
      }
    }
    throw new IllegalArgumentException(
        option + " needs a number from " + least + " to " + most + ", not " + value);
  }

  private static Path folder(String word) {
    Path folder = path(word);
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException(word + ": no such folder");
    }
    if (!Files.isReadable(folder) || !Files.isExecutable(folder)) {
      throw new IllegalArgumentException(word + " may not be read");
    }
    return folder;
  }

  private static Path path(String word) {
    try {
      return Path.of(word);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(word + ": not a path");
    }
  }
}
