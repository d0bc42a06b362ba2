package dev.hocket.plan.requests;

import dev.hocket.plan.RecordingException;
import dev.hocket.plan.RecordingReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import tools.jackson.jr.ob.JSON;

/**
 * The requests of a recording as spans of OpenTelemetry, in messages of OTLP/JSON.
 *
 * <pre>{@code
 * OtlpExport export = OtlpExport.of(Path.of("run.jfr"));
 * System.out.println(export.spans() + " spans of " + export.requests() + " requests");
 * export.write("my-program", System.out::println);
 * }</pre>
 *
 * <p>The recording is read twice: first for what must be known before any span is written, the
 * traces of other programs and the parts that have not ended. Of the other spans only one message
 * is in memory.
 */
public final class OtlpExport {
  private static final String PROGRAM = "dev.hocket.Program";

  /** Spans in each message but the last: about half a megabyte of text. */
  public static final int MOST_SPANS = 1_000;

  /** Takes the messages. */
  @FunctionalInterface
  public interface Sink {
    /**
     * Takes one message.
     *
     * @param json an {@code ExportTraceServiceRequest} in one line
     * @throws IOException if it cannot be written or sent
     */
    void accept(String json) throws IOException;
  }

  private final Path recording;
  private final Map<Long, Otlp.Remote> remotes = new HashMap<>();
  private final Map<Long, PartReader> unfinished = new HashMap<>();
  private final Set<Long> requests = new HashSet<>();
  private long program;
  private long spans;
  private boolean hasBlocks;

  private OtlpExport(Path recording) {
    this.recording = recording;
  }

  /**
   * Reads what a recording has of requests.
   *
   * @param recording a file of JDK Flight Recorder
   * @return the export
   * @throws RecordingException if there is no such file, it is damaged, or it has no request
   */
  public static OtlpExport of(Path recording) throws RecordingException {
    OtlpExport export = new OtlpExport(recording);
    RecordingReader.read(recording, export::prepare);
    if (export.requests.isEmpty()) {
      String why =
          export.hasBlocks
              ? "dev.hocket.Process was not recorded. "
              : "no block of Hocket's ended while it was recorded, and no event was dispatched. ";
      throw new RecordingException(
          recording + " has no requests: " + why + RecordingReader.howToRecord(recording));
    }
    return export;
  }

  private void prepare(RecordedEvent event) {
    String type = event.getEventType().getName();
    if (type.equals(PROGRAM)) {
      program = Long.parseLong(event.getString("trace"), 16);
    }
    hasBlocks |= type.equals(PartReader.BLOCK) || type.equals(PartReader.DISPATCH);
    if (!event.hasField("request") || event.getLong("request") < 0) {
      return;
    }
    long request = event.getLong("request");
    if (type.equals(PartReader.WAIT)) {
      spans++;
    } else if (PartReader.isPart(event)) {
      requests.add(request);
      if (event.hasField("trace") && event.getString("trace") != null) {
        remotes.put(
            request, new Otlp.Remote(event.getString("trace"), event.getString("remoteParent")));
      }
      if (PartReader.isUnfinished(event)) {
        unfinished.computeIfAbsent(request, one -> new PartReader(Integer.MAX_VALUE)).add(event);
      } else {
        spans++;
      }
    }
  }

  /**
   * Counts the requests.
   *
   * @return 1 or more
   */
  public int requests() {
    return requests.size();
  }

  /**
   * Counts the spans, about: parts that have not ended come in addition.
   *
   * @return the parts that have ended, and the waits of a millisecond or longer
   */
  public long spans() {
    return spans;
  }

  /**
   * Writes all spans.
   *
   * @param service the name of the program among others, OpenTelemetry's {@code service.name}
   * @param sink takes messages of at most a thousand spans
   * @return the number of spans
   * @throws RecordingException if the recording cannot be read again
   * @throws IOException what the sink throws
   */
  public long write(String service, Sink sink) throws RecordingException, IOException {
    Writer writer = new Writer(service, sink);
    try {
      RecordingReader.read(recording, writer::add);
      for (Map.Entry<Long, PartReader> one : unfinished.entrySet()) {
        for (Part part : one.getValue().unfinished()) {
          writer.addUnfinished(one.getKey(), part);
        }
      }
      writer.flush();
    } catch (RecordingException e) {
      throw writer.failed == null ? e : writer.failed;
    }
    return writer.written;
  }

  private final class Writer {
    private final String service;
    private final Sink sink;
    private final Otlp otlp = new Otlp(program, remotes);
    private final Set<Long> mayHaveEnded = new HashSet<>();
    private final Set<Long> ended = new HashSet<>();
    private List<Map<String, Object>> batch = new ArrayList<>();
    private long written;

    /** The exception of the sink, which must pass through the reader of recordings. */
    private IOException failed;

    Writer(String service, Sink sink) {
      this.service = service;
      this.sink = sink;
      unfinished
          .values()
          .forEach(reader -> reader.unfinished().forEach(part -> mayHaveEnded.add(part.id())));
    }

    void add(RecordedEvent event) throws RecordingException {
      if (PartReader.isPart(event) && !PartReader.isUnfinished(event)) {
        Part part = PartReader.part(event);
        if (mayHaveEnded.contains(part.id())) {
          ended.add(part.id());
        }
        add(otlp.span(event.getLong("request"), part));
      } else if (event.getEventType().getName().equals(PartReader.WAIT)
          && event.hasField("request")
          && event.getLong("request") >= 0) {
        long request = event.getLong("request");
        long part = event.getLong("part");
        if (mayHaveEnded.contains(part)) {
          // Its present wait is what is left of all its waits.
          unfinished.get(request).add(event);
        }
        add(otlp.span(request, part, PartReader.pause(event)));
      }
    }

    void addUnfinished(long request, Part part) throws RecordingException {
      if (!ended.contains(part.id())) {
        add(otlp.span(request, part));
        for (Part.Pause wait : part.pauses()) {
          add(otlp.span(request, part.id(), wait));
        }
      }
    }

    private void add(Map<String, Object> span) throws RecordingException {
      batch.add(span);
      if (batch.size() == MOST_SPANS) {
        flush();
      }
    }

    void flush() throws RecordingException {
      if (!batch.isEmpty()) {
        try {
          sink.accept(JSON.std.asString(Otlp.message(service, batch)));
        } catch (IOException e) {
          failed = e;
          throw new RecordingException(String.valueOf(e.getMessage()), e);
        }
        written += batch.size();
        batch = new ArrayList<>();
      }
    }
  }
}
