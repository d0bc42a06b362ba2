package dev.hocket.bench.processes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Groups of processors for programs that run beside each other, so that none takes a processor from
 * another. The programs still share caches and memory. Only Linux lists the processors of a
 * program.
 */
public final class CoreGroups {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Pattern ALLOWED = Pattern.compile("(?m)^Cpus_allowed_list:\\s*(\\S+)");

  private CoreGroups() {}

  /**
   * Divides the processors into as many groups of a size as possible.
   *
   * @param size the number of processors in each group, 1 or more
   * @return lists in the syntax of {@code taskset}; the two threads of a core are in the same group
   *     if the size permits it
   */
  public static List<String> of(int size) {
    List<Integer> processors = new ArrayList<>(allowed());
    processors.sort(Comparator.comparing(CoreGroups::coreOf));
    int usable = Math.min(processors.size(), Runtime.getRuntime().availableProcessors());
    if (usable < size) {
      throw new IllegalArgumentException(
          "--cores-each %d: there are %d processors".formatted(size, usable));
    }
    return IntStream.range(0, usable / size)
        .mapToObj(i ->
            processors.subList(i * size, (i + 1) * size).stream()
                .map(String::valueOf)
                .collect(Collectors.joining(",")))
        .toList();
  }

  private static List<Integer> allowed() {
    if (!Files.isReadable(STATUS)) {
      throw new IllegalArgumentException(
          "--cores-each needs Linux, which lists a program's processors; run without it");
    }
    Matcher list = ALLOWED.matcher(read(STATUS));
    if (!list.find()) {
      throw new IllegalArgumentException(
          STATUS + " has no Cpus_allowed_list; run without --cores-each");
    }
    return numbers(list.group(1));
  }

  /** The numbers in a list as the kernel writes it, for example {@code 0-3,8,10-11}. */
  static List<Integer> numbers(String list) {
    List<Integer> numbers = new ArrayList<>();
    for (String range : list.strip().split(",")) {
      String[] ends = range.split("-");
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int i = Integer.parseInt(ends[0]); i <= last; i++) {
        numbers.add(i);
      }
    }
    return numbers;
  }

  /**
   * The first processor of the same core; the processor itself if the system does not list its
   * core's.
   */
  private static int coreOf(int processor) {
    Path siblings =
        Path.of("/sys/devices/system/cpu/cpu" + processor + "/topology/thread_siblings_list");
    return Files.isReadable(siblings) ? numbers(read(siblings)).getFirst() : processor;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
