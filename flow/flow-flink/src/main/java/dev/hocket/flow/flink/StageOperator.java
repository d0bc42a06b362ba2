package dev.hocket.flow.flink;

import dev.hocket.flow.link.States;
import dev.hocket.flow.walk.Site;
import dev.hocket.flow.walk.Thrown;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Runs the code of a stage. */
final class StageOperator extends AbstractStreamOperator<Carried>
    implements OneInputStreamOperator<Carried, Carried> {
  private static final long serialVersionUID = 1L;

  private final ProgramRef ref;
  private final int number;

  private transient Program program;
  private transient Stage stage;

  /** What the program's thread hands over to this one. */
  private transient Object conveyed;

  private transient Saving saving;
  private transient StageCode code;

  /** Null unless packets come from parallel subtasks. */
  private transient Resequencer order;

  StageOperator(Program program, Stage stage) {
    this.ref = program.ref;
    this.number = stage.number();
  }

  /** The states of keys are in the key groups of Flink, see {@link Saving}. */
  @Override
  protected boolean isUsingCustomRawKeyedState() {
    return true;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    program = ref.program();
    conveyed = program.bound.settings().conveyance().enter();
    stage = program.stages.get(number);
    try {
      States states = States.of(Site.of(stage.nodes()), program.keys, program.invocations);
      order = stage.restoresOrder() ? new Resequencer(1, Resequencer.MOST) : null;
      String job = getRuntimeContext().getJobInfo().getJobId().toString();
      saving = new Saving(program, stage, groups(), job);
      if (program.saves) {
        states = saving.restore(context, states, order);
        order = saving.order();
      }
      code = new StageCode(program, stage, states);
    } catch (Throwable thrown) {
      throw Thrown.sneak(program.failed(thrown));
    }
  }

  private int groups() {
    return getRuntimeContext().getTaskInfo().getMaxNumberOfParallelSubtasks();
  }

  @Override
  public void processElement(StreamRecord<Carried> record) {
    Carried packet = record.getValue();
    if (order == null) {
      send(record, packet);
    } else if (order.isNext(packet)) {
      while (packet != null) {
        send(record, packet);
        packet = order.poll();
      }
    }
  }

  private void send(StreamRecord<Carried> record, Carried packet) {
    output.collect(record.replace(code.run(packet)));
  }

  @Override
  public void finish() throws Exception {
    super.finish();
    if (order != null) {
      order.checkEnd();
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    if (program.saves) {
      saving.save(context, order);
    }
  }

  @Override
  public void close() throws Exception {
    super.close();
    if (program != null) {
      program.bound.settings().conveyance().leave(conveyed);
    }
  }
}
