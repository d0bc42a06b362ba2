package dev.hocket.bench.channels;

import dev.hocket.bench.channels.ChannelPeer.Need;
import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares Hocket's channels with those of other JVM libraries and other languages, with and
 * without a choice.
 */
public final class Channels {
  private static final int MESSAGES = 100_000;
  private static final int MANY = 10_000;

  /**
   * The number of messages if choices send. It is smaller, because with many branches some
   * libraries need 30 µs and more for each.
   */
  private static final int MESSAGES_OF_SENDING_CHOICES = MESSAGES / 4;

  /** The number of rounds; with all peers and tables, each takes some seconds. */
  private static final int MOST_ROUNDS = 15;

  private static final int[] BRANCHES = {2, 8, 64};

  /** The number of pairs of processes that compete for the same channels. */
  private static final int CROWD = 8;

  private interface Task {
    long run(ChannelPeer peer) throws Exception;
  }

  private final Settings settings;
  private final int scale;
  private final String where;
  private final List<ChannelPeer> peers;

  private Channels(Settings settings, String where, List<ChannelPeer> peers) {
    this.settings = settings.withAtMost(MOST_ROUNDS);
    this.scale = settings.isQuick() ? 100 : 1;
    this.where = where;
    this.peers = peers;
  }

  public static void run(Settings settings) throws Exception {
    inOneJvm(settings);
    besideOtherLanguages(settings);
  }

  static void inOneJvm(Settings settings) throws Exception {
    new Channels(
            settings,
            "",
            List.of(
                new HocketChannels(),
                new JoxChannels(),
                new KotlinChannels(),
                new CoreAsyncChannels(),
                new QueueChannels(),
                QueueChannels.transferring(),
                new ExchangerChannels()))
        .all();
  }

  /** Compares processes that are suspended handlers with those that are threads or coroutines. */
  public static void ofHandlers(Settings settings) throws Exception {
    List<ChannelPeer> peers =
        List.of(new HandlerChannels(), new HocketChannels(), new KotlinChannels());
    new Channels(settings, "", peers).manyProcesses();
  }

  /**
   * Each peer in another language runs in its own operating-system process and takes its turn in
   * every round.
   */
  static void besideOtherLanguages(Settings settings) throws Exception {
    try (OtherLanguages others = new OtherLanguages()) {
      if (!others.peers().isEmpty()) {
        List<ChannelPeer> peers = new ArrayList<>(List.of(new HocketChannels()));
        peers.addAll(others.peers());
        new Channels(settings, "beside other languages: ", peers).all();
      }
    }
  }

  private void all() throws Exception {
    plain();
    for (int branches : BRANCHES) {
      choices(branches);
    }
  }

  private void plain() throws Exception {
    int messages = MESSAGES / scale;
    race(
        "rendezvous, 1 sender, 1 receiver",
        messages,
        Need.PAIRS,
        peer -> peer.exchange(0, 1, messages));
    race(
        "rendezvous, %1$d senders, %1$d receivers".formatted(CROWD),
        messages,
        Need.SHARED_CHANNELS,
        peer -> peer.exchange(0, CROWD, messages / CROWD));
    manyProcesses();
    throughBuffer(1_000);
  }

  private void manyProcesses() throws Exception {
    int many = MANY / scale;
    race(
        "rendezvous, a chain of %,d processes".formatted(many),
        20 * many,
        Need.PAIRS,
        peer -> peer.chain(many, 20) * many);
    race(
        "rendezvous, %,d pairs".formatted(many),
        20 * many,
        Need.PAIRS,
        peer -> peer.pairs(many, 20));
    throughBuffer(16);
  }

  private void throughBuffer(int capacity) throws Exception {
    int messages = MESSAGES / scale;
    race(
        "a buffer of %,d, 1 sender, 1 receiver".formatted(capacity),
        messages,
        Need.BUFFERS,
        peer -> peer.exchange(capacity, 1, messages));
  }

  private void choices(int branches) throws Exception {
    for (int pairs : new int[] {1, CROWD}) {
      int messages = MESSAGES / scale / pairs;
      race(
          "choice of %d receives, %s, %s"
              .formatted(branches, number(pairs, "sender"), number(pairs, "receiver")),
          messages * pairs,
          Need.CHOICE,
          peer -> peer.choice(branches, pairs, messages));
    }
    for (int pairs : new int[] {1, CROWD}) {
      int messages = MESSAGES_OF_SENDING_CHOICES / scale / pairs;
      race(
          "choice of %d, sends and receives, %d processes".formatted(branches, 2 * pairs),
          messages * pairs,
          Need.CHOICE,
          peer -> peer.mixed(branches, pairs, messages));
    }
  }

  private static String number(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private void race(String title, int messages, Need need, Task task) throws Exception {
    Race race = new Race(where + title + ", per message");
    for (ChannelPeer peer : peers) {
      if (peer.offers(need)) {
        race.with(peer.name(), () -> nanosPerMessage(peer, messages, task));
      } else {
        race.without(peer.name());
      }
    }
    race.run(settings.warmUpRounds(), settings.rounds(), settings.seed());
  }

  private static double nanosPerMessage(ChannelPeer peer, int messages, Task task)
      throws Exception {
    long start = System.nanoTime();
    long received = task.run(peer);
    long nanos = System.nanoTime() - start;
    if (received != messages) {
      throw new AssertionError(peer.name() + ": " + received + " messages of " + messages);
    }
    return (double) nanos / messages;
  }
}
