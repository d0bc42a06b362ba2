package dev.hocket.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Channels of libraries that offer them on the JVM, with a choice and without; and of other
 * languages.
 */
final class Channels {
  private static final int MESSAGES = 100_000;
  private static final int MANY = 10_000;
  private static final int[] BRANCHES = {2, 8, 64};

  private interface Task {
    long run(ChannelPeer peer) throws Exception;
  }

  private final Settings settings;
  private final int scale;
  private final String where;
  private final List<ChannelPeer> choosing;
  private final List<ChannelPeer> queues;

  private Channels(
      Settings settings, String where, List<ChannelPeer> choosing, List<ChannelPeer> queues) {
    this.settings = settings;
    this.scale = settings == Settings.QUICK ? 100 : 1;
    this.where = where;
    this.choosing = choosing;
    this.queues = queues;
  }

  static void run(Settings settings) throws Exception {
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
                new CoreAsyncChannels()),
            List.of(new QueueChannels(), QueueChannels.transferring()))
        .all();
  }

  /** Their programs are processes of their own; they and ours take turns in every round. */
  static void besideOtherLanguages(Settings settings) throws Exception {
    try (OtherLanguages others = new OtherLanguages()) {
      if (!others.peers().isEmpty()) {
        List<ChannelPeer> peers = new ArrayList<>(List.of(new HocketChannels()));
        peers.addAll(others.peers());
        new Channels(settings, "beside other languages: ", peers, List.of()).all();
      }
    }
  }

  private void all() throws Exception {
    plain();
    choices();
  }

  private void plain() throws Exception {
    int messages = MESSAGES / scale;
    int many = MANY / scale;
    race("rendezvous, 1 sender, 1 receiver", messages, true, p -> p.exchange(0, 1, messages));
    race(
        "rendezvous, 8 senders, 8 receivers",
        messages,
        true,
        peer -> peer.exchange(0, 8, messages / 8));
    race(
        "rendezvous, a chain of %,d processes".formatted(many),
        20 * many,
        true,
        peer -> peer.chain(many, 20) * many);
    race("rendezvous, %,d pairs".formatted(many), 20 * many, true, peer -> peer.pairs(many, 20));
    for (int capacity : new int[] {16, 1_000}) {
      race(
          "a buffer of %,d, 1 sender, 1 receiver".formatted(capacity),
          messages,
          true,
          peer -> peer.exchange(capacity, 1, messages));
    }
  }

  private void choices() throws Exception {
    int messages = MESSAGES / scale / 8 * 8;
    for (int branches : BRANCHES) {
      race(
          "choice of %d receives, 1 sender, 1 receiver".formatted(branches),
          messages,
          false,
          peer -> peer.choice(branches, 1, messages));
      race(
          "choice of %d receives, 8 senders, 8 receivers".formatted(branches),
          messages,
          false,
          peer -> peer.choice(branches, 8, messages / 8));
      race(
          "choice of %d, sends and receives".formatted(branches),
          messages,
          false,
          peer -> peer.mixed(branches, messages));
    }
  }

  private void race(String title, int messages, boolean withQueues, Task task) throws Exception {
    Race race = new Race(where + title + ", per message");
    choosing.forEach(peer -> race.with(peer.name(), () -> nanosPerMessage(peer, messages, task)));
    if (withQueues) {
      queues.forEach(peer -> race.with(peer.name(), () -> nanosPerMessage(peer, messages, task)));
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
