package dev.hocket.casestudies.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.casestudies.logs.Alerts.Alert;
import dev.hocket.casestudies.logs.Index.Subscription;
import dev.hocket.events.Multicast;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class AlertsTest {
  private final Alerts alerts = new Alerts(new Index(), 10);

  private static News news(boolean isWhole, String service, Level level, long minute, long lines) {
    return new News(isWhole, Map.of(new Tally(service, level, minute), lines), List.of());
  }

  /** What each of two listeners hears of these news, which follow those of the start. */
  private List<Alert> raised(News start, News... more) throws Exception {
    Multicast<News> news = new Multicast<>("news");
    Multicast.Listener<News> listener = news.listen();
    for (News one : more) {
      news.send(one);
    }
    news.close();
    Multicast.Listener<Alert> first = alerts.multicast().listen();
    Multicast.Listener<Alert> second = alerts.multicast().listen();
    alerts.watch(new Subscription(start, listener));
    alerts.multicast().close();
    List<Alert> heard = new ArrayList<>();
    first.forEach(heard::add);
    List<Alert> heardToo = new ArrayList<>();
    second.forEach(heardToo::add);
    assertEquals(heard, heardToo);
    return heard;
  }

  @Test
  void serviceWithManyErrorsInAMinute_causesOneAlert() throws Exception {
    List<Alert> heard =
        raised(
            news(true, "a", Level.ERROR, 1, 9),
            news(false, "a", Level.WARN, 1, 1000),
            news(false, "a", Level.ERROR, 2, 9),
            news(false, "b", Level.ERROR, 1, 9),
            news(false, "a", Level.ERROR, 1, 2),
            news(false, "a", Level.ERROR, 1, 100),
            news(false, "b", Level.ERROR, 3, 50));
    assertEquals(List.of(new Alert("a", 1, 11), new Alert("b", 3, 50)), heard);
  }

  @Test
  void whatWasCountedBefore_causesNone_andARestartCountsAnew() throws Exception {
    List<Alert> heard =
        raised(
            news(true, "a", Level.ERROR, 1, 500),
            news(false, "a", Level.ERROR, 1, 10),
            news(true, "a", Level.ERROR, 1, 4),
            news(false, "a", Level.ERROR, 1, 6));
    assertEquals(List.of(new Alert("a", 1, 10)), heard);
  }
}
