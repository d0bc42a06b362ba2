package dev.hocket.events;

/**
 * An action that waits for something else once its communication has happened, as that of a call
 * waits for the return.
 *
 * <p>An event loop must not wait. An action that is known to wait is refused there before the
 * communication happens; any other only where it begins to wait, and then it is too late to undo
 * the communication.
 *
 * <pre>{@code
 * Channel<String> orders = new Channel<>("orders");
 * Channel<String> receipts = new Channel<>("receipts");
 * Event<String> order =
 *     orders.sendEvt("tea").wrap((WaitingAction<Void, String>) sent -> receipts.recv());
 * }</pre>
 *
 * @param <T> what it takes
 * @param <R> what it makes of it
 */
@FunctionalInterface
public interface WaitingAction<T, R> extends Action<T, R> {}
