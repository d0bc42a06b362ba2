package dev.hocket.bench.channels;

/**
 * A library of channels, with each task written in that library's style. A message is the number 1;
 * a task returns the sum of what was received.
 */
public interface ChannelPeer {
  /** A feature that some task needs and some library lacks. */
  enum Need {
    /** Channels that each have one sender and one receiver. */
    PAIRS,
    /** Channels that several processes send to and several receive from. */
    SHARED_CHANNELS,
    /** Channels with a buffer of a given size. */
    BUFFERS,
    /** A choice among channels, to send and to receive. */
    CHOICE
  }

  /**
   * The name of the library in tables.
   *
   * @return the name
   */
  String name();

  /**
   * Whether the library has a feature.
   *
   * @param need the feature
   * @return whether the library has it
   */
  default boolean offers(Need need) {
    return true;
  }

  /**
   * Runs senders and as many receivers on one channel.
   *
   * @param capacity the capacity of the channel; 0 for a rendezvous
   * @param pairs the number of senders
   * @param messages the number of messages from each sender
   * @return the sum
   * @throws Exception if a process fails
   */
  long exchange(int capacity, int pairs, int messages) throws Exception;

  /**
   * Passes messages through a chain of processes.
   *
   * @param length the number of processes that pass messages on
   * @param messages the number of messages
   * @return the sum
   * @throws Exception if a process fails
   */
  long chain(int length, int messages) throws Exception;

  /**
   * Runs senders and receivers in pairs, each pair with a channel of its own.
   *
   * @param pairs the number of pairs
   * @param messages the number of messages in each pair
   * @return the sum
   * @throws Exception if a process fails
   */
  long pairs(int pairs, int messages) throws Exception;

  /**
   * Runs receivers that choose among channels; each sender sends to all the channels in turn.
   *
   * @param branches the number of channels
   * @param senders the number of senders, and of receivers
   * @param messages the number of messages from each sender
   * @return the sum
   * @throws Exception if a process fails
   */
  long choice(int branches, int senders, int messages) throws Exception;

  /**
   * Runs processes that each choose among sending and receiving. One half sends to the channels
   * with even numbers and receives from those with odd ones; the other half does the opposite. So
   * any process of one half can communicate with any of the other, and none waits for ever.
   *
   * @param branches the number of channels
   * @param pairs half the number of processes
   * @param messages the number of sends or receives of each process
   * @return the sum
   * @throws Exception if a process fails
   */
  long mixed(int branches, int pairs, int messages) throws Exception;
}
