package dev.hocket.cli.plan;

import dev.hocket.cli.system.ShutdownHook;
import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.cli.terminal.Seconds;
import dev.hocket.cli.terminal.UserError;
import dev.hocket.plan.load.HttpLoad;
import dev.hocket.plan.load.OpenLoop;
import java.io.PrintWriter;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.jr.ob.JSON;

/** {@code hocket plan load}: puts open-loop Poisson load on a server. */
@Command(
    name = "load",
    header = "Send requests to a server as they come in real life.",
    description = {
      "",
      "GET requests as a Poisson process: each is sent when it is due, however slow the answers are,"
          + " and its latency counts from then. Says also how late the generator itself was; a lag"
          + " that is not small against the latencies spoils them."
    },
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%nParameters:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket plan load --rate 200 --for 10s http://localhost:8080/index.html",
      "",
      "Exit codes: 0 done; 1 no request was answered; 2 bad input; 130 Ctrl-C, which",
      "prints what was measured until then."
    })
final class PlanLoadCommand implements Callable<Integer> {
  /**
   * The largest number of requests: half an hour at the highest rate that one generator reaches.
   */
  private static final long MOST_REQUESTS = 100_000_000;

  private static final int PRINTING_SECONDS = 5;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Parameters(paramLabel = "URL", description = "What to get.")
  private URI uri;

  @Option(
      names = "--rate",
      required = true,
      paramLabel = "RATE",
      description = "Requests a second, on average.")
  private double rate;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      defaultValue = "10s",
      converter = Seconds.Converter.class,
      description = "How long to send (default 10s).")
  private Seconds duration;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "10s",
      converter = Seconds.Converter.class,
      description = "After which a request has failed (default 10s).")
  private Seconds timeout;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the random intervals (default 1).")
  private long seed;

  @Option(names = "--json", description = "One JSON object; times in seconds.")
  private boolean json;

  @Override
  public Integer call() {
    CountDownLatch printed = new CountDownLatch(1);
    Thread loading = Thread.currentThread();
    try (var _ = new ShutdownHook("hocket-end-load", () -> endEarly(loading, printed))) {
      HttpLoad.Outcome outcome =
          new HttpLoad(uri, timeout.duration())
              .run(new OpenLoop(rate, seed), duration.duration(), MOST_REQUESTS);
      print(outcome);
      return outcome.latencies().count() == 0 ? ExitCode.FAILED : ExitCode.OK;
    } catch (IllegalArgumentException e) {
      throw new UserError(e.getMessage());
    } finally {
      printed.countDown();
    }
  }

  /** Ctrl-C ends the load, but the JVM stays until it has printed the measurements. */
  private static void endEarly(Thread loading, CountDownLatch printed) {
    loading.interrupt();
    try {
      printed.await(PRINTING_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void print(HttpLoad.Outcome outcome) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JSON.std.asString(map(outcome)));
    } else {
      print(outcome, out);
    }
    out.flush();
  }

  private static Map<String, Object> map(HttpLoad.Outcome outcome) {
    HttpLoad.Latencies latencies = outcome.latencies();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("requests", outcome.generator().events());
    map.put("seconds", outcome.generator().seconds());
    map.put("answers", outcome.answers());
    map.put("unsent", outcome.unsent());
    map.put("meanLatencySeconds", latencies.mean() / 1e9);
    map.put("p50LatencySeconds", latencies.p50() / 1e9);
    map.put("p95LatencySeconds", latencies.p95() / 1e9);
    map.put("p99LatencySeconds", latencies.p99() / 1e9);
    map.put("maxLatencySeconds", latencies.max() / 1e9);
    map.put("p99GeneratorLagSeconds", outcome.generator().lagP99Nanos() / 1e9);
    return map;
  }

  private static void print(HttpLoad.Outcome outcome, PrintWriter out) {
    OpenLoop.Outcome generator = outcome.generator();
    HttpLoad.Latencies latencies = outcome.latencies();
    out.printf("requests       %d in %s%n", generator.events(), Seconds.text(generator.seconds()));
    outcome.answers().forEach((answer, count) -> out.printf("  %-12s %d%n", answer, count));
    if (outcome.unsent() > 0) {
      out.printf("  not sent     %d, because too many were under way%n", outcome.unsent());
    }
    if (latencies.count() > 0) {
      out.printf("mean latency   %s%n", Seconds.text(latencies.mean() / 1e9));
      out.printf("  50 %%         %s%n", Seconds.text(latencies.p50() / 1e9));
      out.printf("  95 %%         %s%n", Seconds.text(latencies.p95() / 1e9));
      out.printf("  99 %%         %s%n", Seconds.text(latencies.p99() / 1e9));
      out.printf("  longest      %s%n", Seconds.text(latencies.max() / 1e9));
    }
    out.printf(
        "generator lag  %s at the 99th percentile, at most %s%n",
        Seconds.text(generator.lagP99Nanos() / 1e9), Seconds.text(generator.lagMaxNanos() / 1e9));
  }
}
