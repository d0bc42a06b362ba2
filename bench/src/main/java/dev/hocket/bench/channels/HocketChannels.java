package dev.hocket.bench.channels;

import dev.hocket.events.Channel;
import dev.hocket.events.Event;
import dev.hocket.events.Events;
import java.util.ArrayList;
import java.util.List;

/** Hocket's own channels. */
final class HocketChannels extends ThreadPeer<Channel<Integer>> {
  HocketChannels() {
    super("Hocket");
  }

  @Override
  Channel<Integer> channel(int capacity) {
    return capacity == 0 ? new Channel<>() : Channel.buffered("bench", capacity);
  }

  @Override
  void send(Channel<Integer> channel) throws InterruptedException {
    channel.send(1);
  }

  @Override
  int receive(Channel<Integer> channel) throws InterruptedException {
    return channel.recv();
  }

  @Override
  Step anyOf(List<Channel<Integer>> toSend, List<Channel<Integer>> toReceive) {
    List<Event<Integer>> branches = new ArrayList<>();
    toSend.forEach(channel -> branches.add(channel.sendEvt(1).wrap(sent -> 0)));
    toReceive.forEach(channel -> branches.add(channel.recvEvt()));
    Event<Integer> any = Events.choose(branches);
    return any::sync;
  }
}
