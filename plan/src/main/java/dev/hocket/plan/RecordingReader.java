package dev.hocket.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads the events of a recording one by one, and explains what is wrong with a file that is no
 * recording.
 */
public final class RecordingReader {
  private RecordingReader() {}

  /** Receives the events of a recording. */
  @FunctionalInterface
  public interface Consumer {
    /**
     * Handles one event.
     *
     * @param event the event, valid only during this call
     * @throws RecordingException if the recording lacks what the consumer needs
     */
    void accept(RecordedEvent event) throws RecordingException;
  }

  /**
   * Reads a recording from its first event to its last. Only one event is in memory at a time.
   *
   * @param recording a file of JDK Flight Recorder
   * @param consumer takes each event
   * @throws RecordingException if there is no such file, it is damaged, or the consumer throws
   */
  public static void read(Path recording, Consumer consumer) throws RecordingException {
    if (!Files.isRegularFile(recording)) {
      throw new RecordingException(
          Files.exists(recording)
              ? recording + " is not a file. Name a recording (.jfr)."
              : recording + " does not exist. " + howToRecord(recording));
    }
    if (!Files.isReadable(recording)) {
      throw new RecordingException(recording + " cannot be read: no permission.");
    }
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        consumer.accept(file.readEvent());
      }
    } catch (RecordingException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // The JDK's reader answers some kinds of damage with unchecked exceptions.
      throw new RecordingException(Damage.of(recording, e), e);
    }
  }

  /**
   * Refuses an event of another version of Hocket.
   *
   * @param event one of Hocket's events
   * @param recording the event's file
   * @param fields the names of the fields that the event must have
   * @throws RecordingException if the event lacks a field
   */
  public static void requireFields(RecordedEvent event, Path recording, String... fields)
      throws RecordingException {
    for (String field : fields) {
      if (!event.hasField(field)) {
        throw new RecordingException(
            recording
                + " was recorded by another version of Hocket: "
                + event.getEventType().getName()
                + " has no field "
                + field
                + ". Record it again.");
      }
    }
  }

  /**
   * Describes how to make a recording.
   *
   * @param recording the file to write
   * @return a sentence with the command
   */
  public static String howToRecord(Path recording) {
    return "To record: hocket run --record " + recording.getFileName() + " PROGRAM";
  }
}
