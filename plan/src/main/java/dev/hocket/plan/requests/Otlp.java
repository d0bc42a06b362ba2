package dev.hocket.plan.requests;

import dev.hocket.plan.measure.Span;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes parts of requests as spans of OpenTelemetry, in the form of OTLP/JSON: as maps and lists,
 * with the names of its protocol buffers.
 */
final class Otlp {
  private static final int INTERNAL = 1;
  private static final int SERVER = 2;
  private static final int CONSUMER = 5;
  private static final int ERROR = 2;

  private static final Pattern POSITION = Pattern.compile("([^\\s:]+\\.\\w+):(\\d{1,9})");

  /** The ids of waits, which have none in a recording, have this bit. */
  private static final long WAIT = 1L << 62;

  /** The trace of a request that another program has begun, and its part there. */
  record Remote(String trace, String parent) {}

  private final long program;
  private final Map<Long, Remote> remotes;
  private long waits;

  /**
   * @param program the program's half of all trace ids
   * @param remotes the requests that other programs have begun, by their ids
   */
  Otlp(long program, Map<Long, Remote> remotes) {
    this.program = program;
    this.remotes = remotes;
  }

  /** Puts spans into a message: an {@code ExportTraceServiceRequest}. */
  static Map<String, Object> message(String service, List<Map<String, Object>> spans) {
    return Map.of(
        "resourceSpans",
        List.of(
            Map.of(
                "resource",
                Map.of("attributes", List.of(attribute("service.name", service))),
                "scopeSpans",
                List.of(Map.of("scope", Map.of("name", "dev.hocket"), "spans", spans)))));
  }

  /** Makes the span of a wait in a part. */
  Map<String, Object> span(long request, long part, Part.Pause pause) {
    String name = (pause.isSuspended() ? "suspended for " : "waits for ") + pause.what();
    Map<String, Object> wait =
        span(request, WAIT | waits++, spanId(part), name, INTERNAL, pause.span());
    wait.put(
        "attributes",
        List.of(
            attribute("hocket.kind", pause.isSuspended() ? "suspension" : "wait"),
            attribute("hocket.requeue_time_ns", pause.requeued())));
    return wait;
  }

  /** Makes the span of a part, without its waits. */
  Map<String, Object> span(long request, Part part) {
    Remote remote = remotes.get(request);
    String parent;
    if (part.id() == request) {
      // A part that hands it over has no request, as a drain, and so no span.
      parent = remote == null ? "" : remote.parent;
    } else {
      parent = part.parent() < 0 ? "" : spanId(part.parent());
    }
    Map<String, Object> span =
        span(request, part.id(), parent, part.name(), kind(part), part.span());
    List<Object> attributes = new ArrayList<>();
    attributes.add(attribute("hocket.kind", part.kind()));
    attributes.add(attribute("hocket.request", request));
    attributes.add(attribute("hocket.place", part.place()));
    attributes.add(attribute("hocket.queue_time_ns", part.queued()));
    Matcher position = POSITION.matcher(part.name());
    if (isNamedByPosition(part) && position.matches()) {
      attributes.add(attribute("code.file.path", position.group(1)));
      attributes.add(attribute("code.line.number", Long.parseLong(position.group(2))));
    }
    if (!part.outcome().equals("completed")) {
      attributes.add(attribute("hocket.outcome", part.outcome()));
      if (!part.outcome().equals(PartReader.UNFINISHED)) {
        span.put("status", Map.of("code", ERROR, "message", part.outcome()));
      }
    }
    span.put("attributes", attributes);
    return span;
  }

  private Map<String, Object> span(
      long request, long id, String parent, String name, int kind, Span time) {
    Map<String, Object> span = new LinkedHashMap<>();
    Remote remote = remotes.get(request);
    span.put("traceId", remote == null ? hex(program) + hex(request) : remote.trace);
    span.put("spanId", spanId(id));
    if (!parent.isEmpty()) {
      span.put("parentSpanId", parent);
    }
    span.put("name", name);
    span.put("kind", kind);
    // 64-bit numbers are text in the JSON of protocol buffers.
    span.put("startTimeUnixNano", Long.toString(time.start()));
    span.put("endTimeUnixNano", Long.toString(time.end()));
    return span;
  }

  /** Other parts have names of the program's, which may look like positions. */
  private static boolean isNamedByPosition(Part part) {
    return switch (part.kind()) {
      case "block", "region", "process" -> true;
      default -> false;
    };
  }

  private static int kind(Part part) {
    return switch (part.kind()) {
      case "request", "connection" -> SERVER;
      case "message" -> CONSUMER;
      default -> INTERNAL;
    };
  }

  /** The id of a part, as the program writes it into the header {@code traceparent}. */
  private String spanId(long id) {
    return hex(program ^ id);
  }

  private static String hex(long number) {
    return HexFormat.of().toHexDigits(number);
  }

  private static Map<String, Object> attribute(String key, String value) {
    return Map.of("key", key, "value", Map.of("stringValue", value));
  }

  private static Map<String, Object> attribute(String key, long value) {
    return Map.of("key", key, "value", Map.of("intValue", Long.toString(value)));
  }
}
