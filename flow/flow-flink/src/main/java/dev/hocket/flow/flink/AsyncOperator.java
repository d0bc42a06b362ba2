package dev.hocket.flow.flink;

import dev.hocket.flow.code.Input;
import dev.hocket.flow.code.Slots;
import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.link.Stages;
import dev.hocket.flow.settings.Order;
import dev.hocket.flow.walk.Thrown;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.legacy.YieldingOperatorFactory;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Calls an asynchronous function for many packets at a time. The calls begin in the order of the
 * packets; packets go on in that order, or as their values come.
 */
// Not Flink's own asynchronous operator, because that one makes the waiting packets a part of its
// state, in a format that does not survive a change of what packets carry. Here none waits at a
// checkpoint: the barrier is sent when all calls have ended.
final class AsyncOperator extends AbstractStreamOperator<Carried>
    implements OneInputStreamOperator<Carried, Carried> {
  private static final long serialVersionUID = 1L;

  private final transient Program program;
  private final transient Call call;
  private final transient MailboxExecutor mails;
  private final transient FlowFn function;
  private final transient Input[] arguments;
  private final transient Input[] out;
  private final int size;
  private final int own;
  private final int most;
  private final boolean isKept;

  /** The packets whose values have not gone on, in their order. */
  private final transient Deque<Pending> pending = new ArrayDeque<>();

  /** What the program's thread hands over to this one. */
  private transient Object conveyed;

  /** A packet that waits for its value. */
  private static final class Pending {
    final Carried packet;
    final Object[] slots;
    int failures;
    boolean isDead;
    boolean isDone;

    Pending(Carried packet, Object[] slots) {
      this.packet = packet;
      this.slots = slots;
    }
  }

  private AsyncOperator(
      StreamOperatorParameters<Carried> parameters,
      Program program,
      Stage stage,
      MailboxExecutor mails) {
    super(parameters);
    this.program = program;
    this.call = (Call) stage.nodes().getFirst();
    this.mails = mails;
    this.function = program.invocations.of(call);
    Slots slots = new Slots(program.environment());
    // Values that packets bring have the first slots, in their order.
    stage.in().forEach(slots::slot);
    this.own = slots.slot(call.id());
    this.arguments = slots.inputs(call.arguments());
    this.out =
        stage.out().stream()
            .map(id -> {
              int slot = slots.slot(id);
              return (Input) values -> values[slot];
            })
            .toArray(Input[]::new);
    this.size = slots.count();
    this.most = program.bound.settings().inFlight();
    this.isKept = program.bound.settings().order() == Order.KEPT;
  }

  @Override
  public void open() throws Exception {
    super.open();
    conveyed = program.bound.settings().conveyance().enter();
  }

  @Override
  public void processElement(StreamRecord<Carried> record) throws Exception {
    while (pending.size() >= most) {
      mails.yield();
    }
    Carried packet = record.getValue();
    Object[] slots = new Object[size];
    System.arraycopy(packet.values, 0, slots, 0, packet.values.length);
    Pending waiting = new Pending(packet, slots);
    waiting.isDead = packet.dead;
    pending.add(waiting);
    if (packet.dead) {
      waiting.isDone = true;
      send();
    } else {
      begin(waiting);
    }
  }

  private void begin(Pending waiting) throws Exception {
    Object[] given = new Object[arguments.length];
    for (int i = 0; i < given.length; i++) {
      given[i] = arguments[i].get(waiting.slots);
    }
    AtomicBoolean isFirst = new AtomicBoolean(true);
    Stages.whenComplete(
        function.call(given),
        call,
        (value, failure) -> {
          if (isFirst.getAndSet(false)) {
            mails.execute(() -> completed(waiting, value, failure), "value of " + call.id());
          }
        });
  }

  private void completed(Pending waiting, Object value, Throwable failure) throws Exception {
    if (failure != null) {
      if (!(failure instanceof VirtualMachineError)
          && waiting.failures++ < program.bound.settings().failures().retries()) {
        begin(waiting);
        return;
      }
      Throwable stops = program.stops(call, failure, waiting.packet.number);
      if (stops != null) {
        throw Thrown.sneak(program.failed(stops));
      }
      waiting.isDead = true;
    }
    waiting.slots[own] = value;
    waiting.isDone = true;
    send();
  }

  private void send() {
    for (Iterator<Pending> all = pending.iterator(); all.hasNext(); ) {
      Pending next = all.next();
      if (next.isDone) {
        all.remove();
        output.collect(new StreamRecord<>(carried(next)));
      } else if (isKept) {
        return;
      }
    }
  }

  private Carried carried(Pending done) {
    Object[] taken = new Object[out.length];
    for (int i = 0; i < taken.length; i++) {
      taken[i] = done.isDead ? null : out[i].get(done.slots);
    }
    return new Carried(done.packet.number, 0, done.isDead, taken);
  }

  private void drain() throws InterruptedException {
    while (!pending.isEmpty()) {
      mails.yield();
    }
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpoint) throws Exception {
    drain();
    super.prepareSnapshotPreBarrier(checkpoint);
  }

  @Override
  public void finish() throws Exception {
    drain();
    super.finish();
  }

  @Override
  public void close() throws Exception {
    super.close();
    program.bound.settings().conveyance().leave(conveyed);
  }

  /** Makes the operator in its task, which gives it the queue of what the task does next. */
  @SuppressWarnings("deprecation") // Flink asks for the interface where the queue is taken.
  static final class Factory extends AbstractStreamOperatorFactory<Carried>
      implements OneInputStreamOperatorFactory<Carried, Carried>, YieldingOperatorFactory<Carried> {
    private static final long serialVersionUID = 1L;

    private final ProgramRef ref;
    private final int number;

    Factory(Program program, Stage stage) {
      this.ref = program.ref;
      this.number = stage.number();
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends StreamOperator<Carried>> T createStreamOperator(
        StreamOperatorParameters<Carried> parameters) {
      Program program = ref.program();
      try {
        return (T)
            new AsyncOperator(
                parameters, program, program.stages.get(number), getMailboxExecutor());
      } catch (Throwable thrown) {
        throw Thrown.sneak(program.failed(thrown));
      }
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader loader) {
      return AsyncOperator.class;
    }
  }
}
