import static dev.hocket.events.Events.aGuard;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.guard;

import dev.hocket.events.AsyncEvent;
import dev.hocket.events.Channel;
import dev.hocket.events.Event;

/**
 * The orchestrator of paper 4, sections 3 and 4.1. A connection manager offers a synchronous event.
 * A processor offers an asynchronous one: the processor continues at once, and its post-consumption
 * action runs when a client has taken the reply. The orchestrator chooses between the two events
 * and adds a log at both ends of each, without knowing how they work.
 */
public class Orchestrator {
  private static final Channel<String> connections = new Channel<>("connections");
  private static final Channel<String> replies = new Channel<>("replies");
  private static final Channel<String> acknowledgements = new Channel<>("acknowledgements");
  private static final Channel<Void> logged = new Channel<>("logged");

  /** The connection manager's event: accepts a connection. */
  static Event<String> managerEvt() {
    return connections.recvEvt().tap(client -> say("manager: " + client + " is connected"));
  }

  /** The processor's event: g is its post-creation action, f its post-consumption action. */
  static AsyncEvent<Void, Void> processorEvt() {
    return replies
        .aSendEvt("200 OK")
        .sTap(created -> say("processor, g: ready for the next request"))
        .aTap(consumed -> say("processor, f: got \"" + acknowledgements.recv() + "\""));
  }

  /**
   * Logs the end of a request after f; an action wrapped around the choice runs after g. As in the
   * paper, both starts are logged whichever branch is chosen; withNack could notify the other
   * branch.
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
