package dev.hocket.events;

/** The kinds of channels, for tests of guarantees that hold for all of them. */
enum ChannelKind {
  RENDEZVOUS(0),
  /** A hot channel, on which waiting threads spin: see {@link Heat}. */
  HOT(0),
  LIMITED(0),
  BUFFER_OF_1(1),
  BUFFER_OF_16(16);

  /** The number of values that a channel of this kind takes without a receiver. */
  final int capacity;

  ChannelKind(int capacity) {
    this.capacity = capacity;
  }

  <T> Channel<T> make(String name) {
    return switch (this) {
      case RENDEZVOUS -> new Channel<>(name);
      case HOT -> Heat.heat(new Channel<>(name));
      case LIMITED -> Channel.limited(name, 64, Overflow.WAIT);
      case BUFFER_OF_1, BUFFER_OF_16 -> Channel.buffered(name, capacity);
    };
  }
}
