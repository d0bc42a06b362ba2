package dev.hocket.lsp;

import dev.hocket.compiler.inspect.Inspector;
import dev.hocket.compiler.inspect.Writing;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionItemKind;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.jsonrpc.messages.Either;

/** Proposes completions of a directive. */
final class Completions {
  private Completions() {}

  static List<CompletionItem> at(Document document, Position position, Inspector inspector) {
    int offset = document.lines().offset(position);
    List<CompletionItem> items = new ArrayList<>();
    for (Writing.Proposal each :
        Writing.proposals(document.text(), offset, inspector.names(document.uri()))) {
      CompletionItem item = new CompletionItem(each.text());
      item.setDetail(each.detail());
      if (!each.meaning().isEmpty()) {
        item.setDocumentation(each.meaning());
      }
      item.setKind(CompletionItemKind.Keyword);
      item.setFilterText(each.text());
      item.setSortText("%04d".formatted(items.size()));
      item.setTextEdit(
          Either.forLeft(
              new TextEdit(document.lines().range(offset - each.prefix(), offset), each.text())));
      items.add(item);
    }
    return items;
  }
}
