package dev.hocket.events;

import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.prefer;

import dev.hocket.events.choice.Group;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuarantee;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that operations which never wait are linearizable, by Lincheck: it runs random programs of
 * two or three threads and a sample of their interleavings. The results must be those of some
 * sequential order of the operations. Operations that wait are compared with the semantics in the
 * package {@code model}, because Lincheck does not support virtual threads.
 */
@Timeout(3600)
class LincheckTest {
  private static final boolean LONG = Boolean.getBoolean("hocket.long");

  @ParameterizedTest
  @ValueSource(
      classes = {
        Rendezvous.class,
        HotRendezvous.class,
        Buffered.class,
        Limited.class,
        Variable.class,
        Written.class,
        Meeting.class,
        HotMeeting.class
      })
  void everyInterleaving_isLinearizable(Class<?> tested) {
    check(
        tested,
        new ModelCheckingOptions()
            .threads(2)
            .loopIterationsBeforeThreadSwitch(2)
            .addGuarantee(ofOneThread("dev.hocket.core.Spans", "areRecorded"))
            .addGuarantee(
                ofOneThread(BranchCollector.class.getName(), "add", "open", "close", "branches"))
            .addGuarantee(ofOneThread(Group.class.getName(), "add", "isUniform"))
            .iterations(LONG ? 20 : 3)
            .invocationsPerIteration(LONG ? 500 : 200));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Rendezvous.class,
        HotRendezvous.class,
        Buffered.class,
        Limited.class,
        Variable.class,
        Written.class,
        Meeting.class,
        HotMeeting.class
      })
  void threadsThatRace_areLinearizable(Class<?> tested) {
    check(
        tested,
        new StressOptions()
            .threads(3)
            .iterations(LONG ? 20 : 5)
            .invocationsPerIteration(LONG ? 3_000 : 1_000));
  }

  /**
   * Methods that only look at what belongs to their thread, or whether there is a recording: no
   * thread switches are tried inside, and following each of their accesses would cost a fifth of
   * all time.
   */
  private static ManagedStrategyGuarantee ofOneThread(String type, String... methods) {
    return ManagedStrategyGuaranteeKt.forClasses(type).methods(methods).ignore();
  }

  private static <O extends Options<O, ?>> void check(Class<?> tested, O options) {
    options
        .actorsPerThread(3)
        .actorsBefore(2)
        .actorsAfter(2)
        .sequentialSpecification(tested.getDeclaredClasses()[0])
        .check(tested);
  }

  /** Two channels without a buffer. */
  public static class Rendezvous extends RealChannels {
    public Rendezvous() {
      super(new Channel<>(), new Channel<>());
    }

    /** The specification of {@link Rendezvous}. */
    public static class Spec extends ChannelSpec {
      public Spec() {
        super(0, Integer.MAX_VALUE);
      }
    }
  }

  /** Two channels without a buffer where partners have arrived soon. */
  public static class HotRendezvous extends RealChannels {
    public HotRendezvous() {
      super(Heat.hotChannel(), Heat.hotChannel());
    }

    /** The specification of {@link HotRendezvous}. */
    public static class Spec extends Rendezvous.Spec {}
  }

  /** Two channels with room for one value. */
  public static class Buffered extends RealChannels {
    public Buffered() {
      super(Channel.buffered("one", 1), Channel.buffered("two", 1));
    }

    /** The specification of {@link Buffered}. */
    public static class Spec extends ChannelSpec {
      public Spec() {
        super(1, Integer.MAX_VALUE);
      }
    }
  }

  /** Two channels that may have one pending send each. */
  public static class Limited extends RealChannels {
    public Limited() {
      super(Channel.limited("one", 1, Overflow.FAIL), Channel.limited("two", 1, Overflow.FAIL));
    }

    /** The specification of {@link Limited}. */
    public static class Spec extends ChannelSpec {
      public Spec() {
        super(0, 1);
      }
    }
  }

  /** One channel on which any thread sends or receives, whichever is possible first. */
  public static class Meeting {
    private static final String MET = "met";

    private final Channel<Integer> channel;

    public Meeting() {
      this(new Channel<>());
    }

    Meeting(Channel<Integer> channel) {
      this.channel = channel;
    }

    @Operation
    public void aMeet(@Param(gen = IntGen.class, conf = "1:3") int value)
        throws InterruptedException {
      choose(channel.sendEvt(value), channel.recvEvt()).sTrans().aSync();
    }

    /** Sends or receives, if another process is ready to do either. */
    @Operation
    public String meet(@Param(gen = IntGen.class, conf = "1:3") int value)
        throws InterruptedException {
      return prefer(
              choose(
                  channel.sendEvt(value).wrap(sent -> MET),
                  channel.recvEvt().wrap(received -> MET)),
              alwaysEvt(TwoChannels.NOTHING))
          .sync();
    }

    @Operation
    public void aSend(@Param(gen = IntGen.class, conf = "1:3") int value) {
      channel.aSend(value);
    }

    @Operation
    public void aReceive() throws InterruptedException {
      channel.aRecvEvt().aSync();
    }

    @Operation
    public boolean sendPoll(@Param(gen = IntGen.class, conf = "1:3") int value) {
      return channel.sendPoll(value);
    }

    @Operation
    public int receivePoll() {
      AtomicInteger received = new AtomicInteger();
      channel.recvPoll(received::set);
      return received.get();
    }

    /**
     * The specification: either senders wait, or receivers, or one process that would do either.
     */
    public static class Spec {
      private final Deque<Integer> senders = new ArrayDeque<>();
      private int receivers;
      private int either;

      public void aMeet(int value) {
        if (meet(value).equals(TwoChannels.NOTHING)) {
          either = value;
        }
      }

      public String meet(int value) {
        return sendPoll(value) || receivePoll() != 0 ? MET : TwoChannels.NOTHING;
      }

      public void aSend(int value) {
        if (!sendPoll(value)) {
          senders.add(value);
        }
      }

      public void aReceive() {
        if (receivePoll() == 0) {
          receivers++;
        }
      }

      public boolean sendPoll(int value) {
        if (receivers > 0) {
          receivers--;
          return true;
        }
        boolean met = either != 0;
        either = 0;
        return met;
      }

      public int receivePoll() {
        if (!senders.isEmpty()) {
          return senders.remove();
        }
        int value = either;
        either = 0;
        return value;
      }
    }
  }

  /** The channel of {@link Meeting} where partners have arrived soon. */
  public static class HotMeeting extends Meeting {
    public HotMeeting() {
      super(Heat.hotChannel());
    }

    /** The specification of {@link HotMeeting}. */
    public static class Spec extends Meeting.Spec {}
  }

  /** An M-variable. */
  public static class Variable {
    private final MVar<Integer> variable = new MVar<>();

    @Operation
    public boolean put(@Param(gen = IntGen.class, conf = "1:3") int value) {
      try {
        variable.put(value);
        return true;
      } catch (IllegalStateException full) {
        return false;
      }
    }

    @Operation
    public Integer take() throws InterruptedException {
      return prefer(variable.takeEvt(), alwaysEvt((Integer) null)).sync();
    }

    @Operation
    public Integer read() throws InterruptedException {
      return prefer(variable.getEvt(), alwaysEvt((Integer) null)).sync();
    }

    @Operation
    public Integer swap(@Param(gen = IntGen.class, conf = "1:3") int value)
        throws InterruptedException {
      return prefer(variable.swapEvt(value), alwaysEvt((Integer) null)).sync();
    }

    @Operation
    public void takeLater() throws InterruptedException {
      variable.takeEvt().sTrans().aSync();
    }

    /** The specification: the value, if there is one, and the number of waiting takers. */
    public static class Spec {
      private Integer place;
      private int takers;

      public boolean put(int value) {
        if (place != null) {
          return false;
        }
        if (takers > 0) {
          takers--;
        } else {
          place = value;
        }
        return true;
      }

      public Integer take() {
        Integer value = place;
        place = null;
        return value;
      }

      public Integer read() {
        return place;
      }

      public Integer swap(int value) {
        Integer before = place;
        if (before != null) {
          place = value;
        }
        return before;
      }

      public void takeLater() {
        if (place != null) {
          place = null;
        } else {
          takers++;
        }
      }
    }
  }

  /** An I-variable. */
  public static class Written {
    private final IVar<Integer> variable = new IVar<>();

    @Operation
    public boolean tryPut(@Param(gen = IntGen.class, conf = "1:3") int value) {
      return variable.tryPut(value);
    }

    @Operation
    public Integer read() throws InterruptedException {
      return prefer(variable.getEvt(), alwaysEvt((Integer) null)).sync();
    }

    @Operation
    public boolean isWritten() {
      return variable.isWritten();
    }

    /** The specification: a place for a value. */
    public static class Spec {
      private Integer place;

      public boolean tryPut(int value) {
        if (place != null) {
          return false;
        }
        place = value;
        return true;
      }

      public Integer read() {
        return place;
      }

      public boolean isWritten() {
        return place != null;
      }
    }
  }
}
