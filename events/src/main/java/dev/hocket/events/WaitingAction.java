package dev.hocket.events;

/**
 * An action that waits for something else after its communication has happened, as the action of a
 * call waits for the return.
 *
 * <p>An event loop must not wait. An action that is known to wait is refused there before the
 * communication happens. Any other action is refused only when it begins to wait, and then the
 * communication cannot be undone.
 *
 * <pre>{@code
 * Channel<String> orders = new Channel<>("orders");
 * Channel<String> receipts = new Channel<>("receipts");
 * Event<String> order =
 *     orders.sendEvt("tea").wrap((WaitingAction<Void, String>) sent -> receipts.recv());
 * }</pre>
 *
 * @param <T> the type of the event's value
 * @param <R> the type of the action's result
 */
@FunctionalInterface
public interface WaitingAction<T, R> extends Action<T, R> {}
