package dev.hocket.casestudies.logs;

import static dev.hocket.events.Events.futureEvt;
import static dev.hocket.events.Events.prefer;

import dev.hocket.casestudies.logs.Alerts.Alert;
import dev.hocket.casestudies.logs.Index.Subscription;
import dev.hocket.events.Event;
import dev.hocket.events.Multicast;
import dev.hocket.events.Next;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The process that starts the page's server, a program for quoll, and writes it what happens, one
 * object of JSON a line. The server ends when this stream ends, so none outlives a killed explorer.
 */
final class Page {
  private static final String SERVER = "/web/server.mjs";

  /** The most counts in a line, each line being one handler in the server. */
  private static final int LINE_COUNTS = 500;

  /** The exit code of a server that could not begin; it has said why. */
  private static final int CANNOT_BEGIN = 2;

  private final Index index;
  private final Multicast<Alert> alerts;
  private final int port;

  /** Guarded by this object. */
  private Process server;

  /** Guarded by this object. */
  private boolean isStopped;

  /**
   * @param port the port on the loopback interface; 0 for any that is free
   */
  Page(Index index, Multicast<Alert> alerts, int port) {
    this.index = index;
    this.alerts = alerts;
    this.port = port;
  }

  /** The process. */
  void run() throws IOException, InterruptedException {
    Process begun = begin();
    try {
      if (begun != null) {
        tell(begun);
      }
    } catch (IOException | RuntimeException failed) {
      if (!isStopped()) {
        throw failed;
      }
    } finally {
      kill(begun);
    }
  }

  private synchronized Process begin() throws IOException {
    server = isStopped ? null : start();
    return server;
  }

  private synchronized boolean isStopped() {
    return isStopped;
  }

  /** Ends the server, also if it takes nothing; then the process ends. */
  synchronized void stop() {
    isStopped = true;
    kill(server);
  }

  /** Building quoll before its first use is the work of the server's descendants. */
  private static void kill(Process server) {
    if (server != null) {
      server.descendants().forEach(ProcessHandle::destroyForcibly);
      server.destroyForcibly();
    }
  }

  private void tell(Process server) throws IOException, InterruptedException {
    try (Subscription subscription = index.subscribing().call(null);
        Multicast.Listener<Alert> raised = alerts.listen();
        Writer out = server.outputWriter(StandardCharsets.UTF_8)) {
      write(out, subscription.whole());
      Event<Boolean> again =
          prefer(
              subscription.listener().nextEvt().wrap(next -> wasWritten(out, next)),
              raised.nextEvt().wrap(next -> alertWasWritten(out, next)),
              futureEvt(server.onExit()).wrap(Page::ended));
      while (again.sync()) {
        // Goes on to what happens next.
      }
    }
  }

  private Process start() throws IOException {
    Path server = server();
    Path quoll = quoll(server);
    List<String> command = new ArrayList<>(List.of("bash", quoll.resolve("run.sh").toString()));
    command.addAll(List.of("dist/src/cli/main.js", server.toString(), Integer.toString(port)));
    return new ProcessBuilder(command)
        .redirectOutput(Redirect.INHERIT)
        .redirectError(Redirect.INHERIT)
        .start();
  }

  private static Path server() {
    URL server = Page.class.getResource(SERVER);
    if (server == null || !server.getProtocol().equals("file")) {
      throw new IllegalStateException("the page's server must be a file, but is " + server);
    }
    return Path.of(URI.create(server.toString()));
  }

  /** The package quoll of this clone. */
  private static Path quoll(Path below) {
    for (Path folder = below; folder != null; folder = folder.getParent()) {
      Path quoll = folder.resolve("quoll");
      if (Files.exists(quoll.resolve("run.sh"))) {
        return quoll;
      }
    }
    throw new IllegalStateException("no folder around " + below + " has quoll");
  }

  private static Boolean ended(Process server) {
    if (server.exitValue() != CANNOT_BEGIN) {
      throw new IllegalStateException("the page's server has ended: " + server.exitValue());
    }
    return false;
  }

  private static Boolean wasWritten(Writer out, Next<News> next) {
    return switch (next) {
      case Next.Value<News>(News news) -> {
        write(out, news);
        yield true;
      }
      case Next.End<News> end -> false;
    };
  }

  private static void write(Writer out, News news) {
    if (news.isWhole()) {
      line(out, "{\"whole\":true}");
    }
    List<String> counts = new ArrayList<>();
    for (Map.Entry<Tally, Long> one : news.counts().entrySet()) {
      Tally tally = one.getKey();
      counts.add(array(tally.service(), tally.level().name(), tally.minute(), one.getValue()));
      if (counts.size() == LINE_COUNTS) {
        line(out, "{\"counts\":[" + String.join(",", counts) + "]}");
        counts.clear();
      }
    }
    line(out, "{\"counts\":[" + String.join(",", counts) + "]}");
  }

  /** The alerts end after the news, which ends the writing. */
  private static Boolean alertWasWritten(Writer out, Next<Alert> next) {
    if (next instanceof Next.Value<Alert>(Alert alert)) {
      line(out, "{\"alert\":" + array(alert.service(), alert.minute(), alert.errors()) + "}");
    }
    return true;
  }

  /** Names of services have no characters that JSON would escape; Formats admits no others. */
  private static String array(Object... values) {
    StringBuilder array = new StringBuilder();
    for (Object value : values) {
      array.append(array.isEmpty() ? "[" : ",");
      array.append(value instanceof String ? "\"" + value + "\"" : value.toString());
    }
    return array.append("]").toString();
  }

  private static void line(Writer out, String line) {
    try {
      out.write(line + "\n");
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the page's server takes no more", e);
    }
  }
}
