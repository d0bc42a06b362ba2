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

  private final Index index;
  private final Worker threads = Targets.create("search", AT_A_TIME);

  Search(Index index) {
    this.index = index;
  }

  /**
   * The event of the result. If another branch of a choice happens, or the thread that waits is
   * interrupted, the search ends early.
   */
  Event<Hits> searchEvt(String text) {
    return withNack(unwanted -> {
      IVar<Hits> hits = new IVar<>();
      AtomicBoolean obsolete = new AtomicBoolean();
      Block search = threads.submit("search", () -> search(text, obsolete, hits));
      Event<Void> stopped = unwanted.tap(none -> obsolete.set(true));
      spawn(() -> choose(doneEvt(search), stopped).sync());
      return hits.getEvt();
    });
  }

  private void search(String text, AtomicBoolean obsolete, IVar<Hits> hits) {
    try {
      Query query = Query.of(text);
      hits.put(query.isEmpty() ? Hits.NONE : Finder.find(index.segments(), query, obsolete));
    } catch (Exception failed) {
      hits.fail(failed);
    }
  }
}
