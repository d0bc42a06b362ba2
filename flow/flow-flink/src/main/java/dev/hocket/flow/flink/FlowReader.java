package dev.hocket.flow.flink;

import dev.hocket.flow.functions.Replayable;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.walk.Thrown;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;

/**
 * Draws packets on the task's thread. A source that waits makes the task wait, and the next
 * checkpoint with it.
 */
final class FlowReader implements SourceReader<Carried, Place> {
  private final Program program;
  private final CompletableFuture<Void> begun = new CompletableFuture<>();

  /** What the program's thread hands over to the task's. */
  private Object conveyed;

  private SourceCode sources;
  private long next;
  private boolean isEnd;

  FlowReader(Program program) {
    this.program = program;
  }

  @Override
  public void start() {
    conveyed = program.bound.settings().conveyance().enter();
  }

  @Override
  public void addSplits(List<Place> places) {
    Place place = places.getFirst();
    next = place.next();
    isEnd = place.isEnd();
    try {
      sources = new SourceCode(program);
      if (place.positions().length > 0) {
        seek(place);
      }
    } catch (Throwable thrown) {
      throw Thrown.sneak(program.failed(thrown));
    }
    begun.complete(null);
  }

  private void seek(Place place) {
    try {
      Map<?, ?> positions = (Map<?, ?>) Decoder.read(place.positions(), program.loader());
      Map<String, Replayable> replayable = sources.replayable();
      if (!positions.keySet().equals(replayable.keySet())) {
        throw new FlowException(
            program.bound.graph().position(),
            "the saved positions are of the sources "
                + positions.keySet()
                + ", and the algorithm has "
                + replayable.keySet()
                + "; continue with the algorithm that was saved");
      }
      replayable.forEach((id, source) -> source.seek(positions.get(id)));
    } catch (IOException e) {
      throw new IllegalStateException("the saved positions of the sources cannot be read: " + e, e);
    }
  }

  @Override
  public InputStatus pollNext(ReaderOutput<Carried> output) {
    if (sources == null) {
      return InputStatus.NOTHING_AVAILABLE;
    }
    Object[] values = isEnd ? null : sources.draw(next);
    if (values == null) {
      isEnd = true;
      return InputStatus.END_OF_INPUT;
    }
    output.collect(new Carried(next++, 0, false, values));
    return InputStatus.MORE_AVAILABLE;
  }

  @Override
  public List<Place> snapshotState(long checkpoint) {
    if (sources == null || !program.saves) {
      return List.of();
    }
    Map<String, Object> positions = new HashMap<>();
    sources.replayable().forEach((id, source) -> positions.put(id, source.position()));
    try {
      return List.of(new Place(Encoder.bytes(positions), next, isEnd));
    } catch (Unsaved e) {
      throw Thrown.sneak(
          program.mistaken(
              Unsaved.value(program.bound.graph().position(), "the position of a source", e), e));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return begun;
  }

  @Override
  public void notifyNoMoreSplits() {
    // There is one.
  }

  @Override
  public void close() {
    program.bound.settings().conveyance().leave(conveyed);
  }
}
