import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.spawn;
import static dev.hocket.events.Events.timeOutEvt;

import dev.hocket.core.Targets;
import dev.hocket.events.Channel;
import dev.hocket.events.IVar;
import java.awt.EventQueue;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A handler on the event thread that awaits an event. {@code toFuture} synchronises on the event
 * without waiting, and a block on another target waits for the future. The event thread stays free;
 * otherwise the forecast would never arrive. The other target has a virtual thread for each block,
 * so a waiting block does not keep others from running.
 */
public class AwaitEvent {
  private static final Channel<Void> questions = new Channel<>("questions");
  private static final Channel<String> weather = new Channel<>("weather");

  public static void main(String[] args) throws InterruptedException {
    Targets.createVirtual("waiting");
    spawn(AwaitEvent::forecast);
    //#omp target virtual(edt)
    {
      //#omp await(show())
      show();
    }
  }

  //#omp async
  static void show() throws InterruptedException {
    CompletableFuture<String> forecast =
        choose(weather.recvEvt(), timeOutEvt(Duration.ofMinutes(1)).wrap(none -> "no forecast"))
            .toFuture();
    questions.aSend(null);
    String text;
    //#omp target virtual(waiting) await
    text = forecast.join();
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
