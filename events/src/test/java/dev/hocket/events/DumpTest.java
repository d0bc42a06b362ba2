package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.never;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.core.Targets;
import dev.hocket.events.timers.TimersPeek;
import dev.hocket.events.waiting.RegistryPeek;
import dev.hocket.program.Packed;
import java.io.InputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests the output of {@code Events.dump} about waiting threads and events. */
class DumpTest {
  private final Channel<Integer> c = new Channel<>("dumped");

  @Test
  void aDump_namesChannelsThreadsAndBranches() throws Exception {
    c.aSend(1);
    Running<Void> sender = Running.start(() -> choose(never(), c.sendEvt(2)).sync());
    Eventually.holds(() -> c.pending() == 2);
    String dump = Events.dump();
    String expected =
        "channel dumped: 2 wait to send\n  asynchronous events: 1\n  thread #"
            + sender.thread.threadId()
            + ", branch 2 of 2\n";
    assertTrue(dump.contains(expected), dump);
    assertTrue(dump.contains("hocket.events.trace"), dump);
    c.recv();
    c.recv();
    sender.get();
    assertFalse(Events.dump().contains("channel dumped"));
  }

  @Test
  void aDump_listsThreadsThatWaitForTime() throws Exception {
    Event<Void> hour = Events.timeOutEvt(Duration.ofHours(1));
    Running<Void> alone = Running.start(hour::sync);
    Event<Void> either = choose(c.recvEvt().wrap(value -> null), hour);
    Running<Void> chooser = Running.start(either::sync);
    Eventually.holds(() -> TimersPeek.size() == 2);
    String dump = Events.dump();
    assertTrue(dump.contains("timers: 2 wait\n"), dump);
    assertTrue(dump.contains("  thread #" + alone.thread.threadId() + "\n"), dump);
    assertTrue(dump.contains("  thread #" + chooser.thread.threadId() + ", branch 2 of 2\n"), dump);
    alone.thread.interrupt();
    chooser.thread.interrupt();
    assertThrows(InterruptedException.class, alone::get);
    assertThrows(InterruptedException.class, chooser::get);
  }

  @Test
  void aDumpWithoutTracing_namesTheThreadsThatItOmits() throws Exception {
    IVar<Integer> variable = new IVar<>();
    Pending pending = variable.getEvt().syncThen(Targets.of("worker"), value -> {});
    String dump = Events.dump();
    assertFalse(dump.contains(variable.toString()), dump);
    assertTrue(dump.contains("not shown are channels without a name, variables, "), dump);
    assertTrue(pending.withdraw());
  }

  @Test
  void whileTracingIsOn_aDumpShowsThePlaces() throws Exception {
    Events.setTracing(true);
    try {
      Channel<Integer> unnamed = new Channel<>();
      IVar<Integer> variable = new IVar<>();
      unnamed.aRecvEvt().aSync();
      variable.getEvt().sTrans().aSync();
      String dump = Events.dump();
      assertTrue(
          dump.contains(unnamed.name() + ": 1 wait to receive\n  asynchronous event\n    at "),
          dump);
      assertTrue(dump.contains(variable + ": 1 wait to read\n"), dump);
      assertTrue(
          dump.contains("DumpTest.whileTracingIsOn_aDumpShowsThePlaces(DumpTest.java:"), dump);
      assertFalse(dump.contains("dev.hocket.events.Syncing"), dump);
      assertFalse(dump.contains("not shown"), dump);
    } finally {
      Events.setTracing(false);
    }
  }

  @Test
  void inOneArchiveWithTheLibrary_aProgramIsStillShown() throws Exception {
    Events.setTracing(true);
    try {
      Channel<Integer> channel = new Channel<>("packed");
      packed(Packed.class).getMethod("receive", Channel.class).invoke(null, channel);
      String dump = Events.dump();
      assertTrue(dump.contains("Packed.receive(Packed.java:"), dump);
    } finally {
      Events.setTracing(false);
    }
  }

  /** Loads the class as if it came from the library's archive. */
  private static Class<?> packed(Class<?> type) throws Exception {
    byte[] bytes;
    try (InputStream file = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      bytes = file.readAllBytes();
    }
    return new ClassLoader(type.getClassLoader()) {
      Class<?> define() {
        return defineClass(
            type.getName(), bytes, 0, bytes.length, Channel.class.getProtectionDomain());
      }
    }.define();
  }

  @Test
  void collectedChannels_areNoLongerListed() {
    for (int i = 0; i < 100_000; i++) {
      new Channel<>("short-lived");
    }
    Eventually.holds(() -> {
      System.gc();
      return RegistryPeek.size() < 1000;
    });
  }
}
