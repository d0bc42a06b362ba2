package dev.hocket.lsp;

import dev.hocket.compiler.inspect.Inspection;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionList;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.InlayHint;
import org.eclipse.lsp4j.InlayHintParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.LocationLink;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.jsonrpc.CancelChecker;
import org.eclipse.lsp4j.jsonrpc.CompletableFutures;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.TextDocumentService;

/**
 * Handles a client's requests about texts. Notifications about changes are handled in order, on the
 * thread that reads messages. Each other request is answered on its own thread, and can be
 * cancelled.
 */
final class Documents implements TextDocumentService {
  private final Project project;
  private final Runnable saved;
  private final Diagnosis diagnosis;
  private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
  private volatile LanguageClient client;
  private volatile boolean showsThreads;
  private volatile boolean knowsVersions;

  /**
   * The texts of a client.
   *
   * @param saved is called when the user has saved a text
   */
  Documents(Project project, URI pages, Runnable saved) {
    this.project = project;
    this.saved = saved;
    this.diagnosis =
        new Diagnosis(
            (document, isCancelled) -> document.inspection(project.inspector(), isCancelled),
            pages);
  }

  void connect(LanguageClient to) {
    client = to;
    diagnosis.start(to);
  }

  /** Says whether the editor compares the version of a text before it changes the text. */
  void compareVersions(boolean known) {
    knowsVersions = known;
  }

  void showThreads(boolean shown) {
    showsThreads = shown;
  }

  /**
   * Updates the texts after the project or one of its files has been read. For open files, the
   * editor's text counts instead of the saved one.
   */
  void inspectAll() {
    diagnosis.documents().forEach(each -> project.inspector().put(each.uri(), each.text()));
    diagnosis.inspectAll();
  }

  /** Updates a file that another program has written or deleted. */
  void fileChanged(String clientUri) {
    String uri = Project.plain(clientUri);
    if (diagnosis.document(uri) == null) {
      readAgain(uri);
    }
  }

  private void readAgain(String uri) {
    Optional<Path> file = Project.path(uri);
    Optional<String> saved = file.filter(each -> uri.endsWith(".java")).flatMap(Project::readFile);
    saved.ifPresentOrElse(
        text -> project.inspector().put(uri, text), () -> project.inspector().remove(uri));
  }

  @Override
  public void didOpen(DidOpenTextDocumentParams params) {
    TextDocumentItem item = params.getTextDocument();
    show(new Document(item.getUri(), item.getVersion(), item.getText()));
  }

  @Override
  public void didChange(DidChangeTextDocumentParams params) {
    Document before = document(params.getTextDocument());
    if (before != null) {
      int version = params.getTextDocument().getVersion();
      show(before.changed(version, params.getContentChanges()));
    }
  }

  private void show(Document document) {
    project.inspector().put(document.uri(), document.text());
    diagnosis.changed(document);
  }

  @Override
  public void didClose(DidCloseTextDocumentParams params) {
    String clientUri = params.getTextDocument().getUri();
    diagnosis.closed(Project.plain(clientUri));
    readAgain(Project.plain(clientUri));
    client.publishDiagnostics(new PublishDiagnosticsParams(clientUri, List.of()));
  }

  @Override
  public void didSave(DidSaveTextDocumentParams params) {
    diagnosis.inspectAll();
    saved.run();
  }

  private Document document(TextDocumentIdentifier identifier) {
    return diagnosis.document(Project.plain(identifier.getUri()));
  }

  /** Answers a request about a text; the answer is empty if the text is not open. */
  private <T> CompletableFuture<T> answer(
      TextDocumentIdentifier identifier, T empty, BiFunction<Document, CancelChecker, T> answer) {
    Document document = document(identifier);
    return document == null
        ? CompletableFuture.completedFuture(empty)
        : CompletableFutures.computeAsync(
            requests,
            cancel -> {
              try {
                return answer.apply(document, cancel);
              } catch (CancellationException e) {
                cancel.checkCanceled();
                return empty;
              }
            });
  }

  private Inspection inspection(Document document, CancelChecker cancel) {
    return document.inspection(project.inspector(), cancel::isCanceled);
  }

  @Override
  public CompletableFuture<Either<List<CompletionItem>, CompletionList>> completion(
      CompletionParams params) {
    return answer(
        params.getTextDocument(),
        Either.forLeft(List.of()),
        (document, cancel) ->
            Either.forLeft(Completions.at(document, params.getPosition(), project.inspector())));
  }

  @Override
  public CompletableFuture<Hover> hover(HoverParams params) {
    return answer(
        params.getTextDocument(),
        null,
        (document, cancel) ->
            Explanations.hover(document, params.getPosition(), inspection(document, cancel)));
  }

  @Override
  public CompletableFuture<List<InlayHint>> inlayHint(InlayHintParams params) {
    return showsThreads
        ? answer(
            params.getTextDocument(),
            List.of(),
            (document, cancel) ->
                Explanations.threads(document, params.getRange(), inspection(document, cancel)))
        : CompletableFuture.completedFuture(List.of());
  }

  @Override
  public CompletableFuture<Either<List<? extends Location>, List<? extends LocationLink>>>
      definition(DefinitionParams params) {
    return answer(
        params.getTextDocument(),
        Either.forLeft(List.of()),
        (document, cancel) ->
            Either.forLeft(Places.definitions(document, params.getPosition(), project)));
  }

  @Override
  public CompletableFuture<List<? extends Location>> references(ReferenceParams params) {
    return answer(
        params.getTextDocument(),
        List.of(),
        (document, cancel) ->
            Places.references(
                document,
                params.getPosition(),
                params.getContext().isIncludeDeclaration(),
                project));
  }

  @Override
  public CompletableFuture<List<Either<Command, CodeAction>>> codeAction(CodeActionParams params) {
    return answer(
        params.getTextDocument(),
        List.of(),
        (document, cancel) -> {
          List<Either<Command, CodeAction>> found =
              new Actions(document, project.inspector(), cancel::isCanceled)
                  .at(
                      params.getRange(),
                      inspection(document, cancel),
                      params.getContext().getOnly());
          if (knowsVersions) {
            found.forEach(each -> Actions.nameVersion(each.getRight(), document));
          }
          return found;
        });
  }

  void close() {
    requests.shutdownNow();
    diagnosis.close();
  }
}
