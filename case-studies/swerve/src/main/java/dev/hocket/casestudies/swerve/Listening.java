package dev.hocket.casestudies.swerve;

import static dev.hocket.events.Events.spawn;

import dev.hocket.events.Channel;
import dev.hocket.events.Event;
import dev.hocket.events.IVar;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/** A listener with one process, which accepts connections and counts the ended ones. */
public final class Listening implements Listener {
  private final Channel<SocketChannel> ended = new Channel<>("ended connections");
  private final IVar<Void> allEnded = new IVar<>();
  private final Door door;
  private final int most;
  private final Governor governor;
  private final Sending sending;

  /** The number of open connections; only the process uses it. */
  private int open;

  /** Creates a listener; {@code sending} sends the end of each connection to the process. */
  public Listening(Door door, int most, Governor governor, Sending sending) {
    this.door = door;
    this.most = most;
    this.governor = governor;
    this.sending = sending;
  }

  @Override
  public void start() {
    spawn(() -> {
      try {
        run();
      } catch (RuntimeException | Error e) {
        governor.fail(e);
      }
    });
  }

  @Override
  public void stop() {
    door.close();
  }

  @Override
  public Event<Void> endedEvt() {
    return allEnded.getEvt();
  }

  private void run() throws InterruptedException {
    while (true) {
      while (ended.recvPoll(client -> open--)) {}
      if (open == most) {
        ended.recv();
        open--;
      }
      Optional<SocketChannel> client = door.accept();
      if (client.isEmpty()) {
        break;
      }
      open++;
      spawn(() -> govern(client.get()));
    }
    for (; open > 0; open--) {
      ended.recv();
    }
    allEnded.put(null);
  }

  private void govern(SocketChannel client) throws InterruptedException {
    try {
      governor.govern(client);
    } finally {
      sending.send(ended, client);
    }
  }
}
