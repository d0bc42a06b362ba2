package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The schema of OTLP/JSON for traces, as far as Hocket uses it: which fields a message has, and
 * what they may contain (opentelemetry-proto's {@code trace.proto}, and the rules of the protocol's
 * specification for JSON).
 */
final class OtlpSchema {
  private static final Set<String> SPAN =
      Set.of(
          "traceId",
          "spanId",
          "parentSpanId",
          "name",
          "kind",
          "startTimeUnixNano",
          "endTimeUnixNano",
          "attributes",
          "status");

  private OtlpSchema() {}

  /** Checks a message of one service, and returns its spans. */
  static List<Map<String, Object>> spans(Map<String, Object> message, String service) {
    assertEquals(Set.of("resourceSpans"), message.keySet());
    Map<String, Object> resource = one(message.get("resourceSpans"));
    assertEquals(Set.of("resource", "scopeSpans"), resource.keySet());
    Map<String, Object> described = map(resource.get("resource"));
    assertEquals(Map.of("service.name", service), attributes(described));
    Map<String, Object> scope = one(resource.get("scopeSpans"));
    assertEquals(Set.of("scope", "spans"), scope.keySet());
    assertEquals("dev.hocket", map(scope.get("scope")).get("name"));
    List<Map<String, Object>> spans = maps(scope.get("spans"));
    assertFalse(spans.isEmpty());
    spans.forEach(OtlpSchema::check);
    return spans;
  }

  private static void check(Map<String, Object> span) {
    assertTrue(SPAN.containsAll(span.keySet()), span::toString);
    assertId(span.get("traceId"), 32);
    assertId(span.get("spanId"), 16);
    if (span.containsKey("parentSpanId")) {
      assertId(span.get("parentSpanId"), 16);
    }
    assertFalse(((String) span.get("name")).isEmpty());
    int kind = (int) span.get("kind");
    assertTrue(kind >= 1 && kind <= 5, span::toString);
    // An unsigned number of 64 bits is decimal text.
    long start = Long.parseUnsignedLong((String) span.get("startTimeUnixNano"));
    long end = Long.parseUnsignedLong((String) span.get("endTimeUnixNano"));
    assertTrue(start <= end, span::toString);
    attributes(span);
    if (span.containsKey("status")) {
      Map<String, Object> status = map(span.get("status"));
      assertEquals(Set.of("code", "message"), status.keySet());
      int code = (int) status.get("code");
      assertTrue(code >= 0 && code <= 2, span::toString);
    }
  }

  private static void assertId(Object id, int digits) {
    String text = (String) id;
    assertTrue(text.matches("[0-9a-f]{" + digits + "}"), text);
    assertFalse(text.matches("0*"), text);
  }

  /** Checks the attributes of a span or resource, and returns their values. */
  static Map<String, Object> attributes(Map<String, Object> of) {
    Map<String, Object> values = new HashMap<>();
    for (Map<String, Object> attribute : maps(of.get("attributes"))) {
      assertEquals(Set.of("key", "value"), attribute.keySet());
      Map<String, Object> value = map(attribute.get("value"));
      assertEquals(1, value.size(), value::toString);
      assertTrue(Set.of("stringValue", "intValue").containsAll(value.keySet()), value::toString);
      assertTrue(value.values().iterator().next() instanceof String, value::toString);
      Object before = values.put((String) attribute.get("key"), value.values().iterator().next());
      assertEquals(null, before, attribute::toString);
    }
    return values;
  }

  private static Map<String, Object> one(Object list) {
    List<Map<String, Object>> all = maps(list);
    assertEquals(1, all.size());
    return all.getFirst();
  }

  private static List<Map<String, Object>> maps(Object list) {
    List<Map<String, Object>> all = new ArrayList<>();
    ((List<?>) list).forEach(one -> all.add(map(one)));
    return all;
  }

  private static Map<String, Object> map(Object object) {
    Map<String, Object> map = new HashMap<>();
    ((Map<?, ?>) object).forEach((key, value) -> map.put((String) key, value));
    return map;
  }
}
