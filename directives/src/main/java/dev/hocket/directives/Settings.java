package dev.hocket.directives;

import dev.hocket.core.ThreadBudget;
import java.util.Arrays;
import java.util.function.Function;

/**
 * The settings for later regions, from environment variables and {@link Omp}. The variables are
 * read once. An invalid value is reported and ignored, as in other OpenMP libraries.
 */
final class Settings {
  private static final String NUM_THREADS = "OMP_NUM_THREADS";
  private static final String SCHEDULE = "OMP_SCHEDULE";
  private static final String MAX_ACTIVE_LEVELS = "OMP_MAX_ACTIVE_LEVELS";
  private static final String DYNAMIC = "OMP_DYNAMIC";
  private static final String CANCELLATION = "OMP_CANCELLATION";
  private static final String DISPLAY = "OMP_DISPLAY_ENV";

  /**
   * The numbers of threads of regions by nesting level; the last one applies to all deeper levels.
   * If empty, each region gets the threads that are free.
   */
  private static volatile int[] numThreads = read(NUM_THREADS, Settings::parseThreads, new int[0]);

  private static volatile Schedule schedule =
      read(SCHEDULE, Settings::parseSchedule, Schedule.STATIC);

  private static volatile int maxActiveLevels =
      read(MAX_ACTIVE_LEVELS, text -> atLeast(0, text), Integer.MAX_VALUE);

  private static volatile boolean dynamic = read(DYNAMIC, Settings::parseBoolean, false);

  /**
   * Whether {@code cancel} works; true by default, because a check costs less than a nanosecond.
   */
  private static final boolean CANCELS = read(CANCELLATION, Settings::parseBoolean, true);

  static {
    String display = System.getenv(DISPLAY);
    if (display != null && !display.isBlank() && !display.strip().equalsIgnoreCase("false")) {
      display();
    }
  }

  private Settings() {}

  /**
   * The number of threads that a region without {@code num_threads} gets; 0 stands for the
   * encountering thread and those that are free.
   */
  static int threadsIn(Member around) {
    if (around != null && around.numThreads > 0) {
      return around.numThreads;
    }
    int[] list = numThreads;
    int level = around == null ? 0 : around.team.level;
    return list.length == 0 ? 0 : list[Math.min(level, list.length - 1)];
  }

  static void setNumThreads(Member around, int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException(
          "setNumThreads(" + threads + "): a team has at least 1 thread");
    }
    if (around != null) {
      around.numThreads = threads;
    } else {
      int[] list = numThreads.length == 0 ? new int[1] : numThreads.clone();
      list[0] = threads;
      numThreads = list;
    }
  }

  static Schedule schedule() {
    return schedule;
  }

  static void setSchedule(Schedule to) {
    schedule = to.kind == Schedule.Kind.RUNTIME ? Schedule.STATIC : to;
  }

  static boolean mayNest(Member around) {
    return (around == null ? 0 : around.team.activeLevel) < maxActiveLevels;
  }

  static int maxActiveLevels() {
    return maxActiveLevels;
  }

  static void setMaxActiveLevels(int levels) {
    if (levels < 0) {
      throw new IllegalArgumentException(
          "setMaxActiveLevels(" + levels + "): the number of levels is 0 or more");
    }
    maxActiveLevels = levels;
  }

  static boolean isCancellation() {
    return CANCELS;
  }

  static boolean isDynamic() {
    return dynamic;
  }

  static void setDynamic(boolean to) {
    dynamic = to;
  }

  private static <T> T read(String name, Function<String, T> parse, T otherwise) {
    String value = System.getenv(name);
    if (value == null || value.isBlank()) {
      return otherwise;
    }
    try {
      return parse.apply(value.strip());
    } catch (IllegalArgumentException meaningless) {
      System.err.println(
          "hocket: environment variable "
              + name
              + " is \""
              + value
              + "\" and is ignored: "
              + meaningless.getMessage());
      return otherwise;
    }
  }

  static int[] parseThreads(String text) {
    return Arrays.stream(text.split(",", -1)).mapToInt(item -> atLeast(1, item)).toArray();
  }

  /**
   * Reads {@code [modifier:]kind[,chunk]}. Both modifiers are ignored, since Hocket always behaves
   * as they require.
   */
  static Schedule parseSchedule(String text) {
    String[] parts = text.toLowerCase().replaceFirst("^(non)?monotonic\\s*:", "").split(",", 2);
    Schedule kind =
        switch (parts[0].strip()) {
          case "static" -> Schedule.STATIC;
          case "dynamic" -> Schedule.DYNAMIC;
          case "guided" -> Schedule.GUIDED;
          case "auto" -> Schedule.AUTO;
          default ->
              throw new IllegalArgumentException(
                  "it must be static, dynamic, guided or auto, optionally followed by a comma and the"
                      + " size of a chunk");
        };
    return parts.length == 1 ? kind : kind.chunk(atLeast(1, parts[1]));
  }

  private static boolean parseBoolean(String text) {
    return switch (text.toLowerCase()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("it must be true or false");
    };
  }

  private static int atLeast(int least, String text) {
    try {
      int number = Integer.parseInt(text.strip());
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // The message below reports every value that is not a valid number.
    }
    throw new IllegalArgumentException("it must be " + least + " or more");
  }

  private static void display() {
    String threads = Arrays.toString(numThreads).replaceAll("[\\[\\] ]", "");
    System.err.printf(
        "OPENMP DISPLAY ENVIRONMENT BEGIN%n"
            + "  _OPENMP = '202111'%n"
            + "  OMP_NUM_THREADS = '%s'%n"
            + "  OMP_SCHEDULE = '%s'%n"
            + "  OMP_THREAD_LIMIT = '%d'%n"
            + "  OMP_MAX_ACTIVE_LEVELS = '%d'%n"
            + "  OMP_DYNAMIC = '%s'%n"
            + "  OMP_CANCELLATION = '%s'%n"
            + "OPENMP DISPLAY ENVIRONMENT END%n",
        threads,
        schedule.toString().toUpperCase(),
        ThreadBudget.limit(),
        maxActiveLevels,
        Boolean.toString(dynamic).toUpperCase(),
        Boolean.toString(CANCELS).toUpperCase());
  }
}
