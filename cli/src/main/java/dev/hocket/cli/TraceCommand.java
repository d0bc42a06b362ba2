package dev.hocket.cli;

import dev.hocket.plan.RecordingException;
import dev.hocket.plan.requests.OtlpExport;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hocket trace}: exports the requests of a recording to OpenTelemetry. */
@Command(
    name = "trace",
    header = "Export the requests of a recording to OpenTelemetry.",
    description = {
      "",
      "Writes the parts of all requests in RECORDING as spans: dispatches, blocks, processes and"
          + " messages, and their waits of a millisecond or longer. A FILE has one message of"
          + " OTLP/JSON in each line, as the collector's file exporter writes it. To a URL, such as"
          + " that of a collector or of Jaeger, it sends the same, and first says what it sends."
    },
    customSynopsis = "hocket trace RECORDING --otlp=FILE|URL [--service=NAME]",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket trace run.jfr --otlp spans.json",
      "  hocket trace run.jfr --otlp http://localhost:4318 --service shop",
      "",
      "Exit codes: 0 done; 1 the URL did not take the spans; 2 bad input."
    })
final class TraceCommand implements Callable<Integer> {
  /** The path of a collector that the standard defines for an address without one. */
  private static final String TRACES = "/v1/traces";

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int OK = 200;
  private static final int NOT_OK = 300;
  private static final int MOST_OF_ANSWER = 300;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Parameters(hidden = true, paramLabel = "RECORDING")
  private Path recording;

  @Option(
      names = "--otlp",
      required = true,
      paramLabel = "FILE|URL",
      description = "Where the spans go: a file, or an address that begins with http.")
  private String to;

  @Option(
      names = "--service",
      paramLabel = "NAME",
      description = "The program's name among others (default: of the recording's file).")
  private String service;

  /** Options may follow the recording. */
  static void allowOptionsBehindTheRecording(CommandLine commands) {
    commands.getSubcommands().get("trace").setStopAtPositional(false);
  }

  @Override
  public Integer call() {
    try {
      OtlpExport export = OtlpExport.of(recording);
      return to.matches("(?i)https?://.*") ? send(export) : write(export);
    } catch (RecordingException e) {
      throw new UserError(e.getMessage());
    }
  }

  private String service() {
    return service == null
        ? recording.getFileName().toString().replaceFirst("\\.jfr$", "")
        : service;
  }

  private int write(OtlpExport export) throws RecordingException {
    Path file = Path.of(to);
    ReportCommand.checkPage(file);
    if (ReportCommand.isSame(recording, file)) {
      throw new UserError("the spans would overwrite the recording " + recording);
    }
    long spans;
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      spans =
          export.write(
              service(),
              json -> {
                out.write(json);
                out.newLine();
              });
    } catch (RecordingException e) {
      throw e;
    } catch (IOException e) {
      throw new UserError("cannot write " + file + ": " + ReportCommand.reason(e));
    }
    PrintWriter out = spec.commandLine().getOut();
    out.printf("%s: %s of %s%n", file, number(spans, "span"), requests(export));
    out.flush();
    return ExitCode.OK;
  }

  private int send(OtlpExport export) throws RecordingException {
    URI address = address();
    PrintWriter err = spec.commandLine().getErr();
    err.printf(
        "hocket: sends some %s of %s to %s: times, positions in the source, names of targets,"
            + " threads, channels, events and requests; no values of variables%n",
        number(export.spans(), "span"), requests(export), address);
    err.flush();
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(LIMIT).build()) {
      long spans = export.write(service(), json -> post(client, address, json));
      spec.commandLine().getOut().printf("%s: %s%n", address, number(spans, "span"));
      spec.commandLine().getOut().flush();
      return ExitCode.OK;
    } catch (RecordingException e) {
      throw e;
    } catch (IOException e) {
      err.println("hocket: " + address + " did not take the spans: " + words(e));
      return ExitCode.FAILED;
    }
  }

  private static String requests(OtlpExport export) {
    return number(export.requests(), "request");
  }

  private static String number(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  /** The JDK's exceptions about connections often have no message. */
  private static String words(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  private URI address() {
    try {
      URI address = URI.create(to);
      if (address.getHost() == null) {
        throw new IllegalArgumentException("it names no host");
      }
      String path = address.getPath();
      return path == null || path.isEmpty() || path.equals("/") ? address.resolve(TRACES) : address;
    } catch (IllegalArgumentException e) {
      throw new UserError("--otlp " + to + " is no address: " + e.getMessage());
    }
  }

  private static void post(HttpClient client, URI address, String json) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .timeout(LIMIT)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build();
    try {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() < OK || answer.statusCode() >= NOT_OK) {
        String body = answer.body().strip();
        throw new IOException(
            "it answered "
                + answer.statusCode()
                + (body.isEmpty() ? "" : ": ")
                + body.substring(0, Math.min(MOST_OF_ANSWER, body.length())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
