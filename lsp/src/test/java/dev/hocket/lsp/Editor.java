package dev.hocket.lsp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidChangeWorkspaceFoldersParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentEdit;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.WorkspaceClientCapabilities;
import org.eclipse.lsp4j.WorkspaceEditCapabilities;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.WorkspaceFoldersChangeEvent;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;

/** A client with its own server, connected by pipes. */
final class Editor implements LanguageClient, AutoCloseable {
  static final URI PAGES = URI.create("https://pages.example/");
  private static final long LIMIT_MINUTES = 3;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Future<Integer> ended;
  private final Map<String, String> texts = new HashMap<>();
  private final Map<String, Integer> versions = new HashMap<>();
  private final List<String> shown = new ArrayList<>();
  private final Map<String, PublishDiagnosticsParams> published = new HashMap<>();
  private final Pipe toServerPipe = Pipe.open();
  private final OutputStream toServer = Channels.newOutputStream(toServerPipe.sink());
  final LanguageServer server;

  Editor(Path folder, Object settings) throws Exception {
    Pipe toClient = Pipe.open();
    InputStream in = Channels.newInputStream(toServerPipe.source());
    OutputStream out = Channels.newOutputStream(toClient.sink());
    InputStream fromServer = Channels.newInputStream(toClient.source());
    Callable<Integer> serving = () -> LanguageServers.serve(in, out, PAGES, "0");
    ended = threads.submit(serving);
    Launcher<LanguageServer> launcher =
        LSPLauncher.createClientLauncher(this, fromServer, toServer, threads, each -> each);
    launcher.startListening();
    server = launcher.getRemoteProxy();
    InitializeParams params = new InitializeParams();
    params.setWorkspaceFolders(folders(List.of(folder)));
    params.setInitializationOptions(settings);
    ClientCapabilities can = new ClientCapabilities();
    WorkspaceEditCapabilities edits = new WorkspaceEditCapabilities();
    edits.setDocumentChanges(true);
    can.setWorkspace(new WorkspaceClientCapabilities());
    can.getWorkspace().setWorkspaceEdit(edits);
    params.setCapabilities(can);
    await(server.initialize(params));
    server.initialized(new InitializedParams());
  }

  static <T> T await(CompletableFuture<T> answer) throws Exception {
    return answer.get(LIMIT_MINUTES, TimeUnit.MINUTES);
  }

  static String uri(Path file) {
    return file.toUri().toString();
  }

  /** Opens a text; returns the server's messages about it. */
  List<Diagnostic> open(String uri, String text) throws InterruptedException {
    texts.put(uri, text);
    versions.put(uri, 1);
    server
        .getTextDocumentService()
        .didOpen(new DidOpenTextDocumentParams(new TextDocumentItem(uri, "java", 1, text)));
    return diagnostics(uri);
  }

  /** Replaces a part of a text; returns the server's messages about the new text. */
  List<Diagnostic> type(String uri, int start, int end, String typed) throws InterruptedException {
    send(uri, start, end, typed);
    return diagnostics(uri);
  }

  void send(String uri, int start, int end, String typed) {
    String before = texts.get(uri);
    int version = versions.merge(uri, 1, Integer::sum);
    Range range = new Lines(before).range(start, end);
    texts.put(uri, before.substring(0, start) + typed + before.substring(end));
    server
        .getTextDocumentService()
        .didChange(
            new DidChangeTextDocumentParams(
                new VersionedTextDocumentIdentifier(uri, version),
                List.of(new TextDocumentContentChangeEvent(range, typed))));
  }

  String text(String uri) {
    return texts.get(uri);
  }

  /** Replaces the first occurrence of a text. */
  List<Diagnostic> replace(String uri, String words, String by) throws InterruptedException {
    int start = texts.get(uri).indexOf(words);
    return type(uri, start, start + words.length(), by);
  }

