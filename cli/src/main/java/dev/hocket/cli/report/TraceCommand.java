package dev.hocket.cli.report;

import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.cli.terminal.UserError;
import dev.hocket.plan.RecordingException;
import dev.hocket.plan.requests.OtlpExport;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
      "Exit codes: 0 done; 1 the URL did not take all spans; 2 bad input."
    })
public final class TraceCommand implements Callable<Integer> {
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
  public static void allowOptionsBehindTheRecording(CommandLine commands) {
    commands.getSubcommands().get("trace").setStopAtPositional(false);
  }

  @Override
  public Integer call() {
    boolean isAddress = to.matches("(?i)https?://.*");
    if (!isAddress) {
      refuseWhatLooksLikeAnAddress();
    }
    try {
      OtlpExport export = OtlpExport.of(recording);
      return isAddress ? send(export) : write(export);
    } catch (RecordingException e) {
      throw new UserError(e.getMessage());
    }
  }

  /** Other tools take an address without its scheme, which would be a file's name here. */
  private void refuseWhatLooksLikeAnAddress() {
    boolean looksSo = to.contains("://") || to.matches("[^./\\\\].*:/?\\d+(/.*)?");
    if (looksSo && !Files.exists(Path.of(to))) {
      String rest = to.replaceFirst("^\\w*:/+", "");
      throw new UserError(
          "--otlp "
              + to
              + " is no address: write http://"
              + rest
              + ", or ./"
              + rest
              + " for a file of this name");
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
    try {
      spans = writeWhole(export, file);
    } catch (RecordingException e) {
      throw e;
    } catch (IOException e) {
      throw new UserError("cannot write " + file + ": " + ReportCommand.reason(e));
    }
    PrintWriter out = spec.commandLine().getOut();
    out.printf("wrote %s of %s to %s%n", number(spans, "span"), requests(export), file);
    out.flush();
    return ExitCode.OK;
  }

  /** Writes a file beside, which takes the place of the old one once it is complete. */
  private long writeWhole(OtlpExport export, Path file) throws RecordingException, IOException {
    boolean exists = Files.exists(file);
    if (exists && !Files.isRegularFile(file)) {
      return writeTo(export, file); // A device or a pipe has nothing to lose.
    }
    Path whole = exists ? file.toRealPath() : file;
    Path part = whole.resolveSibling(whole.getFileName() + ".part");
    try {
      long spans = writeTo(export, part);
      Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING);
      return spans;
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private long writeTo(OtlpExport export, Path file) throws RecordingException, IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      return export.write(
          service(),
          json -> {
            out.write(json);
            out.newLine();
          });
    }
  }

  private int send(OtlpExport export) throws RecordingException {
    PrintWriter err = spec.commandLine().getErr();
    try (Collector collector = Collector.at(to)) {
      err.printf(
          "hocket: sends some %s of %s to %s: times, positions in the source, names of targets,"
              + " threads, channels, events and requests; no values of variables%n",
          number(export.spans(), "span"), requests(export), collector);
      err.flush();
      long spans;
      try {
        spans = export.write(service(), collector::post);
      } catch (RecordingException e) {
        throw e;
      } catch (IOException e) {
        long taken = collector.messages() * OtlpExport.MOST_SPANS;
        err.printf(
            "hocket: %s %s the spans: %s%n",
            collector,
            taken == 0 ? "did not take" : "took " + number(taken, "span") + ", but not the rest of",
            words(e));
        return ExitCode.FAILED;
      }
      if (collector.refused() > 0) {
        err.printf(
            "hocket: %s refused %d of %s%s%n",
            collector, collector.refused(), number(spans, "span"), collector.why());
        return ExitCode.FAILED;
      }
      spec.commandLine().getOut().printf("%s: %s%n", collector, number(spans, "span"));
      spec.commandLine().getOut().flush();
      return ExitCode.OK;
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
}
