package dev.hocket.lsp;

import dev.hocket.compiler.inspect.Finding;
import dev.hocket.compiler.inspect.Inspection;
import dev.hocket.compiler.inspect.InspectionTimeout;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticCodeDescription;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.services.LanguageClient;

/**
 * Inspects open texts after changes, one at a time on a separate thread, and sends the messages to
 * the client. If a text changes during its inspection, the inspection ends early.
 */
final class Diagnosis {
  private final BiFunction<Document, BooleanSupplier, Inspection> inspect;
  private final URI pages;
  private final Map<String, Document> open = new HashMap<>();
  private final Deque<String> waiting = new ArrayDeque<>();
  private final Thread thread =
      Thread.ofPlatform().name("hocket-diagnosis").daemon().unstarted(this::run);
  private LanguageClient client;
  private boolean closed;

  /**
   * A diagnosis that has no texts yet.
   *
   * @param inspect inspects a text; the second argument says whether the result is not needed any
   *     more
   * @param pages the folder of the pages about messages
   */
  Diagnosis(BiFunction<Document, BooleanSupplier, Inspection> inspect, URI pages) {
    this.inspect = inspect;
    this.pages = pages;
  }

  void start(LanguageClient to) {
    client = to;
    thread.start();
  }

  /** Enqueues a new or changed text; it is inspected first. */
  synchronized void changed(Document document) {
    open.put(document.uri(), document);
    waiting.remove(document.uri());
    waiting.addFirst(document.uri());
    notifyAll();
  }

  synchronized void closed(String uri) {
    open.remove(uri);
    waiting.remove(uri);
  }

  /** Enqueues all open texts, because another file has changed that they may depend on. */
  synchronized void inspectAll() {
    for (Document document : open.values()) {
      document.forget();
      if (!waiting.contains(document.uri())) {
        waiting.add(document.uri());
      }
    }
    notifyAll();
  }

  synchronized Document document(String uri) {
    return open.get(uri);
  }

  synchronized List<Document> documents() {
    return List.copyOf(open.values());
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }

  private void run() {
    for (Document document = next(); document != null; document = next()) {
      try {
        publish(document, diagnostics(document));
      } catch (InspectionTimeout e) {
        publish(document, List.of(givenUp(e)));
      } catch (CancellationException e) {
        // The newer text is already in the queue.
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        ErrorLines.print("cannot inspect " + document.uri(), e);
      }
    }
  }

  private synchronized Document next() {
    while (!closed) {
      String uri = waiting.poll();
      Document document = uri == null ? null : open.get(uri);
      if (document != null) {
        return document;
      }
      if (waiting.isEmpty()) {
        try {
          wait();
        } catch (InterruptedException e) {
          return null;
        }
      }
    }
    return null;
  }

  private synchronized boolean isOld(Document document) {
    return closed || open.get(document.uri()) != document;
  }

  private synchronized void publish(Document document, List<Diagnostic> diagnostics) {
    if (!isOld(document)) {
      client.publishDiagnostics(
          new PublishDiagnosticsParams(document.clientUri(), diagnostics, document.version()));
    }
  }

  /** Inspects a text. Ends early with an exception if the text has changed. */
  private List<Diagnostic> diagnostics(Document document) {
    return inspect.apply(document, () -> isOld(document)).findings().stream()
        .map(each -> diagnostic(document, each))
        .toList();
  }

  /** The message that the others are missing. */
  private static Diagnostic givenUp(InspectionTimeout reason) {
    return new Diagnostic(
        new Range(new Position(0, 0), new Position(0, 0)),
        "directives are not checked in this text: the inspection was given up, because "
            + reason.getMessage()
            + "\nhelp: change the text and wait, or start the language server again; the build checks"
            + " directives, too",
        DiagnosticSeverity.Warning,
        "hocket");
  }

  private Diagnostic diagnostic(Document document, Finding finding) {
    Diagnostic diagnostic =
        new Diagnostic(
            document.lines().range(finding.start(), finding.end()),
            finding.text() + "\nhelp: " + finding.help(),
            finding.error() ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
            "hocket",
            finding.code());
    diagnostic.setCodeDescription(
        new DiagnosticCodeDescription(pages.resolve(finding.code() + ".md").toString()));
    return diagnostic;
  }
}
