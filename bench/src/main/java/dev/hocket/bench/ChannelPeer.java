package dev.hocket.bench;

/**
 * A library of channels, and each task as a program in its style does it. A message is the number
 * 1; a task returns the sum of what was received.
 */
public interface ChannelPeer {
  /** A feature that a task needs and not every library has. */
  enum Need {
    /** Channels that each have one sender and one receiver. */
    PAIRS,
    /** Channels at which several send and several receive. */
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
   * Whether tasks that need something can be done.
   *
   * @param need what they need
   * @return whether the library has it
   */
  default boolean offers(Need need) {
    return true;
  }

  /**
   * Senders and as many receivers at one channel.
   *
   * @param capacity of the channel; 0 for a rendezvous
   * @param pairs how many senders
   * @param messages how many each of them sends
   * @return the sum
   * @throws Exception if a process fails
   */
  long exchange(int capacity, int pairs, int messages) throws Exception;

  /**
   * Messages that pass through a chain of processes.
   *
   * @param length how many processes pass them on
   * @param messages how many pass through
   * @return the sum
   * @throws Exception if a process fails
   */
  long chain(int length, int messages) throws Exception;

  /**
   * Senders and receivers in pairs, each pair with a channel of its own.
   *
   * @param pairs how many
   * @param messages how many for each pair
   * @return the sum
   * @throws Exception if a process fails
   */
  long pairs(int pairs, int messages) throws Exception;

  /**
   * Receivers that choose among channels; each sender sends to all of them in turn.
   *
   * @param branches how many channels
   * @param senders how many senders, and as many receivers
   * @param messages how many each of them sends
   * @return the sum
   * @throws Exception if a process fails
   */
  long choice(int branches, int senders, int messages) throws Exception;

  /**
   * Processes that each choose among sending and receiving: half of them send to every other
   * channel and receive from the rest, the others do the opposite. So whenever one of each half is
   * left, they can meet, and none is left alone.
   *
   * @param branches how many channels
   * @param pairs half the number of processes
   * @param messages how often each of them sends or receives
   * @return the sum
   * @throws Exception if a process fails
   */
  long mixed(int branches, int pairs, int messages) throws Exception;
}
