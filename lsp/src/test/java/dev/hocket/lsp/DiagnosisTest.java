package dev.hocket.lsp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.compiler.inspect.Inspection;
import dev.hocket.compiler.inspect.InspectionTimeout;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.services.LanguageClient;
import org.junit.jupiter.api.Test;

/** The messages that a client gets without asking. */
class DiagnosisTest {
  private final BlockingQueue<PublishDiagnosticsParams> published = new LinkedBlockingQueue<>();

  private final class Client implements LanguageClient {
    @Override
    public void publishDiagnostics(PublishDiagnosticsParams diagnostics) {
      published.add(diagnostics);
    }

    @Override
    public void telemetryEvent(Object object) {}

    @Override
    public void showMessage(MessageParams message) {}

    @Override
    public CompletableFuture<MessageActionItem> showMessageRequest(
        ShowMessageRequestParams request) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void logMessage(MessageParams message) {}
  }

  @Test
  void inspectionThatHangs_isSaid_andTheOtherTextsAreInspected() throws Exception {
    Diagnosis diagnosis = new Diagnosis((document, isCancelled) -> inspect(document), Editor.PAGES);
    try {
      diagnosis.start(new Client());
      diagnosis.changed(new Document("file:///Hangs.java", 1, "class Hangs {}"));
      PublishDiagnosticsParams hangs = published.take();
      assertEquals("file:///Hangs.java", hangs.getUri());
      String said = hangs.getDiagnostics().getFirst().getMessage().toString();
      assertTrue(said.contains("the inspection was given up, because it has not ended"), said);
      diagnosis.changed(new Document("file:///Ends.java", 1, "class Ends {}"));
      PublishDiagnosticsParams ends = published.take();
      assertEquals("file:///Ends.java", ends.getUri());
      assertEquals(List.of(), ends.getDiagnostics());
    } finally {
      diagnosis.close();
    }
  }

  private static Inspection inspect(Document document) {
    if (document.text().contains("Hangs")) {
      throw new InspectionTimeout("it has not ended");
    }
    return new Inspection(List.of(), List.of(), 0, true);
  }
}
