package dev.hocket.casestudies.swerve;

import static dev.hocket.events.Events.select;
import static dev.hocket.events.Events.spawn;
import static dev.hocket.events.Events.timeOutEvt;

import dev.hocket.events.Channel;
import dev.hocket.events.Event;
import dev.hocket.events.IVar;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A timeout manager with one process, which checks all watches at intervals. */
public final class TimeoutManaging implements TimeoutManager {
  private final Channel<Watch> arrivals = new Channel<>("watches");
  private final IVar<Void> stopped = new IVar<>();
  private final Duration interval;
  private final Sending sending;

  /** The watches; only the process uses them. */
  private final List<Watch> watches = new ArrayList<>();

  /** Creates a manager; {@code sending} sends new watches to the process. */
  public TimeoutManaging(Duration interval, Sending sending) {
    this.sending = sending;
    this.interval = interval;
    spawn(this::run);
  }

  @Override
  public void add(Watch watch) throws InterruptedException {
    sending.send(arrivals, watch);
  }

  @Override
  public void stop() {
    stopped.tryPut(null);
  }

  private void run() throws InterruptedException {
    Event<Boolean> arrival = arrivals.recvEvt().wrap(watches::add);
    long last = Watch.now();
    while (!stopped.isWritten()) {
      Event<Void> next = timeOutEvt(interval.minusNanos(Watch.now() - last));
      select(arrival, next, stopped.getEvt());
      long now = Watch.now();
      if (now - last >= interval.toNanos()) {
        watches.removeIf(watch -> watch.look(now));
        last = now;
      }
    }
  }
}
