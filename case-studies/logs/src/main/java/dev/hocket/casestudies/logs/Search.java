package dev.hocket.casestudies.logs;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.doneEvt;
import static dev.hocket.events.Events.spawn;
import static dev.hocket.events.Events.withNack;

import dev.hocket.core.Block;
import dev.hocket.core.Targets;
import dev.hocket.core.Worker;
import dev.hocket.events.Event;
import dev.hocket.events.IVar;
import java.util.concurrent.atomic.AtomicBoolean;

/** The service that searches. A search is an event: it may be in a choice with anything else. */
final class Search {
  private static final int AT_A_TIME = 2;

  private final Finding finding;
  private final Worker threads;

  /** What a search does, on a thread of its own; see {@link Finder#find}. */
  interface Finding {
    Hits find(Query query, long enough, AtomicBoolean obsolete) throws Exception;
  }

  Search(Index index) {
    this(
        (query, enough, obsolete) -> Finder.find(index.segments(), query, enough, obsolete),
        Targets.create("search", AT_A_TIME));
  }

  Search(Finding finding, Worker threads) {
    this.finding = finding;
    this.threads = threads;
  }

  /**
   * The event of the newest lines, which is fast, because most of the index is left out. If another
   * branch of a choice happens, or the thread that waits is interrupted, the search ends early.
   */
  Event<Hits> newestEvt(String text) {
    return searchEvt(text, Hits.MOST_LINES);
  }

  /** The event of the number of all lines, too. It is obsolete as {@link #newestEvt} is. */
  Event<Hits> allEvt(String text) {
    return searchEvt(text, Long.MAX_VALUE);
  }

  private Event<Hits> searchEvt(String text, long enough) {
    return withNack(unwanted -> {
      IVar<Hits> hits = new IVar<>();
      AtomicBoolean obsolete = new AtomicBoolean();
      Block search = threads.submit("search", () -> search(text, enough, obsolete, hits));
      Event<Void> stopped = unwanted.tap(none -> obsolete.set(true));
      spawn(() -> choose(doneEvt(search), stopped).sync());
      return hits.getEvt();
    });
  }

  private void search(String text, long enough, AtomicBoolean obsolete, IVar<Hits> hits) {
    try {
      Query query = Query.of(text);
      hits.put(query.isEmpty() ? Hits.NONE : finding.find(query, enough, obsolete));
    } catch (Exception failed) {
      hits.fail(failed);
    }
  }
}
