package dev.hocket.flow.flink;

import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Constant;
import dev.hocket.flow.graph.Argument.Env;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Region.Yield;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.walk.Thrown;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.accumulators.ListAccumulator;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RpcOptions;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Keeps the result of a flow as part of the state, and passes the value of each packet on as text,
 * for a sink.
 */
final class ResultOperator extends AbstractStreamOperator<String>
    implements OneInputStreamOperator<Carried, String> {
  /** The name of the accumulator with the result. */
  static final String RESULT = "hocket.result";

  /** The name of the accumulator with the number of packets. */
  static final String PACKETS = "hocket.packets";

  private static final long serialVersionUID = 1L;

  private final ProgramRef ref;
  private final boolean hasSink;

  private transient Program program;
  private transient Results results;
  private transient int index;
  private transient Object constant;

  /** The values that make the result. */
  private transient List<Object> values;

  private transient ListState<byte[]> saved;
  private transient ListState<Long> savedPackets;

  /** The number of packets that have come. */
  private transient LongCounter packets;

  ResultOperator(Program program, boolean hasSink) {
    this.ref = program.ref;
    this.hasSink = hasSink;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    program = ref.program();
    results = program.results();
    values = new ArrayList<>();
    Argument value = ((Yield) program.bound.graph().body().result()).value();
    index = value instanceof Ref ref ? program.stages.getLast().out().indexOf(ref.id()) : -1;
    constant =
        switch (value) {
          case Constant known -> known.value();
          case Env variable -> program.environment().get(variable.name());
          case Ref ref -> null;
        };
    packets = new LongCounter();
    getRuntimeContext().addAccumulator(PACKETS, packets);
    if (program.saves) {
      savedPackets =
          context
              .getOperatorStateStore()
              .getListState(new ListStateDescriptor<>("packets", LongSerializer.INSTANCE));
      for (long before : savedPackets.get()) {
        packets.add(before);
      }
      saved =
          context
              .getOperatorStateStore()
              .getListState(
                  new ListStateDescriptor<>("result", BytePrimitiveArraySerializer.INSTANCE));
      for (byte[] bytes : saved.get()) {
        values.addAll((List<?>) Decoder.read(bytes, program.loader()));
      }
    }
  }

  @Override
  public void processElement(StreamRecord<Carried> record) {
    Carried packet = record.getValue();
    packets.add(1);
    if (packet.dead) {
      return;
    }
    Object value = index < 0 ? constant : packet.values[index];
    if (results != Results.ALL) {
      values.clear();
    }
    if (results != Results.NONE) {
      values.add(value);
    }
    if (hasSink) {
      output.collect(new StreamRecord<>(String.valueOf(value)));
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    if (program.saves) {
      savedPackets.update(List.of(packets.getLocalValuePrimitive()));
      try {
        saved.update(List.of(Encoder.bytes(values)));
      } catch (Unsaved e) {
        throw program.mistaken(Unsaved.value(program.bound.graph().position(), "the result", e), e);
      }
    }
  }

  @Override
  public void finish() throws Exception {
    super.finish();
    Object result =
        switch (results) {
          case ALL -> values;
          case LAST -> values.isEmpty() ? null : values.getLast();
          case NONE -> null;
        };
    if (program.isAway) {
      send(result);
    } else {
      program.result(result);
    }
  }

  /** Sends the result with Flink's report that this task has ended. */
  private void send(Object result) throws IOException {
    byte[] bytes;
    try {
      bytes = Encoder.bytes(result);
    } catch (Unsaved e) {
      throw program.mistaken(Unsaved.value(program.bound.graph().position(), "the result", e), e);
    }
    MemorySize most =
        MemorySize.parse(
            getRuntimeContext()
                .getTaskManagerRuntimeInfo()
                .getConfiguration()
                .get(RpcOptions.FRAMESIZE));
    if (bytes.length > most.getBytes() / 2) {
      throw Thrown.sneak(
          program.failed(
              new FlowException(
                  program.bound.graph().position(),
                  "the result has "
                      + bytes.length
                      + " bytes, more than the cluster's messages take; ask for the last value or none"
                      + " (:result), and write the values to files (--out)")));
    }
    ListAccumulator<byte[]> report = new ListAccumulator<>();
    report.add(bytes);
    getRuntimeContext().addAccumulator(RESULT, report);
  }
}
