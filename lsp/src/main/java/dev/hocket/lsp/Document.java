package dev.hocket.lsp;

import dev.hocket.compiler.inspect.Inspection;
import dev.hocket.compiler.inspect.Inspector;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;

/** A version of a text that is open in the editor. */
final class Document {
  private final String clientUri;
  private final String uri;
  private final int version;
  private final String text;
  private final Lines lines;
  private Inspection inspection;
  private int forgotten;

  /**
   * Creates a version of a text.
   *
   * @param clientUri the text's URI in the client's spelling
   * @param version the client's version number
   */
  Document(String clientUri, int version, String text) {
    this.clientUri = clientUri;
    this.uri = Project.plain(clientUri);
    this.version = version;
    this.text = text;
    this.lines = new Lines(text);
  }

  Document changed(int newVersion, List<TextDocumentContentChangeEvent> changes) {
    String now = text;
    for (TextDocumentContentChangeEvent change : changes) {
      if (change.getRange() == null) {
        now = change.getText();
      } else {
        Lines of = new Lines(now);
        int start = of.offset(change.getRange().getStart());
        int end = Math.max(start, of.offset(change.getRange().getEnd()));
        now = now.substring(0, start) + change.getText() + now.substring(end);
      }
    }
    return new Document(clientUri, newVersion, now);
  }

  String clientUri() {
    return clientUri;
  }

  String uri() {
    return uri;
  }

  int version() {
    return version;
  }

  String text() {
    return text;
  }

  Lines lines() {
    return lines;
  }

  /**
   * The result of inspecting the text, cached until a file changes.
   *
   * @param isCancelled whether the result is not needed any more
   */
  Inspection inspection(Inspector inspector, BooleanSupplier isCancelled) {
    int before;
    synchronized (this) {
      if (inspection != null) {
        return inspection;
      }
      before = forgotten;
    }
    Inspection made = inspector.inspect(uri, text, isCancelled);
    synchronized (this) {
      // If something else has changed meanwhile, the result may be out of date.
      inspection = forgotten == before ? made : null;
    }
    return made;
  }

  /** Drops the result of the inspection, because another file or a library has changed. */
  synchronized void forget() {
    inspection = null;
    forgotten++;
  }
}
