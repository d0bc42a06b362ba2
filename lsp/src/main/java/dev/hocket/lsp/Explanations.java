package dev.hocket.lsp;

import dev.hocket.compiler.inspect.Governed;
import dev.hocket.compiler.inspect.Inspection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.InlayHint;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.jsonrpc.messages.Either;

/** Explains directives to the reader of a text. */
final class Explanations {
  private Explanations() {}

  /** The facts about the directive at a position; null if there is none. */
  static Hover hover(Document document, Position position, Inspection inspection) {
    int offset = document.lines().offset(position);
    for (Governed each : inspection.governed()) {
      if (each.start() <= offset && offset <= each.end()) {
        String text =
            each.facts().stream()
                .map(fact -> "- " + fact)
                .collect(Collectors.joining("\n", "**" + each.word() + "**\n\n", ""));
        return new Hover(
            new MarkupContent(MarkupKind.MARKDOWN, text),
            document.lines().range(each.start(), each.end()));
      }
    }
    return null;
  }

  /** The thread that runs the code, shown where it changes: before and after a block. */
  static List<InlayHint> threads(Document document, Range range, Inspection inspection) {
    List<InlayHint> hints = new ArrayList<>();
    for (Governed each : inspection.governed()) {
      if (each.target().isPresent()) {
        hints.add(hint(document, each.end(), " on " + each.target().get()));
        hints.add(hint(document, each.codeEnd(), " back to the thread before"));
      }
    }
    hints.removeIf(hint -> !contains(range, hint.getPosition()));
    return hints;
  }

  private static InlayHint hint(Document document, int offset, String label) {
    return new InlayHint(document.lines().position(offset), Either.forLeft(label));
  }

  private static boolean contains(Range range, Position position) {
    return range.getStart().getLine() <= position.getLine()
        && position.getLine() <= range.getEnd().getLine();
  }
}
