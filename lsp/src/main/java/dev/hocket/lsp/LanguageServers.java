package dev.hocket.lsp;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.jsonrpc.RemoteEndpoint;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;

/** Starts language servers, one for each client. */
public final class LanguageServers {
  private LanguageServers() {}

  /** The exit code of a server whose client did not follow the protocol. */
  private static final int BAD_INPUT = 2;

  /** The package of LSP4J whose methods throw what a server does not override. */
  private static final String SERVICES = "org.eclipse.lsp4j.services.";

  /** The answer to a request that has failed, or that this server does not offer. */
  private static ResponseError answer(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      boolean isOfProtocol =
          each instanceof UnsupportedOperationException
              && each.getStackTrace().length > 0
              && each.getStackTrace()[0].getClassName().startsWith(SERVICES);
      if (isOfProtocol) {
        return new ResponseError(ResponseErrorCode.MethodNotFound, "not offered", null);
      }
    }
    return RemoteEndpoint.DEFAULT_EXCEPTION_HANDLER.apply(failure);
  }

  /**
   * Serves one client. Blocks until the client sends {@code exit}, closes its stream, or writes
   * something that is not a message, which is reported on standard error.
   *
   * @param in the stream that the client writes to
   * @param out the stream that the client reads from
   * @param pages the folder of the pages about messages, with a slash at its end
   * @param version the version of Hocket and of its Maven plugin
   * @return the exit code that the protocol requires: 0 after {@code shutdown}, else 1; and 2 after
   *     something that is not a message
   * @throws InterruptedException if the thread is interrupted, which ends the server
   */
  public static int serve(InputStream in, OutputStream out, URI pages, String version)
      throws InterruptedException {
    ErrorLines.replaceLog();
    ClientStream stream = new ClientStream(in);
    ExecutorService messages = Executors.newVirtualThreadPerTaskExecutor();
    try (Server server = new Server(pages, version)) {
      Launcher<LanguageClient> launcher =
          new LSPLauncher.Builder<LanguageClient>()
              .setLocalService(server)
              .setRemoteInterface(LanguageClient.class)
              .setInput(stream)
              .setOutput(out)
              .setExecutorService(messages)
              .setExceptionHandler(LanguageServers::answer)
              .validateMessages(true)
              .create();
      server.connect(launcher.getRemoteProxy());
      Future<Void> listening = launcher.startListening();
      messages.submit(() -> {
        try {
          listening.get();
        } catch (ExecutionException e) {
          ErrorLines.print("cannot read what the editor writes", e.getCause());
        } finally {
          server.end();
        }
        return null;
      });
      int exitCode = server.awaitEnd();
      if (stream.fault() == null) {
        return exitCode;
      }
      ErrorLines.print(
          "an editor should write messages of the Language Server Protocol, but " + stream.fault());
      return BAD_INPUT;
    } finally {
      messages.shutdownNow();
    }
  }
}
