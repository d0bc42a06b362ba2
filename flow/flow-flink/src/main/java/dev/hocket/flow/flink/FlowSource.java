package dev.hocket.flow.flink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** All sources of a flow together: a packet takes one value from each. One task calls them. */
final class FlowSource implements Source<Carried, Place, List<Place>> {
  private static final long serialVersionUID = 1L;

  private final ProgramRef program;

  FlowSource(Program program) {
    this.program = program.ref;
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.BOUNDED;
  }

  @Override
  public SourceReader<Carried, Place> createReader(SourceReaderContext context) {
    return new FlowReader(program.program());
  }

  @Override
  public SplitEnumerator<Place, List<Place>> createEnumerator(
      SplitEnumeratorContext<Place> context) {
    return new Assigner(context, List.of(Place.BEGIN));
  }

  @Override
  public SplitEnumerator<Place, List<Place>> restoreEnumerator(
      SplitEnumeratorContext<Place> context, List<Place> places) {
    return new Assigner(context, places);
  }

  @Override
  public SimpleVersionedSerializer<Place> getSplitSerializer() {
    return new Place.One();
  }

  @Override
  public SimpleVersionedSerializer<List<Place>> getEnumeratorCheckpointSerializer() {
    return new Place.Several();
  }

  /** Gives the place to the only reader. */
  private static final class Assigner implements SplitEnumerator<Place, List<Place>> {
    private final SplitEnumeratorContext<Place> context;
    private final List<Place> left;

    Assigner(SplitEnumeratorContext<Place> context, List<Place> places) {
      this.context = context;
      this.left = new ArrayList<>(places);
    }

    @Override
    public void start() {
      // The reader comes to addReader.
    }

    @Override
    public void addReader(int subtask) {
      left.forEach(place -> context.assignSplit(place, subtask));
      left.clear();
    }

    @Override
    public void addSplitsBack(List<Place> places, int subtask) {
      left.addAll(places);
    }

    @Override
    public void handleSplitRequest(int subtask, String host) {
      // The reader never asks.
    }

    @Override
    public List<Place> snapshotState(long checkpoint) {
      return new ArrayList<>(left);
    }

    @Override
    public void close() throws IOException {
      // Nothing is open.
    }
  }
}
