package dev.hocket.flow.flink;

import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes packets that go to another task. Flink copies none that stay in a task. */
final class CarriedSerializer extends TypeSerializer<Carried> {
  private static final long serialVersionUID = 1L;

  private final ProgramRef program;
  private final String[] values;

  CarriedSerializer(ProgramRef program, String[] values) {
    this.program = program;
    this.values = values;
  }

  @Override
  public void serialize(Carried packet, DataOutputView out) throws IOException {
    out.writeLong(packet.number);
    out.writeInt(packet.route);
    out.writeBoolean(packet.dead);
    Encoder encoder = new Encoder(out);
    for (int i = 0; i < values.length; i++) {
      try {
        encoder.write(packet.values[i]);
      } catch (Unsaved e) {
        throw program.program().unsent(values[i], e);
      }
    }
  }

  @Override
  public Carried deserialize(DataInputView in) throws IOException {
    long number = in.readLong();
    int route = in.readInt();
    boolean dead = in.readBoolean();
    Decoder decoder = new Decoder(in, program.program().loader());
    Object[] read = new Object[values.length];
    for (int i = 0; i < read.length; i++) {
      read[i] = decoder.read();
    }
    return new Carried(number, route, dead, read);
  }

  @Override
  public Carried deserialize(Carried reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public Carried copy(Carried packet) {
    return packet;
  }

  @Override
  public Carried copy(Carried packet, Carried reuse) {
    return packet;
  }

  @Override
  public void copy(DataInputView in, DataOutputView out) throws IOException {
    serialize(deserialize(in), out);
  }

  @Override
  public Carried createInstance() {
    return new Carried(0, 0, false, new Object[values.length]);
  }

  @Override
  public boolean isImmutableType() {
    return false;
  }

  @Override
  public TypeSerializer<Carried> duplicate() {
    return this;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CarriedSerializer that
        && that.program.equals(program)
        && Arrays.equals(that.values, values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public TypeSerializerSnapshot<Carried> snapshotConfiguration() {
    return new Snapshot();
  }

  /** No state of Flink's holds packets, so there is nothing to say about the format. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<Carried> {
    /** Called by Flink. */
    public Snapshot() {
      super(() -> new CarriedSerializer(new ProgramRef("", null), new String[0]));
    }
  }
}
