package dev.hocket.bench.channels;

import dev.hocket.bench.handlers.ParkedThreads;
import dev.hocket.bench.handlers.RoundTrips;
import dev.hocket.bench.handlers.WaitingHeap;
import dev.hocket.bench.race.Settings;
import dev.hocket.core.Tag;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;

/** The heap memory of a million suspended handlers; also checks that all of them are resumed. */
public final class SuspendedMemory {
  private SuspendedMemory() {}

  public static void run(Settings settings) throws Exception {
    WaitingHeap table = new WaitingHeap("waiting handlers", "handler", settings);
    Target loop = Targets.create("waiting", 1);
    ObjIntConsumer<IntConsumer> handler = RoundTrips.handler("waiting");
    table.printWarm("Hocket, wait(gate) await", () -> new Suspended(loop, handler));
    HandlerChannels channels = new HandlerChannels();
    table.printWarm("Hocket, await(recv())", () -> new HandlerChannels.Blocked(channels));
    table.printWarm("a parked virtual thread each", ParkedThreads::new);
  }

  private static final class Suspended implements WaitingHeap.Waiters {
    private final Target loop;
    private final ObjIntConsumer<IntConsumer> handler;
    private final CountDownLatch gate = new CountDownLatch(1);

    Suspended(Target loop, ObjIntConsumer<IntConsumer> handler) {
      this.loop = loop;
      this.handler = handler;
    }

    @Override
    public void start(int n, CountDownLatch ended) {
      Targets.of(Targets.DEFAULT_WORKER).submit(Tag.of("gate"), "gate", gate::await);
      IntConsumer told = number -> ended.countDown();
      loop.call(
          "all",
          () -> {
            for (int i = 0; i < n; i++) {
              handler.accept(told, i);
            }
          });
    }

    @Override
    public void open() {
      gate.countDown();
    }
  }
}
