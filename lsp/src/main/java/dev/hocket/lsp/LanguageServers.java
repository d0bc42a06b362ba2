package dev.hocket.lsp;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;

/** Starts servers, one for each client. */
public final class LanguageServers {
  private LanguageServers() {}

  /**
   * Serves one client. Blocks until the client says {@code exit}, or closes its stream.
   *
   * @param in what the client writes
   * @param out what the client reads
   * @param pages the folder of the pages about messages, with a slash at its end
   * @return the exit code that the protocol asks for: 0 after {@code shutdown}, else 1
   * @throws InterruptedException if the thread is interrupted, which ends the server
   */
  public static int serve(InputStream in, OutputStream out, URI pages) throws InterruptedException {
    ExecutorService messages = Executors.newVirtualThreadPerTaskExecutor();
    try (Server server = new Server(pages)) {
      Launcher<LanguageClient> launcher =
          LSPLauncher.createServerLauncher(server, in, out, messages, each -> each);
      server.connect(launcher.getRemoteProxy());
      Future<Void> listening = launcher.startListening();
      messages.submit(() -> {
        listening.get();
        return server.end();
      });
      return server.awaitEnd();
    } finally {
      messages.shutdownNow();
    }
  }
}
