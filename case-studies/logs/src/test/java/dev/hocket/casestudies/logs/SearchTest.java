package dev.hocket.casestudies.logs;

import static dev.hocket.events.Events.choose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.core.Targets;
import dev.hocket.core.Worker;
import dev.hocket.events.Events;
import dev.hocket.events.IVar;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A search is told when nobody waits for it any more. */
@Timeout(300)
class SearchTest {
  private static Worker threads;

  private final IVar<Void> began = new IVar<>();
  private final IVar<Hits> ended = new IVar<>();

  @BeforeAll
  static void createThreads() {
    threads = Targets.create("searches of a test", 2);
  }

  @AfterAll
  static void shutThreadsDown() throws InterruptedException {
    threads.shutdown(Duration.ZERO);
  }

  /** Searches until it is obsolete. */
  private Hits endless(Query query, long enough, AtomicBoolean obsolete) throws Exception {
    began.put(null);
    Eventually.holds(obsolete::get);
    ended.put(Hits.SKIPPED);
    return Hits.SKIPPED;
  }

  @Test
  void searchThatWasNotChosen_isToldThatItIsObsolete() throws Exception {
    Search search = new Search(this::endless, threads);
    String chosen =
        choose(search.newestEvt("a").wrap(hits -> "found"), began.getEvt().wrap(none -> "typed on"))
            .sync();
    assertEquals("typed on", chosen);
    assertEquals(Hits.SKIPPED, ended.get());
  }

  @Test
  void searchWhoseThreadIsInterrupted_isToldThatItIsObsolete() throws Exception {
    Search search = new Search(this::endless, threads);
    Thread waiting =
        Events.spawn(() -> assertThrows(InterruptedException.class, search.allEvt("a")::sync));
    began.get();
    waiting.interrupt();
    assertEquals(Hits.SKIPPED, ended.get());
    waiting.join();
  }

  @Test
  void searchThatIsChosen_isNotObsolete_andItsFailureIsThrown() throws Exception {
    Hits hits = new Hits(1, true, List.of());
    Search search = new Search((query, enough, obsolete) -> hits, threads);
    assertEquals(hits, search.newestEvt("a").sync());
    assertEquals(Hits.NONE, search.newestEvt(" ").sync());
    Search failing =
        new Search(
            (query, enough, obsolete) -> {
              throw new IllegalStateException("no disk");
            },
            threads);
    Exception failure = assertThrows(RuntimeException.class, failing.newestEvt("a")::sync);
    String trace = failure + " " + failure.getCause();
    assertTrue(trace.contains("no disk"), trace);
  }
}
