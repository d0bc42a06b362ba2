package dev.hocket.casestudies.logs;

import dev.hocket.casestudies.logs.Explorer.Options;
import dev.hocket.events.Event;
import dev.hocket.events.Ticker;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Measures how fast a folder of logs is read, and how long searches take meanwhile and afterwards.
 * Arguments: the folder of the logs, one for the data, and the words to search for.
 */
final class Measure {
  private static final double MEGA = 1e6;
  private static final int SEARCHES_AFTER = 40;

  /** A person types ten characters a second. */
  private static final Duration KEY = Duration.ofMillis(100);

  private Measure() {}

  public static void main(String[] arguments) throws Exception {
    Path data = Path.of(arguments[1]);
    List<String> words = List.of(arguments).subList(2, arguments.length);
    Explorer explorer =
        Explorer.start(new Options(Path.of(arguments[0]), data, true, -1, Integer.MAX_VALUE));
    long start = System.nanoTime();
    Thread reading = Thread.ofPlatform().start(() -> join(explorer));
    List<Long> meanwhile = new ArrayList<>();
    Ticker typing = Ticker.every(KEY);
    while (reading.isAlive()) {
      typing.tickEvt().sync();
      String word = words.get(meanwhile.size() % words.size());
      meanwhile.add(time(explorer.search().newestEvt(word)));
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    long bytes = bytes(explorer);
    long lines = sum(Checkpoint.load(data).counts());
    System.out.printf(
        "read %,d lines, %.0f MB, in %.1f s: %.1f MB/s%n",
        lines, bytes / MEGA, seconds, bytes / MEGA / seconds);
    print("searches meanwhile", meanwhile);
    Search search = explorer.search();
    print("searches afterwards", afterwards(words, search::newestEvt));
    print("the number of all lines afterwards", afterwards(words, search::allEvt));
    Duration processor = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getCommitted();
    System.out.printf("processor %s, heap %.0f MB%n", processor, heap / MEGA);
    System.exit(0);
  }

  private static void join(Explorer explorer) {
    try {
      explorer.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<Long> afterwards(List<String> words, Function<String, Event<Hits>> search)
      throws InterruptedException {
    List<Long> times = new ArrayList<>();
    for (int i = 0; i < SEARCHES_AFTER; i++) {
      times.add(time(search.apply(words.get(i % words.size()))));
    }
    return times;
  }

  private static long time(Event<Hits> search) throws InterruptedException {
    long start = System.nanoTime();
    Hits hits = search.sync();
    return hits.count() < 0 ? 0 : System.nanoTime() - start;
  }

  private static long bytes(Explorer explorer) {
    return explorer.index().segments().stream().mapToLong(Segment::length).sum();
  }

  private static long sum(Map<Tally, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private static void print(String what, List<Long> nanos) {
    List<Long> sorted = nanos.stream().sorted().toList();
    System.out.printf(
        "%s: %d, median %.1f ms, p95 %.1f ms, longest %.1f ms%n",
        what, sorted.size(), at(sorted, 0.5), at(sorted, 0.95), at(sorted, 1));
  }

  private static double at(List<Long> sorted, double share) {
    int index = (int) Math.min(sorted.size() - 1, Math.floor(share * sorted.size()));
    return sorted.isEmpty() ? 0 : sorted.get(index) / MEGA;
  }
}
