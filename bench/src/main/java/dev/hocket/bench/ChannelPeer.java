package dev.hocket.bench;

/**
 * A library of channels, and each task as a program in its style does it. A message is the number
 * 1; a task returns the sum of what was received.
 */
public interface ChannelPeer {
  /**
   * What tables call it.
   *
   * @return the name
   */
  String name();

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
   * Two processes that each choose among sending and receiving: one sends to every other channel
   * and receives from the rest, the other does the opposite.
   *
   * @param branches how many channels
   * @param messages how many are exchanged
   * @return the sum
   * @throws Exception if a process fails
   */
  long mixed(int branches, int messages) throws Exception;
}
