package dev.hocket.flow.flink;

import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Position;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.apache.flink.runtime.OperatorIDPair;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.CompletedCheckpointStorageLocation;
import org.apache.flink.runtime.state.filesystem.AbstractFsCheckpointStorageAccess;

/** The place where a job continues, as far as it is known before the job starts. */
final class Savepoint {
  /** In the ids of what writes to a folder, before its name: its state is not another folder's. */
  static final String FILES = "files in ";

  private final String address;
  private final Position position;

  /**
   * Names a savepoint.
   *
   * @param address where it is
   * @param position the flow's, for messages
   */
  Savepoint(String address, Position position) {
    this.address = address;
    this.position = position;
  }

  /** Refuses a savepoint that does not exist. */
  void checkExists() {
    if (isLocal() && !Files.exists(path())) {
      throw nowhere();
    }
  }

  private FlowException nowhere() {
    return new FlowException(
        position,
        "there is no savepoint at "
            + address
            + "; give the address that a stopped job has printed");
  }

  /** Returns whether the address is of this machine's files; another file system would know. */
  private boolean isLocal() {
    try {
      String scheme = URI.create(address).getScheme();
      return scheme == null || scheme.equals("file");
    } catch (IllegalArgumentException e) {
      throw nowhere();
    }
  }

  private Path path() {
    URI place = URI.create(address);
    return place.getScheme() == null ? Path.of(address) : Path.of(place);
  }

  /**
   * Refuses a job that would leave a part of the saved state behind, or write where others have
   * written. Flink refuses the first, too, without saying what it is.
   *
   * @param folder where the job writes its values; null for nowhere
   */
  void check(JobGraph job, Path folder) {
    if (!isLocal()) {
      return;
    }
    Set<OperatorID> known = new HashSet<>();
    for (JobVertex vertex : job.getVertices()) {
      for (OperatorIDPair ids : vertex.getOperatorIDs()) {
        known.add(ids.getGeneratedOperatorID());
        ids.getUserDefinedOperatorID().ifPresent(known::add);
      }
    }
    boolean continuesFiles = false;
    for (OperatorState saved : read()) {
      String id = saved.getOperatorUid().orElse("");
      if (!known.contains(saved.getOperatorID()) && hasState(saved)) {
        throw leftBehind(id);
      }
      continuesFiles |= id.contains(FILES);
    }
    if (folder != null && !continuesFiles) {
      checkEmpty(folder, position);
    }
  }

  private Iterable<OperatorState> read() {
    try {
      CompletedCheckpointStorageLocation found =
          AbstractFsCheckpointStorageAccess.resolveCheckpointPointer(path().toUri().toString());
      try (DataInputStream in = new DataInputStream(found.getMetadataHandle().openInputStream())) {
        return Checkpoints.loadCheckpointMetadata(in, Savepoint.class.getClassLoader(), address)
            .getOperatorStates();
      }
    } catch (IOException e) {
      throw new FlowException(
          position,
          address
              + " is no savepoint that can be read: "
              + e.getMessage()
              + "; give the address that a stopped job has printed");
    }
  }

  private static boolean hasState(OperatorState saved) {
    return saved.getCoordinatorState() != null
        || saved.getStates().stream().anyMatch(OperatorSubtaskState::hasState);
  }

  private FlowException leftBehind(String id) {
    return new FlowException(
        position,
        id.contains(FILES)
            ? address
                + " is of a job that writes to "
                + id.substring(id.indexOf(FILES) + FILES.length())
                + ", and lines would be missing in another folder; continue with the same folder"
                + " (--out)"
            : address
                + " has the state of "
                + (id.isEmpty() ? "another job" : id)
                + ", which this job does not have; continue with the algorithm and the sections that"
                + " were saved");
  }

  /** The id of the files in a folder. */
  static String files(Path folder) {
    return FILES + folder.toAbsolutePath().normalize();
  }

  /** Refuses a folder with files, whose lines would be taken for the job's. */
  static void checkEmpty(Path folder, Position position) {
    try (var files = Files.list(folder)) {
      if (files.findAny().isPresent()) {
        throw new FlowException(
            position,
            folder
                + " has files already, and lines of two jobs in one folder cannot be told apart; give"
                + " an empty folder, or one that does not exist yet");
      }
    } catch (java.nio.file.NoSuchFileException e) {
      // The job makes it.
    } catch (IOException e) {
      throw new FlowException(position, folder + " cannot be used for files: " + e);
    }
  }
}
