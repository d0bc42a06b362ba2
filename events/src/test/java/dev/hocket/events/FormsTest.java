package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.guard;
import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.prefer;
import static dev.hocket.events.Events.sChoose;
import static dev.hocket.events.Events.withNack;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.core.Eventually;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that every form of sending meets every form of receiving, on every kind of channel. */
@Timeout(300)
class FormsTest {
  private static final int VALUES = 50;

  /** Ways to send a value. */
  enum Send {
    OPERATION {
      @Override
      void send(Channel<Integer> channel, int value) throws Exception {
        channel.send(value);
      }
    },
    POLLING {
      @Override
      void send(Channel<Integer> channel, int value) {
        while (!channel.sendPoll(value)) {
          Eventually.pause();
        }
      }
    },
    EVENT {
      @Override
      void send(Channel<Integer> channel, int value) throws Exception {
        channel.sendEvt(value).sync();
      }
    },
    BRANCH {
      @Override
      void send(Channel<Integer> channel, int value) throws Exception {
        choose(never(), channel.sendEvt(value), new Channel<Integer>().sendEvt(value)).sync();
      }
    },
    GUARDED_BRANCH_WITH_A_NACK {
      @Override
      void send(Channel<Integer> channel, int value) throws Exception {
        prefer(
                guard(() -> new Channel<Void>().recvEvt()),
                withNack(nack -> channel.sendEvt(value).wrap(sent -> sent)))
            .sync();
      }
    },
    ASYNCHRONOUS {
      @Override
      void send(Channel<Integer> channel, int value) throws Exception {
        channel.aSendEvt(value).aSync();
      }
    },
    ASYNCHRONOUS_CHOICE {
      @Override
      void send(Channel<Integer> channel, int value) throws Exception {
        sChoose(channel.aSendEvt(value), new Channel<Integer>().aSendEvt(value)).aSync();
      }
    },
    TRANSFORMED {
      @Override
      void send(Channel<Integer> channel, int value) throws Exception {
        choose(channel.aSendEvt(value).aTrans(), never()).sync();
      }
    };

    abstract void send(Channel<Integer> channel, int value) throws Exception;
  }

  /** Ways to receive a value. */
  enum Receive {
    OPERATION {
      @Override
      int receive(Channel<Integer> channel) throws Exception {
        return channel.recv();
      }
    },
    POLLING {
      @Override
      int receive(Channel<Integer> channel) {
        int[] value = new int[1];
        while (!channel.recvPoll(v -> value[0] = v)) {
          Eventually.pause();
        }
        return value[0];
      }
    },
    EVENT {
      @Override
      int receive(Channel<Integer> channel) throws Exception {
        return channel.recvEvt().sync();
      }
    },
    BRANCH {
      @Override
      int receive(Channel<Integer> channel) throws Exception {
        return choose(new Channel<Integer>().recvEvt(), channel.recvEvt(), Events.<Integer>never())
            .sync();
      }
    },
    GUARDED_BRANCH_WITH_A_NACK {
      @Override
      int receive(Channel<Integer> channel) throws Exception {
        return prefer(
                Events.<Integer>never(),
                withNack(nack -> guard(channel::recvEvt).wrap(value -> value)))
            .sync();
      }
    },
    FUTURE {
      @Override
      int receive(Channel<Integer> channel) throws Exception {
        return channel.recvEvt().toFuture().get();
      }
    },
    CALLBACK {
      @Override
      int receive(Channel<Integer> channel) throws Exception {
        return channel.aRecvEvt().callbackEvt(value -> value).aSync().sync();
      }
    };

    abstract int receive(Channel<Integer> channel) throws Exception;
  }

  static Stream<Arguments> pairs() {
    return Arrays.stream(ChannelKind.values())
        .flatMap(kind ->
            Arrays.stream(Send.values())
                .flatMap(send ->
                    Arrays.stream(Receive.values())
                        .filter(receive -> canMeet(kind, send, receive))
                        .map(receive -> Arguments.of(kind, send, receive))));
  }

  /** Returns whether the forms can meet: without a buffer, two that never wait cannot. */
  private static boolean canMeet(ChannelKind kind, Send send, Receive receive) {
    return send != Send.POLLING || receive != Receive.POLLING || kind.capacity > 0;
  }

  @ParameterizedTest(name = "{0}: {1} to {2}")
  @MethodSource("pairs")
  void values_arriveOnceAndInOrder(ChannelKind kind, Send send, Receive receive) throws Exception {
    Channel<Integer> channel = kind.make("between");
    Running<Void> sender =
        Running.start(() -> {
          for (int i = 0; i < VALUES; i++) {
            send.send(channel, i);
          }
          return null;
        });
    List<Integer> received = new ArrayList<>();
    for (int i = 0; i < VALUES; i++) {
      received.add(receive.receive(channel));
    }
    sender.get();
    assertEquals(IntStream.range(0, VALUES).boxed().toList(), received);
    assertEquals(0, channel.pending() + channel.waiting());
  }
}
