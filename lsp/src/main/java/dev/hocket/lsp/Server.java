package dev.hocket.lsp;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.CodeActionOptions;
import org.eclipse.lsp4j.CompletionOptions;
import org.eclipse.lsp4j.DidChangeConfigurationParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesRegistrationOptions;
import org.eclipse.lsp4j.DidChangeWorkspaceFoldersParams;
import org.eclipse.lsp4j.FileSystemWatcher;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.MessageType;
import org.eclipse.lsp4j.Registration;
import org.eclipse.lsp4j.RegistrationParams;
import org.eclipse.lsp4j.ServerCapabilities;
import org.eclipse.lsp4j.ServerInfo;
import org.eclipse.lsp4j.SetTraceParams;
import org.eclipse.lsp4j.TextDocumentSyncKind;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.WorkspaceFoldersOptions;
import org.eclipse.lsp4j.WorkspaceServerCapabilities;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.eclipse.lsp4j.services.WorkspaceService;

/** Handles a client's requests about its workspace. */
final class Server implements LanguageServer, WorkspaceService, AutoCloseable {
  private static final List<String> WATCHED =
      List.of("**/*.java", "**/pom.xml", "**/.hocket/classpath", "**/lib/*.jar");

  private final String version;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Project project = new Project();
  private final Documents documents;
  private final Libraries libraries;
  private volatile LanguageClient client;
  private volatile boolean watches;
  private volatile boolean shutDown;

  /**
   * A server for one client.
   *
   * @param pages the folder of the pages about messages
   * @param version the version of Hocket
   */
  Server(URI pages, String version) {
    this.version = version;
    this.libraries =
        new Libraries(
            version,
            this::setClassPath,
            text -> client.showMessage(new MessageParams(MessageType.Warning, text)));
    this.documents = new Documents(project, pages, this::refreshLibraries);
  }

  void connect(LanguageClient to) {
    client = to;
    documents.connect(to);
  }

  private void setClassPath(List<Path> classPath) {
    project.inspector().classPath(classPath);
    documents.inspectAll();
  }

  private void refreshLibraries() {
    libraries.refresh(project.folders());
  }

  @Override
  public CompletableFuture<InitializeResult> initialize(InitializeParams params) {
    project.open(folders(params));
    configure(params.getInitializationOptions());
    watches = canWatch(params.getCapabilities());
    documents.compareVersions(knowsVersions(params.getCapabilities()));
    ServerCapabilities can = new ServerCapabilities();
    can.setTextDocumentSync(TextDocumentSyncKind.Incremental);
    can.setCompletionProvider(new CompletionOptions(false, List.of("#", " ", "(", ",")));
    can.setHoverProvider(true);
    can.setDefinitionProvider(true);
    can.setReferencesProvider(true);
    can.setInlayHintProvider(true);
    can.setWorkspace(workspaceCapabilities());
    CodeActionOptions actions =
        new CodeActionOptions(List.of(CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite));
    can.setCodeActionProvider(actions);
    return CompletableFuture.completedFuture(
        new InitializeResult(can, new ServerInfo("hocket", version)));
  }

  private static WorkspaceServerCapabilities workspaceCapabilities() {
    WorkspaceFoldersOptions folders = new WorkspaceFoldersOptions();
    folders.setSupported(true);
    folders.setChangeNotifications(true);
    return new WorkspaceServerCapabilities(folders);
  }

  /** Older clients have one folder. */
  @SuppressWarnings("deprecation")
  private static List<Path> folders(InitializeParams params) {
    List<Path> folders = new ArrayList<>();
    if (params.getWorkspaceFolders() != null) {
      folders.addAll(paths(params.getWorkspaceFolders()));
    } else if (params.getRootUri() != null) {
      Project.clientPath(params.getRootUri()).ifPresent(folders::add);
    }
    return folders;
  }

  private static List<Path> paths(List<WorkspaceFolder> folders) {
    return folders.stream().flatMap(each -> Project.clientPath(each.getUri()).stream()).toList();
  }

  @Override
  public void didChangeWorkspaceFolders(DidChangeWorkspaceFoldersParams params) {
    project.change(paths(params.getEvent().getAdded()), paths(params.getEvent().getRemoved()));
    documents.inspectAll();
    refreshLibraries();
  }

  private static boolean knowsVersions(ClientCapabilities client) {
    return client.getWorkspace() != null
        && client.getWorkspace().getWorkspaceEdit() != null
        && Boolean.TRUE.equals(client.getWorkspace().getWorkspaceEdit().getDocumentChanges());
  }

  private static boolean canWatch(ClientCapabilities client) {
    return client.getWorkspace() != null
        && client.getWorkspace().getDidChangeWatchedFiles() != null
        && Boolean.TRUE.equals(
            client.getWorkspace().getDidChangeWatchedFiles().getDynamicRegistration());
  }

  @Override
  public void initialized(InitializedParams params) {
    project.load();
    documents.inspectAll();
    refreshLibraries();
    if (watches) {
      List<FileSystemWatcher> watched =
          WATCHED.stream().map(each -> new FileSystemWatcher(Either.forLeft(each))).toList();
      client.registerCapability(
          new RegistrationParams(
              List.of(
                  new Registration(
                      "files",
                      "workspace/didChangeWatchedFiles",
                      new DidChangeWatchedFilesRegistrationOptions(watched)))));
    }
  }

  /** Whether the setting {@code inlayHints} is on. */
  private void configure(Object settings) {
    if (settings instanceof JsonObject object) {
      JsonElement ours = object.has("hocket") ? object.get("hocket") : object;
      if (ours instanceof JsonObject values
          && values.get("inlayHints") instanceof JsonPrimitive shown
          && shown.isBoolean()) {
        documents.showThreads(shown.getAsBoolean());
      }
    }
  }

  @Override
  public void didChangeConfiguration(DidChangeConfigurationParams params) {
    configure(params.getSettings());
  }

  /** Handles the notification that other programs have changed files. */
  @Override
  public void didChangeWatchedFiles(DidChangeWatchedFilesParams params) {
    params.getChanges().forEach(change -> documents.fileChanged(change.getUri()));
    documents.inspectAll();
    refreshLibraries();
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
    // The server traces nothing, so the setting has no effect.
  }

  void end() {
    ended.countDown();
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
    libraries.close();
    documents.close();
    project.close();
  }
}
