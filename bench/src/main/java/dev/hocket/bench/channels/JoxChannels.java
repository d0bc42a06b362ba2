package dev.hocket.bench.channels;

import static com.softwaremill.jox.Select.select;

import com.softwaremill.jox.Channel;
import com.softwaremill.jox.SelectClause;
import java.util.List;
import java.util.stream.Stream;

/** Jox: channels with a choice that prefers the first, on virtual threads. */
final class JoxChannels extends ThreadPeer<Channel<Integer>> {
  JoxChannels() {
    super("Jox");
  }

  @Override
  Channel<Integer> channel(int capacity) {
    return capacity == 0 ? Channel.newRendezvousChannel() : Channel.newBufferedChannel(capacity);
  }

  @Override
  void send(Channel<Integer> channel) throws InterruptedException {
    channel.send(1);
  }

  @Override
  int receive(Channel<Integer> channel) throws InterruptedException {
    return channel.receive();
  }

  @Override
  @SuppressWarnings("unchecked")
  Step anyOf(List<Channel<Integer>> toSend, List<Channel<Integer>> toReceive) {
    SelectClause<Integer>[] clauses =
        Stream.concat(
                toSend.stream().map(channel -> channel.sendClause(1, () -> 0)),
                toReceive.stream().map(Channel::receiveClause))
            .toArray(SelectClause[]::new);
    return () -> select(clauses);
  }
}
