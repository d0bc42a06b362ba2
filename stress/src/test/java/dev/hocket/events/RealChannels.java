package dev.hocket.events;

import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.prefer;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/** The operations of two channels of the library, as Lincheck calls them. */
@Param(name = "channel", gen = IntGen.class, conf = "0:1")
@Param(name = "value", gen = IntGen.class, conf = "1:3")
public abstract class RealChannels implements TwoChannels {
  private final List<Channel<Integer>> channels;

  RealChannels(Channel<Integer> first, Channel<Integer> second) {
    channels = List.of(first, second);
  }

  private interface Creation {
    void create() throws InterruptedException;
  }

  private static String create(String done, Creation creation) throws InterruptedException {
    try {
      creation.create();
      return done;
    } catch (ChannelClosedException closed) {
      return CLOSED;
    } catch (ChannelFullException full) {
      return FULL;
    }
  }

  private Event<Void> send(int channel, int value) {
    return channels.get(channel).sendEvt(value);
  }

  private Event<Integer> receive(int channel) {
    return channels.get(channel).recvEvt();
  }

  @Override
  @Operation
  public String aSend(@Param(name = "channel") int channel, @Param(name = "value") int value)
      throws InterruptedException {
    return create(SENT, () -> channels.get(channel).aSend(value));
  }

  @Override
  @Operation
  public String aReceive(@Param(name = "channel") int channel) throws InterruptedException {
    return create(LEFT, () -> channels.get(channel).aRecvEvt().aSync());
  }

  @Override
  @Operation
  public String aSendFirstOf(@Param(name = "value") int value) throws InterruptedException {
    return create(SENT, () -> prefer(send(0, value), send(1, value)).sTrans().aSync());
  }

  @Override
  @Operation
  public String aReceiveFirstOf() throws InterruptedException {
    return create(LEFT, () -> prefer(receive(0), receive(1)).sTrans().aSync());
  }

  @Override
  @Operation
  public String sendPoll(@Param(name = "channel") int channel, @Param(name = "value") int value) {
    try {
      return channels.get(channel).sendPoll(value) ? SENT : NOTHING;
    } catch (ChannelClosedException closed) {
      return CLOSED;
    }
  }

  @Override
  @Operation
  public String receivePoll(@Param(name = "channel") int channel) {
    AtomicReference<String> received = new AtomicReference<>(NOTHING);
    try {
      channels.get(channel).recvPoll(value -> received.set(value.toString()));
      return received.get();
    } catch (ChannelClosedException closed) {
      return CLOSED;
    }
  }

  @Override
  @Operation
  public String receiveFirstOf() throws InterruptedException {
    return prefer(
            receive(1).wrap(String::valueOf).wrapHandler(closed -> CLOSED),
            receive(0).wrap(String::valueOf).wrapHandler(closed -> CLOSED),
            alwaysEvt(NOTHING))
        .sync();
  }

  @Override
  @Operation
  public String sendOrReceive(@Param(name = "value") int value) throws InterruptedException {
    return prefer(
            send(0, value).wrap(sent -> SENT).wrapHandler(closed -> CLOSED),
            receive(1).wrap(String::valueOf).wrapHandler(closed -> CLOSED),
            alwaysEvt(NOTHING))
        .sync();
  }

  @Override
  @Operation
  public String sendOrReceiveAnywhere(@Param(name = "value") int value)
      throws InterruptedException {
    return prefer(
            send(0, value).wrap(sent -> SENT).wrapHandler(closed -> CLOSED),
            receive(0).wrap(String::valueOf).wrapHandler(closed -> CLOSED),
            send(1, value).wrap(sent -> SENT).wrapHandler(closed -> CLOSED),
            receive(1).wrap(String::valueOf).wrapHandler(closed -> CLOSED),
            alwaysEvt(NOTHING))
        .sync();
  }

  @Override
  @Operation
  public String aSendOrReceive(@Param(name = "value") int value) throws InterruptedException {
    return create(LEFT, () -> prefer(send(0, value), receive(1)).sTrans().aSync());
  }

  @Override
  @Operation
  public String aReceiveOrSend(@Param(name = "value") int value) throws InterruptedException {
    return create(LEFT, () -> prefer(receive(0), send(1, value)).sTrans().aSync());
  }

  @Override
  @Operation
  public String aSendTwice(@Param(name = "channel") int channel, @Param(name = "value") int value)
      throws InterruptedException {
    return create(LEFT, () -> choose(send(channel, value), send(channel, value)).sTrans().aSync());
  }

  @Override
  @Operation
  public String fail(@Param(name = "channel") int channel) {
    return channels.get(channel).fail(new IllegalStateException("failed")).toString();
  }

  @Override
  @Operation
  public void close(@Param(name = "channel") int channel) {
    channels.get(channel).close();
  }
}
