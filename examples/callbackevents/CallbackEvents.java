import static dev.hocket.events.Events.aGuard;
import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.prefer;

import dev.hocket.events.Action;
import dev.hocket.events.AsyncEvent;
import dev.hocket.events.Channel;
import dev.hocket.events.Event;

/**
 * The callbacks of paper 4, section 4.1, made of its combinators: first written out in place, then
 * as two functions for any asynchronous event. A callback runs on the thread that synchronises on
 * it, when that thread does so; an aWrap or aTap runs by itself, on its own thread.
 *
 * <p>In programs, use {@link AsyncEvent#callbackEvt}: it also passes failures to the callback.
 */
public class CallbackEvents {
  private static final Channel<String> c = new Channel<>("c");

  /**
   * Creates its channel immediately. That is too early: all creations of the event share the
   * channel.
   */
  static <A, B, R> AsyncEvent<Event<R>, B> eagerCallbackEvt(
      AsyncEvent<A, B> event, Action<B, R> function) {
    Channel<B> local = new Channel<>("local");
    // Sends asynchronously, because actions that others add must not wait for a callback.
    return event.aTap(local::aSend).sWrap(created -> local.recvEvt().wrap(function));
  }

  /** Creates a new channel each time the event is created. */
  static <A, B, R> AsyncEvent<Event<R>, B> callbackEvt(
      AsyncEvent<A, B> event, Action<B, R> function) {
    return aGuard(() -> eagerCallbackEvt(event, function));
  }

  public static void main(String[] args) throws InterruptedException {
    inPlace();
    twice("eager", eagerCallbackEvt(c.aRecvEvt(), CallbackEvents::h));
    twice("guarded", callbackEvt(c.aRecvEvt(), CallbackEvents::h));
    extended();
  }

  /** A receive that returns without a value, and a function that gets the value later. */
  private static void inPlace() throws InterruptedException {
    Channel<String> local = new Channel<>("local");
    c.aRecvEvt().aTap(local::send).aSync();
    c.send("first");
    System.out.println("in place: " + h(local.recv()));
  }

  /** Creates one event twice and serves the first receive, to see which callback gets the value. */
  private static void twice(String kind, AsyncEvent<Event<String>, String> event)
      throws InterruptedException {
    Event<String> one = event.aSync().wrap(x -> "one got " + x);
    Event<String> two = event.aSync().wrap(x -> "two got " + x);
    c.send("1");
    System.out.println(kind + ": " + prefer(two, one).sync());
    c.send("2");
    System.out.println(kind + ": " + prefer(two, one).sync());
  }

  /** An action added to a callback event does not wait until a thread synchronises on the callback. */
  private static void extended() throws InterruptedException {
    Channel<String> seen = new Channel<>("seen");
    Event<String> callback =
        callbackEvt(c.aRecvEvt(), CallbackEvents::h)
            .aTap(x -> seen.send("an action behind it has " + x))
            .aSync();
    Event<String> unlessThere = alwaysEvt("not yet");
    System.out.println("extended: the callback has " + prefer(callback, unlessThere).sync());
    c.send("last");
    System.out.println("extended: " + seen.recv());
    System.out.println("extended: the callback has " + callback.sync());
  }

  private static String h(String value) {
    return "h(" + value + ")";
  }
}
