package dev.hocket.events;

/**
 * The result of a receive from a {@link Source}: a value, or the end of the source. With it, a loop
 * over a choice sees the end without an exception:
 *
 * <pre>{@code
 * Channel<String> lines = new Channel<>("lines");
 * Event<Next<String>> next = choose(
 *     lines.nextEvt(),
 *     timeOutEvt(Duration.ofSeconds(1)).wrap(none -> new Next.Value<>("nothing for a second")));
 * while (next.sync() instanceof Next.Value<String>(String line)) {
 *   System.out.println(line);
 * }
 * }</pre>
 *
 * @param <T> the type of the values
 */
public sealed interface Next<T> {
  /**
   * A value has been received.
   *
   * @param <T> the type of the value
   * @param value the value; may be null
   */
  record Value<T>(T value) implements Next<T> {}

  /**
   * The source has ended, and nothing is left to receive.
   *
   * @param <T> the type of the values
   * @param cause the cause of the failure, or null if the source was closed
   */
  record End<T>(Throwable cause) implements Next<T> {}
}
