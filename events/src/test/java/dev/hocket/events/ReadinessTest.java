package dev.hocket.events;

import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.prefer;
import static dev.hocket.events.Events.timeOutEvt;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.core.Eventually;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the result of a send and of a receive in every state of a channel: a table with one line
 * for each. The operations come in all forms: those that never wait, those with a default, and
 * those that wait.
 */
@Timeout(300)
class ReadinessTest {
  /** The states of a channel, each by the actions that lead to it. */
  enum State {
    EMPTY,
    ONE_SENT,
    FULL,
    FULL_AND_ONE_MORE,
    RECEIVER_WAITS,
    CLOSED,
    CLOSED_WITH_REST,
    FAILED
  }

  /** The results of an operation. */
  enum Result {
    HAPPENS,
    BLOCKS,
    FAILS
  }

  private static final int FIRST = 100;
  private static final int OFFER = 7;

  @ParameterizedTest(name = "{0} {1}: send {2}, receive {3}")
  @CsvSource(
      textBlock =
          """
          RENDEZVOUS,   EMPTY,             BLOCKS,  BLOCKS
          RENDEZVOUS,   ONE_SENT,          BLOCKS,  HAPPENS
          RENDEZVOUS,   RECEIVER_WAITS,    HAPPENS, BLOCKS
          RENDEZVOUS,   CLOSED,            FAILS,   FAILS
          RENDEZVOUS,   CLOSED_WITH_REST,  FAILS,   HAPPENS
          RENDEZVOUS,   FAILED,            FAILS,   FAILS
          HOT,          EMPTY,             BLOCKS,  BLOCKS
          HOT,          ONE_SENT,          BLOCKS,  HAPPENS
          HOT,          RECEIVER_WAITS,    HAPPENS, BLOCKS
          HOT,          CLOSED,            FAILS,   FAILS
          HOT,          CLOSED_WITH_REST,  FAILS,   HAPPENS
          HOT,          FAILED,            FAILS,   FAILS
          LIMITED,      EMPTY,             BLOCKS,  BLOCKS
          LIMITED,      ONE_SENT,          BLOCKS,  HAPPENS
          LIMITED,      RECEIVER_WAITS,    HAPPENS, BLOCKS
          LIMITED,      CLOSED,            FAILS,   FAILS
          LIMITED,      CLOSED_WITH_REST,  FAILS,   HAPPENS
          LIMITED,      FAILED,            FAILS,   FAILS
          BUFFER_OF_1,  EMPTY,             HAPPENS, BLOCKS
          BUFFER_OF_1,  FULL,              BLOCKS,  HAPPENS
          BUFFER_OF_1,  FULL_AND_ONE_MORE, BLOCKS,  HAPPENS
          BUFFER_OF_1,  RECEIVER_WAITS,    HAPPENS, BLOCKS
          BUFFER_OF_1,  CLOSED,            FAILS,   FAILS
          BUFFER_OF_1,  CLOSED_WITH_REST,  FAILS,   HAPPENS
          BUFFER_OF_1,  FAILED,            FAILS,   FAILS
          BUFFER_OF_16, EMPTY,             HAPPENS, BLOCKS
          BUFFER_OF_16, ONE_SENT,          HAPPENS, HAPPENS
          BUFFER_OF_16, FULL,              BLOCKS,  HAPPENS
          BUFFER_OF_16, FULL_AND_ONE_MORE, BLOCKS,  HAPPENS
          BUFFER_OF_16, RECEIVER_WAITS,    HAPPENS, BLOCKS
          BUFFER_OF_16, CLOSED,            FAILS,   FAILS
          BUFFER_OF_16, CLOSED_WITH_REST,  FAILS,   HAPPENS
          BUFFER_OF_16, FAILED,            FAILS,   FAILS
          """)
  void anOperation_doesWhatTheStateOfItsChannelAllows(
      ChannelKind kind, State state, Result send, Result receive) throws Exception {
    for (Form form : Form.values()) {
      Channel<Integer> toSend = make(kind, state);
      check(form + " of send", send, form, toSend, toSend.sendEvt(OFFER), toSend::pending);
      Channel<Integer> toReceive = make(kind, state);
      AtomicReference<Object> received = new AtomicReference<>();
      Event<Void> event =
          toReceive
              .recvEvt()
              .wrap(value -> {
                received.set(value);
                return null;
              });
      check(form + " of receive", receive, form, toReceive, event, toReceive::waiting);
      assertEquals(receive == Result.HAPPENS ? FIRST : null, received.get(), form.toString());
    }
    assertEquals(send, outcome(() -> make(kind, state).sendPoll(OFFER)), "sendPoll");
    assertEquals(receive, outcome(() -> make(kind, state).recvPoll(value -> {})), "recvPoll");
  }

