package dev.hocket.casestudies.logs;

import static dev.hocket.events.Events.choose;

import dev.hocket.events.Channel;
import dev.hocket.events.Multicast;
import dev.hocket.events.Next;
import dev.hocket.events.Overflow;
import dev.hocket.events.Rpc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The process between the flow and everything that shows something. It alone knows the counts, so a
 * subscriber gets those of one moment and all news since, without a gap.
 */
@ThreadSafe
final class Index {
  /** So much news may wait here before the flow waits. */
  private static final int ARRIVALS = 4;

  /** So much news may wait for a subscriber before this process, and then the flow, waits. */
  private static final int BEHIND = 64;

  private final Channel<News> arrivals = Channel.buffered("arrivals", ARRIVALS);
  private final Multicast<News> news = new Multicast<>("news");
  private final Rpc<Void, Subscription> subscribing =
      new Rpc<>("subscribe", none -> subscription());

  /** Only the process uses it. */
  private final Map<Tally, Long> counts = new HashMap<>();

  private volatile List<Segment> segments = List.of();

  /**
   * The counts of one moment, and all news since.
   *
   * @param listener must be closed, or the index waits for it
   */
  record Subscription(News whole, Multicast.Listener<News> listener) implements AutoCloseable {
    @Override
    public void close() {
      listener.close();
    }
  }

  /** Takes what has been stored. Closing it ends the index, when it has handled the rest. */
  Channel<News> arrivals() {
    return arrivals;
  }

  /** Makes a subscription. */
  Rpc<Void, Subscription> subscribing() {
    return subscribing;
  }

  /** The segments that are searched; any thread may ask. */
  List<Segment> segments() {
    return segments;
  }

  /** The process. */
  void run() throws InterruptedException {
    boolean isOpen = true;
    while (isOpen) {
      isOpen =
          choose(arrivals.nextEvt().wrap(this::take), subscribing.entryEvt().wrap(none -> true))
              .sync();
    }
    news.close();
    subscribing.fail(new IllegalStateException("the log explorer is closed"));
  }

  private boolean take(Next<News> next) throws InterruptedException {
    if (!(next instanceof Next.Value<News>(News stored))) {
      return false;
    }
    stored.addTo(counts);
    segments = stored.segments();
    news.send(stored);
    return true;
  }

  private Subscription subscription() {
    return new Subscription(new News(true, counts, segments), news.listen(BEHIND, Overflow.WAIT));
  }
}
