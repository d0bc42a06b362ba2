package dev.hocket.flow.flink;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * The place that the sources of a flow have reached: the only split of the job's source.
 *
 * @param positions the positions of the sources by their ids, as {@link Encoder} writes them; empty
 *     at the beginning
 * @param next the number of the next packet
 * @param isEnd whether a source has ended
 */
record Place(byte[] positions, long next, boolean isEnd) implements SourceSplit {
  static final Place BEGIN = new Place(new byte[0], 1, false);

  @Override
  public String splitId() {
    return "flow";
  }

  private void write(DataOutputStream out) throws IOException {
    out.writeInt(positions.length);
    out.write(positions);
    out.writeLong(next);
    out.writeBoolean(isEnd);
  }

  private static Place read(DataInputStream in) throws IOException {
    byte[] positions = new byte[in.readInt()];
    in.readFully(positions);
    return new Place(positions, in.readLong(), in.readBoolean());
  }

  /** Writes a place, for Flink. */
  static final class One implements SimpleVersionedSerializer<Place> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(Place place) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      place.write(new DataOutputStream(bytes));
      return bytes.toByteArray();
    }

    @Override
    public Place deserialize(int version, byte[] bytes) throws IOException {
      return read(new DataInputStream(new ByteArrayInputStream(bytes)));
    }
  }

  /** Writes the places that no reader has, for Flink. */
  static final class Several implements SimpleVersionedSerializer<List<Place>> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(List<Place> places) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeInt(places.size());
      for (Place place : places) {
        place.write(out);
      }
      return bytes.toByteArray();
    }

    @Override
    public List<Place> deserialize(int version, byte[] bytes) throws IOException {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      List<Place> places = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        places.add(read(in));
      }
      return places;
    }
  }
}
