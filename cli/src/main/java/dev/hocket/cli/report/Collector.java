package dev.hocket.cli.report;

import dev.hocket.cli.terminal.UserError;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.core.JacksonException;
import tools.jackson.jr.ob.JSON;

/** A collector of OpenTelemetry at an address, and what it answered. */
public final class Collector implements AutoCloseable {
  /** The path that the standard defines for an address without one. */
  private static final String TRACES = "/v1/traces";

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int OK = 200;
  private static final int NOT_OK = 300;
  private static final int MOST_OF_ANSWER = 64 * 1024;
  private static final int MOST_OF_MESSAGE = 300;

  private final URI address;
  private final Duration limit;
  private final HttpClient client = HttpClient.newHttpClient();
  private long messages;
  private long refused;
  private String reason = "";

  private Collector(URI address, Duration limit) {
    this.address = address;
    this.limit = limit;
  }

  /** An answer, of which the first {@link #MOST_OF_ANSWER} bytes count. */
  private record Answer(int status, String body) {
    static Answer read(HttpResponse<InputStream> response) {
      try (InputStream in = response.body()) {
        byte[] body = in.readNBytes(MOST_OF_ANSWER);
        return new Answer(response.statusCode(), new String(body, StandardCharsets.UTF_8).strip());
      } catch (IOException e) {
        throw new CompletionException(e);
      }
    }
  }

  /** Makes the collector at an address that a user has typed. */
  static Collector at(String typed) {
    return at(typed, LIMIT);
  }

  /**
   * Makes the collector at an address that a user has typed.
   *
   * @param limit the longest wait for a whole answer
   */
  public static Collector at(String typed, Duration limit) {
    try {
      URI address = URI.create(typed);
      if (address.getHost() == null) {
        throw new IllegalArgumentException("it names no host");
      }
      String path = address.getPath();
      boolean hasPath = path != null && !path.isEmpty() && !path.equals("/");
      return new Collector(hasPath ? address : address.resolve(TRACES), limit);
    } catch (IllegalArgumentException e) {
      throw new UserError("--otlp " + typed + " is no address: " + e.getMessage());
    }
  }

  /** Sends one message, and waits for the answer. */
  public void post(String json) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build();
    Answer answer = answer(request);
    String body = answer.body();
    if (answer.status() < OK || answer.status() >= NOT_OK) {
      throw new IOException(
          "it answered " + answer.status() + (body.isEmpty() ? "" : ": ") + shortened(body));
    }
    messages++;
    note(body);
  }

  /** Waits for the whole answer; a timeout of the request would end with the answer's head. */
  private Answer answer(HttpRequest request) throws IOException {
    try {
      return client
          .sendAsync(request, HttpResponse.BodyHandlers.ofInputStream())
          .thenApplyAsync(Answer::read, Thread::startVirtualThread)
          .get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("it did not answer within " + limit.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Notes the spans that the collector refused although it took the message. */
  private void note(String body) {
    try {
      if (!body.startsWith("{")
          || !(JSON.std.mapFrom(body).get("partialSuccess") instanceof Map<?, ?> partial)) {
        return;
      }
      // A number of 64 bits is text in the JSON of protocol buffers, but not with all collectors.
      Object rejected = partial.get("rejectedSpans");
      refused += rejected == null ? 0 : Long.parseLong(rejected.toString());
      if (partial.get("errorMessage") instanceof String message && !message.isEmpty()) {
        reason = ": " + shortened(message);
      }
    } catch (JacksonException | NumberFormatException e) {
      // Not what the standard says, so it says nothing of refused spans.
    }
  }

  private static String shortened(String text) {
    return text.substring(0, Math.min(MOST_OF_MESSAGE, text.length()));
  }

  /** The number of messages that it has taken. */
  long messages() {
    return messages;
  }

  /** The number of spans that it has refused in these. */
  long refused() {
    return refused;
  }

  /** Its reason, behind a colon; empty if it gave none. */
  String why() {
    return reason;
  }

  /** Ends also an answer that does not come. */
  @Override
  public void close() {
    client.shutdownNow();
    client.close();
  }

  @Override
  public String toString() {
    return address.toString();
  }
}
