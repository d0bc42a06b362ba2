package dev.hocket.lsp;

import dev.hocket.compiler.inspect.Finding;
import dev.hocket.compiler.inspect.Inspection;
import dev.hocket.compiler.inspect.Inspector;
import dev.hocket.compiler.inspect.Selection;
import dev.hocket.lsp.fix.Edit;
import dev.hocket.lsp.fix.Fix;
import dev.hocket.lsp.fix.Fixes;
import dev.hocket.lsp.fix.Moving;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.SnippetTextEdit;
import org.eclipse.lsp4j.TextDocumentEdit;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.lsp4j.jsonrpc.messages.Either;

/** Proposes changes at a place that the user may accept. Each has been tried with the compiler. */
final class Actions {
  /** The largest number of files that are inspected for a method; more would take too long. */
  private static final int MOST_USERS = 30;

  private final Document document;
  private final Inspector inspector;
  private final BooleanSupplier isCancelled;
  private final List<Either<Command, CodeAction>> found = new ArrayList<>();

  Actions(Document document, Inspector inspector, BooleanSupplier isCancelled) {
    this.document = document;
    this.inspector = inspector;
    this.isCancelled = isCancelled;
  }

  /**
   * The changes for a part of the text.
   *
   * @param now what the compiler says of the text
   * @param only the kinds that are wanted; null for all
   */
  List<Either<Command, CodeAction>> at(Range range, Inspection now, List<String> only) {
    int start = document.lines().offset(range.getStart());
    int end = document.lines().offset(range.getEnd());
    for (Finding finding : now.findings()) {
      boolean inRange = finding.start() <= end && start <= finding.end();
      if (inRange && isWanted(CodeActionKind.QuickFix, only)) {
        for (Fix fix : Fixes.of(document.text(), finding)) {
          if (helps(fix, finding.code(), now)) {
            add(fix, CodeActionKind.QuickFix);
          }
        }
      }
    }
    if (start < end && isWanted(CodeActionKind.RefactorRewrite, only)) {
      inspector
          .select(document.uri(), document.text(), start, end, isCancelled)
          .ifPresent(this::addMoves);
    }
    return found;
  }

  /** Whether a kind is one of some, or part of one: refactor.rewrite is part of refactor. */
  private static boolean isWanted(String kind, List<String> only) {
    return only == null
        || only.stream().anyMatch(each -> kind.equals(each) || kind.startsWith(each + "."));
  }

  private void addMoves(Selection selection) {
    String text = document.text();
    List<Fix> onWorker =
        selection.obstacle().isEmpty() ? Moving.onWorker(text, selection) : List.of();
    Optional<Fix> shared = Moving.sharedOut(text, selection);
    if (onWorker.isEmpty() && shared.isEmpty()) {
      return;
    }
    Inspection now = inspector.inspectWhole(document.uri(), document.uri(), text, isCancelled);
    onWorker.stream()
        .filter(fix -> keepsProgram(fix, now, selection))
        .findFirst()
        .ifPresent(fix -> add(fix, CodeActionKind.RefactorRewrite));
    shared
        .filter(fix -> keepsFile(fix, now))
        .ifPresent(fix -> add(fix, CodeActionKind.RefactorRewrite));
  }

  /** Whether a change removes a message with a code, and adds no other message. */
  private boolean helps(Fix fix, String code, Inspection now) {
    String text = Edit.apply(document.text(), fix.edits());
    Inspection then = inspector.inspect(document.uri(), text, isCancelled);
    boolean fewer = counts(then).getOrDefault(code, 0) < counts(now).get(code);
    return fewer && hasNothingNew(then, now);
  }

  private static boolean hasNothingNew(Inspection then, Inspection now) {
    Map<String, Integer> before = counts(now);
    return then.isComplete()
        && then.javaErrors() <= now.javaErrors()
        && counts(then).entrySet().stream()
            .allMatch(each -> each.getValue() <= before.getOrDefault(each.getKey(), 0));
  }

  private boolean keepsFile(Fix fix, Inspection now) {
    String text = Edit.apply(document.text(), fix.edits());
    return hasNothingNew(
        inspector.inspectWhole(document.uri(), document.uri(), text, isCancelled), now);
  }

  /** Whether a change adds no message to the file, nor to the files that may call the method. */
  private boolean keepsProgram(Fix fix, Inspection now, Selection selection) {
    if (!keepsFile(fix, now)) {
      return false;
    }
    if (selection.isPrivate() || selection.function().isEmpty()) {
      return true;
    }
    List<String> users = inspector.usersOf(document.uri(), selection.function());
    String text = Edit.apply(document.text(), fix.edits());
    return users.size() <= MOST_USERS && users.stream().allMatch(user -> keepsUser(user, text));
  }

  private boolean keepsUser(String user, String text) {
    Inspection now = inspector.inspectWhole(user, document.uri(), document.text(), isCancelled);
    return !now.hasErrors()
        && hasNothingNew(inspector.inspectWhole(user, document.uri(), text, isCancelled), now);
  }

  private static Map<String, Integer> counts(Inspection inspection) {
    Map<String, Integer> counts = new HashMap<>();
    inspection.findings().forEach(each -> counts.merge(each.code(), 1, Integer::sum));
    return counts;
  }

  private void add(Fix fix, String kind) {
    CodeAction action = new CodeAction(fix.title());
    boolean known = found.stream().anyMatch(each -> each.getRight().getTitle().equals(fix.title()));
    if (known) {
      return;
    }
    action.setKind(kind);
    List<TextEdit> edits =
        fix.edits().stream()
            .map(
                each -> new TextEdit(document.lines().range(each.start(), each.end()), each.text()))
            .toList();
    action.setEdit(new WorkspaceEdit(Map.of(document.clientUri(), edits)));
    found.add(Either.forRight(action));
  }

  /** Names the version of the text, so that an editor applies the change to no other. */
  static void nameVersion(CodeAction action, Document document) {
    List<Either<TextEdit, SnippetTextEdit>> edits =
        action.getEdit().getChanges().get(document.clientUri()).stream()
            .map(Either::<TextEdit, SnippetTextEdit>forLeft)
            .toList();
    VersionedTextDocumentIdentifier text =
        new VersionedTextDocumentIdentifier(document.clientUri(), document.version());
    action.setEdit(new WorkspaceEdit(List.of(Either.forLeft(new TextDocumentEdit(text, edits)))));
  }
}
