package dev.hocket.bench.channels;

import clojure.java.api.Clojure;
import clojure.lang.IFn;

/** Channels of core.async, whose choice is random; the tasks are written in Clojure. */
final class CoreAsyncChannels implements ChannelPeer {
  private static final String NAMESPACE = "dev.hocket.bench.channels.core-async";

  CoreAsyncChannels() {
    Clojure.var("clojure.core", "require").invoke(Clojure.read(NAMESPACE));
  }

  @Override
  public String name() {
    return "core.async";
  }

  @Override
  public long exchange(int capacity, int pairs, int messages) {
    return (long) task("exchange").invoke(capacity, pairs, messages);
  }

  @Override
  public long chain(int length, int messages) {
    return (long) task("chain").invoke(length, messages);
  }

  @Override
  public long pairs(int pairs, int messages) {
    return (long) task("pairs").invoke(pairs, messages);
  }

  @Override
  public long choice(int branches, int senders, int messages) {
    return (long) task("choice").invoke(branches, senders, messages);
  }

  @Override
  public long mixed(int branches, int pairs, int messages) {
    return (long) task("mixed").invoke(branches, pairs, messages);
  }

  private static IFn task(String name) {
    return Clojure.var(NAMESPACE, name);
  }
}
