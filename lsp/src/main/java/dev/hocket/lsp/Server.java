package dev.hocket.lsp;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.CodeActionOptions;
import org.eclipse.lsp4j.CompletionOptions;
import org.eclipse.lsp4j.DidChangeConfigurationParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.ServerCapabilities;
import org.eclipse.lsp4j.ServerInfo;
import org.eclipse.lsp4j.SetTraceParams;
import org.eclipse.lsp4j.TextDocumentSyncKind;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.eclipse.lsp4j.services.WorkspaceService;

/** The requests of one client about its workspace. */
final class Server implements LanguageServer, WorkspaceService, AutoCloseable {
  private final URI pages;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Project project = new Project();
  private final Documents documents;
  private volatile boolean shutDown;

  Server(URI pages) {
    this.pages = pages;
    this.documents = new Documents(project, pages);
  }

  void connect(LanguageClient client) {
    documents.connect(client);
  }

  @Override
  public CompletableFuture<InitializeResult> initialize(InitializeParams params) {
    List<Path> folders = new ArrayList<>();
    if (params.getWorkspaceFolders() != null) {
      for (WorkspaceFolder folder : params.getWorkspaceFolders()) {
        Project.path(folder.getUri()).ifPresent(folders::add);
      }
    }
    project.open(folders);
    configure(params.getInitializationOptions());
    ServerCapabilities can = new ServerCapabilities();
    can.setTextDocumentSync(TextDocumentSyncKind.Incremental);
    can.setCompletionProvider(new CompletionOptions(false, List.of("#", " ", "(", ",")));
    can.setHoverProvider(true);
    can.setDefinitionProvider(true);
    can.setReferencesProvider(true);
    can.setInlayHintProvider(true);
    CodeActionOptions actions =
        new CodeActionOptions(List.of(CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite));
    can.setCodeActionProvider(actions);
    return CompletableFuture.completedFuture(
        new InitializeResult(can, new ServerInfo("hocket", pages.toString())));
  }

  @Override
  public void initialized(InitializedParams params) {
    project.load();
    documents.inspectAll();
  }

  /** The setting {@code inlayHints}. */
  private void configure(Object settings) {
    if (settings instanceof JsonObject object) {
      JsonElement ours = object.has("hocket") ? object.get("hocket") : object;
      if (ours instanceof JsonObject values && values.has("inlayHints")) {
        documents.showThreads(values.get("inlayHints").getAsBoolean());
      }
    }
  }

  @Override
  public void didChangeConfiguration(DidChangeConfigurationParams params) {
    configure(params.getSettings());
  }

  /** Other programs have written files. */
  @Override
  public void didChangeWatchedFiles(DidChangeWatchedFilesParams params) {
    params.getChanges().forEach(change -> documents.fileChanged(change.getUri()));
    documents.inspectAll();
  }

  @Override
  public CompletableFuture<Object> shutdown() {
    shutDown = true;
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void exit() {
    end();
  }

  @Override
  public void setTrace(SetTraceParams params) {
    // Nothing is traced.
  }

  Void end() {
    ended.countDown();
    return null;
  }

  int awaitEnd() throws InterruptedException {
    ended.await();
    return shutDown ? 0 : 1;
  }

  @Override
  public TextDocumentService getTextDocumentService() {
    return documents;
  }

  @Override
  public WorkspaceService getWorkspaceService() {
    return this;
  }

  @Override
  public void close() {
    documents.close();
    project.close();
  }
}