  /** Waits for the server's messages about the newest version of a text. */
  synchronized List<Diagnostic> diagnostics(String uri) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(LIMIT_MINUTES);
    while (!published.containsKey(uri)
        || !versions.get(uri).equals(published.get(uri).getVersion())) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0 || ended.isDone()) {
        throw new AssertionError("no diagnostics of version " + versions.get(uri) + " of " + uri);
      }
      wait(Math.min(left, 1000));
    }
    return published.get(uri).getDiagnostics();
  }

  /** Adds folders to the workspace, and removes others. */
  void changeFolders(List<Path> added, List<Path> removed) {
    server
        .getWorkspaceService()
        .didChangeWorkspaceFolders(
            new DidChangeWorkspaceFoldersParams(
                new WorkspaceFoldersChangeEvent(folders(added), folders(removed))));
  }

  private static List<WorkspaceFolder> folders(List<Path> paths) {
    return paths.stream().map(each -> new WorkspaceFolder(uri(each), "test")).toList();
  }

  /** Waits for a message to the user. */
  synchronized String shown() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(LIMIT_MINUTES);
    while (shown.isEmpty()) {
      assertTrue(System.nanoTime() < end, "no message is shown");
      wait(1000);
    }
    return shown.removeFirst();
  }

  /** Waits until the server reports messages with these codes for a text that does not change. */
  synchronized void awaitCodes(String uri, List<String> codes) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(LIMIT_MINUTES);
    while (!codes.equals(codes(diagnostics(uri)))) {
      assertTrue(System.nanoTime() < end, "still " + published.get(uri));
      wait(1000);
    }
  }

  void save(String uri) {
    server
        .getTextDocumentService()
        .didSave(new DidSaveTextDocumentParams(new TextDocumentIdentifier(uri)));
  }

  Position position(String uri, String words) {
    return new Lines(texts.get(uri)).position(texts.get(uri).indexOf(words));
  }

  String hover(String uri, String words) throws Exception {
    Hover hover =
        await(
            server
                .getTextDocumentService()
                .hover(new HoverParams(new TextDocumentIdentifier(uri), position(uri, words))));
    return hover == null ? "" : hover.getContents().getRight().getValue();
  }

  List<String> completion(String uri, int offset) throws Exception {
    Position at = new Lines(texts.get(uri)).position(offset);
    return await(
            server
                .getTextDocumentService()
                .completion(new CompletionParams(new TextDocumentIdentifier(uri), at)))
        .getLeft()
        .stream()
        .map(item -> item.getLabel())
        .toList();
  }

  List<CodeAction> actions(String uri, int start, int end) throws Exception {
    Range range = new Lines(texts.get(uri)).range(start, end);
    List<CodeAction> actions = new ArrayList<>();
    await(
            server
                .getTextDocumentService()
                .codeAction(
                    new CodeActionParams(
                        new TextDocumentIdentifier(uri), range, new CodeActionContext(List.of()))))
        .forEach(each -> actions.add(each.getRight()));
    return actions;
  }

  /** Applies an action; returns the server's messages afterwards. */
  List<Diagnostic> accept(String uri, CodeAction action) throws InterruptedException {
    TextDocumentEdit edit = action.getEdit().getDocumentChanges().getFirst().getLeft();
    assertEquals(uri, edit.getTextDocument().getUri());
    if (!edit.getTextDocument().getVersion().equals(versions.get(uri))) {
      throw new IllegalStateException("the text has changed since the action was made");
    }
    List<TextEdit> edits = new ArrayList<>();
    edit.getEdits().forEach(each -> edits.add(each.getLeft()));
    Lines lines = new Lines(texts.get(uri));
    edits.sort((one, other) ->
        lines.offset(other.getRange().getStart()) - lines.offset(one.getRange().getStart()));
    for (TextEdit each : edits) {
      int start = lines.offset(each.getRange().getStart());
      send(uri, start, lines.offset(each.getRange().getEnd()), each.getNewText());
    }
    return diagnostics(uri);
  }

  /** Shuts the server down as the protocol requires. */
  int shutDown() throws Exception {
    await(server.shutdown());
    server.exit();
    return ended.get(LIMIT_MINUTES, TimeUnit.MINUTES);
  }

  /** Closes the streams like an editor that has crashed. */
  int vanish() throws Exception {
    toServer.close();
    return ended.get(LIMIT_MINUTES, TimeUnit.MINUTES);
  }

  static List<String> codes(List<Diagnostic> diagnostics) {
    return diagnostics.stream().map(each -> each.getCode().getLeft()).toList();
  }

  static void assertCodes(List<String> expected, List<Diagnostic> diagnostics) {
    assertEquals(expected, codes(diagnostics), diagnostics.toString());
  }

  @Override
  public synchronized void publishDiagnostics(PublishDiagnosticsParams diagnostics) {
    published.put(diagnostics.getUri(), diagnostics);
    notifyAll();
  }

  @Override
  public void telemetryEvent(Object object) {
    throw new AssertionError("no telemetry");
  }

  @Override
  public synchronized void showMessage(MessageParams message) {
    shown.add(message.getMessage());
    notifyAll();
  }

  @Override
  public CompletableFuture<MessageActionItem> showMessageRequest(ShowMessageRequestParams params) {
    throw new AssertionError(params);
  }

  @Override
  public void logMessage(MessageParams message) {
    throw new AssertionError(message);
  }

  @Override
  public void close() throws IOException {
    toServer.close();
    threads.shutdownNow();
  }
}
