package dev.hocket.events;

/** The operations of two channels that never wait, with their results. */
interface TwoChannels {
  String SENT = "sent";
  String LEFT = "left";
  String FULL = "full";
  String CLOSED = "closed";
  String NOTHING = "nothing";

  /** Sends a value to a channel asynchronously. */
  String aSend(int channel, int value) throws InterruptedException;

  /** Receives from a channel asynchronously; the value is dropped. */
  String aReceive(int channel) throws InterruptedException;

  /** Offers a value on both channels asynchronously, to be taken once; the first has precedence. */
  String aSendFirstOf(int value) throws InterruptedException;

  /** Receives from both channels asynchronously, only once; the first has precedence. */
  String aReceiveFirstOf() throws InterruptedException;

  String sendPoll(int channel, int value);

  String receivePoll(int channel);

  /** Receives from the second channel if it can, else from the first. */
  String receiveFirstOf() throws InterruptedException;

  /** Sends to the first channel if it can, else receives from the second. */
  String sendOrReceive(int value) throws InterruptedException;

  /** Sends to either channel or receives from either, in an order of precedence. */
  String sendOrReceiveAnywhere(int value) throws InterruptedException;

  /**
   * Asynchronously sends to the first channel or receives from the second; the first has
   * precedence.
   */
  String aSendOrReceive(int value) throws InterruptedException;

  /**
   * Asynchronously receives from the first channel or sends to the second; the first has
   * precedence.
   */
  String aReceiveOrSend(int value) throws InterruptedException;

  /** Asynchronously sends one value in two branches on one channel, without precedence. */
  String aSendTwice(int channel, int value) throws InterruptedException;

  void close(int channel);

  /** Fails a channel; returns the values that were lost. */
  String fail(int channel);
}
