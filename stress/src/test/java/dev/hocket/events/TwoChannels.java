package dev.hocket.events;

/** The operations of two channels that never wait, and what they answer besides values. */
interface TwoChannels {
  String SENT = "sent";
  String LEFT = "left";
  String FULL = "full";
  String CLOSED = "closed";
  String NOTHING = "nothing";

  /** Leaves a value on a channel. */
  String aSend(int channel, int value) throws InterruptedException;

  /** Leaves a receive on a channel; its value is dropped. */
  String aReceive(int channel) throws InterruptedException;

  /** Leaves a value on both channels, to be taken once; the first has precedence. */
  String aSendFirstOf(int value) throws InterruptedException;

  /** Leaves a receive on both channels, to happen once; the first has precedence. */
  String aReceiveFirstOf() throws InterruptedException;

  String sendPoll(int channel, int value);

  String receivePoll(int channel);

  /** Receives from the second channel if it can, else from the first. */
  String receiveFirstOf() throws InterruptedException;

  /** Sends to the first channel if it can, else receives from the second. */
  String sendOrReceive(int value) throws InterruptedException;

  /** Sends to either channel or receives from either, in an order of precedence. */
  String sendOrReceiveAnywhere(int value) throws InterruptedException;

  /** Leaves a send to the first channel or a receive from the second; the first has precedence. */
  String aSendOrReceive(int value) throws InterruptedException;

  /** Leaves a receive from the first channel or a send to the second; the first has precedence. */
  String aReceiveOrSend(int value) throws InterruptedException;

  /** Leaves one send in two branches on one channel, without precedence. */
  String aSendTwice(int channel, int value) throws InterruptedException;

  void close(int channel);

  /** The values that were lost. */
  String fail(int channel);
}
