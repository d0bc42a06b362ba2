import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.spawn;
import static dev.hocket.events.Events.timeOutEvt;

import dev.hocket.events.Channel;
import dev.hocket.events.IVar;
import java.awt.EventQueue;
import java.time.Duration;

/**
 * A handler on the event thread that awaits an event: a message, or a timeout. The handler is
 * suspended and the event thread stays free; otherwise the forecast would never arrive. No other
 * thread waits meanwhile.
 */
public class AwaitEvent {
  private static final Channel<Void> questions = new Channel<>("questions");
  private static final Channel<String> weather = new Channel<>("weather");

  public static void main(String[] args) throws InterruptedException {
    spawn(AwaitEvent::forecast);
    //#omp target virtual(edt)
    {
      //#omp await(show())
      show();
    }
  }

  //#omp async
  static void show() throws InterruptedException {
    questions.aSend(null);
    //#omp await(sync())
    String text =
        choose(weather.recvEvt(), timeOutEvt(Duration.ofMinutes(1)).wrap(none -> "no forecast"))
            .sync();
    System.out.println("shown: " + text);
  }

  /** Reports the weather on request, on the event thread. */
  private static void forecast() throws InterruptedException {
    questions.recv();
    IVar<String> seen = new IVar<>();
    EventQueue.invokeLater(() -> seen.put("sunny"));
    weather.send(seen.get());
  }
}
