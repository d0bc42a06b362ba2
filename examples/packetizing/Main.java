package packetizing;

import static dev.hocket.events.Events.spawn;

import dev.hocket.events.Channel;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Sends twelve chunks, with at most four packets in progress. Packets take random times but arrive
 * in order.
 */
public final class Main {
  private static final int CHUNKS = 12;
  private static final int PARALLEL = 4;

  private Main() {}

  /**
   * Runs the example.
   *
   * @param args none
   */
  public static void main(String[] args) throws InterruptedException {
    Channel<Optional<Integer>> stream = new Channel<>("stream");
    Channel<String> network = new Channel<>("network");
    spawn(() -> {
      for (int chunk = 1; chunk <= CHUNKS; chunk++) {
        stream.send(Optional.of(chunk));
      }
      stream.send(Optional.empty());
    });
    spawn(() -> {
      try {
        new Collator<>(stream, Main::packet).collate(PARALLEL, network);
      } finally {
        network.close();
      }
    });
    network.forEach(System.out::println);
  }

  private static String packet(int chunk) throws InterruptedException {
    Thread.sleep(ThreadLocalRandom.current().nextInt(20));
    return "packet " + chunk;
  }
}
