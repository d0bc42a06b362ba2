package dev.hocket.casestudies.logs;

import dev.hocket.casestudies.logs.Index.Subscription;
import dev.hocket.events.Multicast;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The process that watches for services with many errors in one minute. */
final class Alerts {
  /** So many minutes of services are watched; those without an error for longest are forgotten. */
  private static final int MOST_WATCHED = 10_000;

  private final Index index;
  private final int errors;
  private final Multicast<Alert> alerts = new Multicast<>("alerts");

  /** Only the process uses it. */
  private final Map<Watched, Long> seen = new Newest();

  private record Watched(String service, long minute) {}

  /**
   * A service had too many errors.
   *
   * @param minute the minute, counted since 1970
   * @param errors their number when it was noticed
   */
  record Alert(String service, long minute, long errors) {}

  /**
   * @param errors the number of errors in a minute from which on it alerts
   */
  Alerts(Index index, int errors) {
    this.index = index;
    this.errors = errors;
  }

  /** Each alert goes to all its listeners; it ends after the news. */
  Multicast<Alert> multicast() {
    return alerts;
  }

  /** The process. What was counted before it began causes no alert. */
  void run() throws InterruptedException {
    watch(index.subscribing().call(null));
    alerts.close();
  }

  /** Watches until the news end. */
  void watch(Subscription subscription) throws InterruptedException {
    try (subscription) {
      watch(subscription.whole());
      subscription.listener().forEach(this::watch);
    }
  }

  private void watch(News news) throws InterruptedException {
    if (news.isWhole()) {
      seen.clear();
    }
    for (Map.Entry<Watched, Long> added : errorsIn(news).entrySet()) {
      Watched place = added.getKey();
      long now = seen.merge(place, added.getValue(), Long::sum);
      boolean isNew = now >= errors && now - added.getValue() < errors;
      if (isNew && !news.isWhole()) {
        alerts.send(new Alert(place.service(), place.minute(), now));
      }
    }
  }

  private static Map<Watched, Long> errorsIn(News news) {
    Map<Watched, Long> errors = new HashMap<>();
    news.counts()
        .forEach((tally, lines) -> {
          if (tally.level() == Level.ERROR) {
            errors.merge(new Watched(tally.service(), tally.minute()), lines, Long::sum);
          }
        });
    return errors;
  }

  private static final class Newest extends LinkedHashMap<Watched, Long> {
    private static final long serialVersionUID = 1L;
    private static final float LOAD = 0.75f;

    Newest() {
      super(MOST_WATCHED, LOAD, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Watched, Long> eldest) {
      return size() > MOST_WATCHED;
    }
  }
}
