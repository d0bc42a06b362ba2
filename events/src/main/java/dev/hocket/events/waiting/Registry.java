package dev.hocket.events.waiting;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The ports that {@code Events.dump} reports, for as long as the program has them. */
public final class Registry {
  private static final Set<Reference<Port>> PORTS = ConcurrentHashMap.newKeySet();
  private static final ReferenceQueue<Port> GONE = new ReferenceQueue<>();

  private Registry() {}

  public static void add(Port port) {
    forgetGone();
    PORTS.add(new WeakReference<>(port, GONE));
  }

  static int size() {
    forgetGone();
    return PORTS.size();
  }

  private static void forgetGone() {
    for (Reference<? extends Port> gone; (gone = GONE.poll()) != null; ) {
      PORTS.remove(gone);
    }
  }

  /**
   * Describes the waiters at all ports, and those for a time, in words.
   *
   * @param timed the waiters for a time
   */
  public static String dump(List<Waiter> timed) {
    StringBuilder text = new StringBuilder();
    PORTS.stream()
        .map(Reference::get)
        .filter(Objects::nonNull)
        .sorted(Port.ORDER)
        .forEach(port -> describe(port, text));
    text.append("timers: " + timed.size() + " wait\n");
    timed.forEach(waiter -> describe(waiter, text));
    if (!Trace.isOn()) {
      text.append(
          "not shown are channels without a name, variables, threads, blocks and futures;"
              + " Events.setTracing(true) shows those that are made from then on, and where all"
              + " wait; so does -Dhocket.events.trace=true\n");
    }
    return text.toString();
  }

  private static void describe(Port port, StringBuilder text) {
    for (Port.Waiting waiting : port.waiters()) {
      List<Waiter> waiters = waiting.waiters();
      int count = waiting.left() + waiters.size();
      if (count > 0) {
        text.append(port.name() + ": " + count + " wait to " + waiting.what() + '\n');
        if (waiting.left() > 0) {
          text.append("  asynchronous events: " + waiting.left() + '\n');
        }
        waiters.forEach(waiter -> describe(waiter, text));
      }
    }
  }

  private static void describe(Waiter waiter, StringBuilder text) {
    text.append("  " + waiter.sync().describe(waiter.branch()) + '\n');
    for (StackTraceElement frame : Trace.site(waiter.sync())) {
      text.append("    at ").append(frame).append('\n');
    }
  }
}
