import static dev.hocket.events.Events.spawn;

import dev.hocket.events.AsyncEvent;
import dev.hocket.events.Channel;
import dev.hocket.events.Effect;
import dev.hocket.events.Event;
import dev.hocket.events.Events;
import java.util.ArrayList;
import java.util.List;

/**
 * The asynchronous send of paper 4, sections 3 and 4.1. A module makes an event that sends without
 * waiting. Its post-creation action g runs when the value is on the channel; its post-consumption
 * action f runs when a receiver has taken it. The event's user has only the event, and wants to log
 * the end of the request: after f.
 */
public class AsyncSend {
  private static final Channel<String> replies = new Channel<>("replies");
  private static final Channel<Void> ended = new Channel<>("ended");

  /**
   * Sends with a thread (section 3): an action wrapped around the event runs before f, not after
   * it.
   */
  static <T> Event<Void> threadEvt(Effect<Void> f, Effect<Void> g, Channel<T> channel, T value) {
    Event<Void> send = channel.sendEvt(value).tap(f);
    return Events.<Void>alwaysEvt(null).tap(none -> spawn(send::sync)).tap(g);
  }

  /** Sends with an asynchronous event (section 4.1), which can be extended at both ends. */
  static <T> AsyncEvent<Void, Void> asyncEvt(
      Effect<Void> f, Effect<Void> g, Channel<T> channel, T value) {
    return channel.aSendEvt(value).sTap(g).aTap(f);
  }

  public static void main(String[] args) throws InterruptedException {
    Effect<Void> g = created -> say("g: the reply is under way");
    Effect<Void> f = consumed -> say("f: the client has it");
    Effect<Void> log = done -> say("log: request done");

    System.out.println("a thread sends, the log is wrapped around:");
    Effect<Void> fAndEnd =
        consumed -> {
          f.run(consumed);
          ended.aSend(null);
        };
    threadEvt(fAndEnd, g, replies, "hello").tap(log).sync();
    receiveAndWait();

    System.out.println("an asynchronous event, the log is a post-consumption action:");
    asyncEvt(f, g, replies, "hello").aTap(log).aTap(ended::aSend).aSync();
    receiveAndWait();

    System.out.println("sends of one thread, in the order in which they were made:");
    for (String reply : List.of("one", "two", "three")) {
      replies.aSendEvt(reply).aSync();
    }
    List<String> received = new ArrayList<>();
    while (received.size() < 3) {
      received.add(replies.recv());
    }
    say("" + received);
  }

  private static void receiveAndWait() throws InterruptedException {
    say("a client receives");
    replies.recv();
    ended.recv();
  }

  private static void say(String text) {
    System.out.println("  " + text);
  }
}
