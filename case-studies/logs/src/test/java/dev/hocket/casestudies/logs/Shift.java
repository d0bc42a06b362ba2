package dev.hocket.casestudies.logs;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.spawn;

import dev.hocket.casestudies.logs.Explorer.Options;
import dev.hocket.events.IVar;
import dev.hocket.events.Ticker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Someone on call searches while a shop writes 2,000 lines a second, so that {@code hocket run
 * --record} can record it. Arguments: the seconds, the folders of the logs and of the data, and
 * {@code window} to type into the window; otherwise nothing is shown.
 */
final class Shift {
  private static final Duration STEP = Duration.ofMillis(50);
  private static final int STEP_LINES = 100;
  private static final Duration KEY = Duration.ofMillis(100);

  private Shift() {}

  public static void main(String[] arguments) throws Exception {
    Path logs = Path.of(arguments[1]);
    Generator generator = new Generator(logs, 5, line -> Instant.now(), Integer.MAX_VALUE);
    Thread shop = spawn(() -> write(generator));
    if (arguments.length > 3) {
      Typist.main(
          new String[] {arguments[0], "--no-page", "--data", arguments[2], logs.toString()});
    }
    Options options = new Options(logs, Path.of(arguments[2]), false, -1, Integer.MAX_VALUE);
    try (Explorer explorer = Explorer.start(options)) {
      search(explorer.search(), Instant.now().plusSeconds(Long.parseLong(arguments[0])));
    }
    shop.interrupt();
    System.exit(0);
  }

  private static void write(Generator generator) throws InterruptedException {
    Ticker ticker = Ticker.every(STEP);
    try {
      while (true) {
        ticker.tickEvt().sync();
        generator.write(STEP_LINES);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Types words, letter by letter, and searches as the window does. */
  private static void search(Search search, Instant end) throws InterruptedException {
    Ticker keys = Ticker.every(KEY);
    IVar<Void> typedOn = new IVar<>();
    while (Instant.now().isBefore(end)) {
      for (String word : Typist.WORDS) {
        for (int letters = 1; letters <= word.length(); letters++) {
          keys.tickEvt().sync();
          typedOn.put(null);
          IVar<Void> next = new IVar<>();
          typedOn = next;
          String text = word.substring(0, letters);
          spawn(() -> search(search, text, next));
        }
      }
    }
  }

  private static void search(Search search, String text, IVar<Void> typedOn)
      throws InterruptedException {
    var noMore = typedOn.getEvt().wrap(none -> Optional.<Hits>empty());
    Optional<Hits> newest = choose(search.newestEvt(text).wrap(Optional::of), noMore).sync();
    if (newest.isPresent() && !newest.get().isWhole()) {
      choose(List.of(search.allEvt(text).wrap(Optional::of), noMore)).sync();
    }
  }
}
