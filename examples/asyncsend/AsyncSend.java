import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.spawn;

import dev.hocket.events.Action;
import dev.hocket.events.AsyncEvent;
import dev.hocket.events.Channel;
import dev.hocket.events.Event;
import java.util.ArrayList;
import java.util.List;

/**
 * The asynchronous send of paper 4, sections 3 and 4.1. A module makes an event that sends without
 * waiting, does one thing when the value has been left on its channel (the post-creation action g)
 * and another when somebody has received it (the post-consumption action f). Its user knows only
 * the event, and wants to log when the request is done: after f.
 */
public class AsyncSend {
  private static final Channel<String> replies = new Channel<>("replies");
  private static final Channel<Void> ended = new Channel<>("ended");

  /** With a thread (section 3): what is wrapped around the event comes before f, not after it. */
  static <T> Event<Void> threadEvt(
      Action<Void, Void> f, Action<Void, Void> g, Channel<T> channel, T value) {
    Event<Void> send = channel.sendEvt(value).wrap(f);
    return alwaysEvt(null)
        .wrap(none -> {
          spawn(send::sync);
          return g.apply(null);
        });
  }

  /** With an asynchronous event (section 4.1), which can be extended at both ends. */
  static <T> AsyncEvent<Void, Void> asyncEvt(
      Action<Void, Void> f, Action<Void, Void> g, Channel<T> channel, T value) {
    return channel.aSendEvt(value).sWrap(g).aWrap(f);
  }

  public static void main(String[] args) throws InterruptedException {
    Action<Void, Void> g = created -> say("g: the reply is under way");
    Action<Void, Void> f = consumed -> say("f: the client has it");
    Action<Void, Void> log = done -> say("log: request done");

    System.out.println("a thread sends, the log is wrapped around:");
    threadEvt(v -> end(f.apply(v)), g, replies, "hello").wrap(log).sync();
    receiveAndWait();

    System.out.println("an asynchronous event, the log is a post-consumption action:");
    asyncEvt(f, g, replies, "hello").aWrap(log).aWrap(AsyncSend::end).aSync();
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

  private static Void end(Void last) {
    ended.aSend(null);
    return null;
  }

  private static Void say(String text) {
    System.out.println("  " + text);
    return null;
  }
}
