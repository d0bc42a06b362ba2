import static dev.hocket.events.Events.aGuard;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.guard;

import dev.hocket.events.AsyncEvent;
import dev.hocket.events.Channel;
import dev.hocket.events.Event;

/**
 * The orchestrator of paper 4, sections 3 and 4.1. A connection manager offers a synchronous event,
 * a processor an asynchronous one: it continues as soon as a client takes the reply, and does
 * the rest meanwhile. The orchestrator chooses between the two and adds a log at both ends of each,
 * knowing nothing of either.
 */
public class Orchestrator {
  private static final Channel<String> connections = new Channel<>("connections");
  private static final Channel<String> replies = new Channel<>("replies");
  private static final Channel<String> acknowledgements = new Channel<>("acknowledgements");
  private static final Channel<Void> logged = new Channel<>("logged");

  /** Of the connection manager: accepts a connection. */
  static Event<String> managerEvt() {
    return connections.recvEvt().tap(client -> say("manager: " + client + " is connected"));
  }

  /** Of the processor: g is its post-creation action, f its post-consumption action. */
  static AsyncEvent<Void, Void> processorEvt() {
    return replies
        .aSendEvt("200 OK")
        .sTap(created -> say("processor, g: ready for the next request"))
        .aTap(consumed -> say("processor, f: got \"" + acknowledgements.recv() + "\""));
  }

  /**
   * The end of a request is logged after f; what is wrapped around the choice comes after g. Both
   * starts are logged whatever is chosen, as in the paper: withNack would notify the other one.
   */
  static void orchestrate(AsyncEvent<Void, Void> processorEvt, Event<String> managerEvt)
      throws InterruptedException {
    Event<Void> request =
        aGuard(
                () -> {
                  say("log: request start");
                  return processorEvt.aTap(Orchestrator::logRequestEnd);
                })
            .aTrans();
    Event<String> connection =
        guard(() -> {
          say("log: connection start");
          return managerEvt.tap(none -> say("log: connection end"));
        });
    choose(request, connection).sync();
  }

  public static void main(String[] args) throws InterruptedException {
    connections.aSend("client 1");
    orchestrate(processorEvt(), managerEvt());
    say("--");
    Event<String> client = replies.aRecvEvt().callbackEvt().aSync();
    orchestrate(processorEvt(), managerEvt());
    say("client: got \"" + client.sync() + "\"");
    acknowledgements.send("thank you");
    logged.recv();
  }

  private static void logRequestEnd(Void done) {
    say("log: request end");
    logged.aSend(null);
  }

  private static void say(String text) {
    System.out.println(text);
  }
}