  private interface Count {
    int get();
  }

  private interface Attempt {
    boolean happens() throws Exception;
  }

  private static void check(
      String what,
      Result expected,
      Form form,
      Channel<Integer> channel,
      Event<Void> event,
      Count waits)
      throws Exception {
    int sends = channel.pending();
    int receives = channel.waiting();
    assertEquals(expected, outcome(() -> form.happens(event, waits)), what);
    if (expected == Result.BLOCKS) {
      assertEquals(sends, channel.pending(), what + " leaves nothing behind");
      assertEquals(receives, channel.waiting(), what + " leaves nothing behind");
    }
  }

  private static Result outcome(Attempt attempt) throws Exception {
    try {
      return attempt.happens() ? Result.HAPPENS : Result.BLOCKS;
    } catch (ChannelClosedException closed) {
      return Result.FAILS;
    }
  }

  /** The forms in which a test asks whether an event can happen now; none leaves it waiting. */
  private enum Form {
    WITH_A_DEFAULT {
      @Override
      boolean happens(Event<Void> event, Count waits) throws Exception {
        return prefer(event.wrap(value -> true), alwaysEvt(false)).sync();
      }
    },
    WITH_A_TIMEOUT_OF_NOTHING {
      @Override
      boolean happens(Event<Void> event, Count waits) throws Exception {
        return prefer(event.wrap(value -> true), timeOutEvt(Duration.ZERO).wrap(late -> false))
            .sync();
      }
    },
    WAITING {
      @Override
      boolean happens(Event<Void> event, Count waits) throws Exception {
        return byAThread(event, waits);
      }
    },
    WAITING_IN_A_CHOICE {
      @Override
      boolean happens(Event<Void> event, Count waits) throws Exception {
        return byAThread(choose(never(), event, never()), waits);
      }
    },
    AS_A_FUTURE {
      @Override
      boolean happens(Event<Void> event, Count waits) throws Exception {
        CompletableFuture<Void> future = event.toFuture();
        if (future.cancel(false)) {
          return false;
        }
        try {
          future.join();
          return true;
        } catch (CompletionException failed) {
          throw (Exception) failed.getCause();
        }
      }
    };

    abstract boolean happens(Event<Void> event, Count waits) throws Exception;

    private static boolean byAThread(Event<Void> event, Count waits) throws Exception {
      int before = waits.get();
      Running<Void> thread = Running.start(event::sync);
      Eventually.holds(() -> thread.isDone() || waits.get() > before);
      // The thread waits, or has just sent into a buffer, which ignores the interrupt.
      thread.thread.interrupt();
      try {
        thread.get();
        return true;
      } catch (InterruptedException blocked) {
        return false;
      }
    }
  }

  private static Channel<Integer> make(ChannelKind kind, State state) throws Exception {
    Channel<Integer> channel = kind.make("tried");
    switch (state) {
      case EMPTY -> {}
      case ONE_SENT -> send(channel, 1);
      case FULL -> send(channel, kind.capacity);
      case FULL_AND_ONE_MORE -> send(channel, kind.capacity + 1);
      case RECEIVER_WAITS -> channel.aRecvEvt().aSync();
      case CLOSED -> channel.close();
      case CLOSED_WITH_REST -> {
        send(channel, 1);
        channel.close();
      }
      case FAILED -> {
        send(channel, 1);
        channel.fail(new IllegalStateException("broken"));
      }
    }
    return channel;
  }

  private static void send(Channel<Integer> channel, int times) {
    for (int i = 0; i < times; i++) {
      channel.aSend(FIRST + i);
    }
  }
}
