package dev.hocket.bench.servers;

import java.nio.file.Path;
import org.eclipse.jetty.http.content.CachingHttpContentFactory;
import org.eclipse.jetty.http.content.HttpContent;
import org.eclipse.jetty.http.content.ResourceHttpContentFactory;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.util.resource.ResourceFactory;

/** A peer: Jetty as a server of files, in a separate program. */
final class JettyFiles {
  /** As many files as any benchmark asks for; Jetty keeps 2,048 in memory otherwise. */
  private static final int MOST_FILES = 20_000;

  /** The third argument of a server that reads its files again for each request. */
  static final String WITHOUT_CACHE = "--without-cache";

  private JettyFiles() {}

  /** Files that are all kept in memory, or not at all. */
  private static final class Served extends ResourceHandler {
    private final boolean kept;

    Served(boolean kept) {
      this.kept = kept;
    }

    @Override
    protected HttpContent.Factory newHttpContentFactory(ByteBufferPool.Sized buffers) {
      if (!kept) {
        return new ResourceHttpContentFactory(getBaseResource(), getMimeTypes(), buffers);
      }
      HttpContent.Factory factory = super.newHttpContentFactory(buffers);
      ((CachingHttpContentFactory) factory).setMaxCachedFiles(MOST_FILES);
      return factory;
    }
  }

  /**
   * Serves the directory in the first argument on the loopback port in the second; the third may be
   * {@link #WITHOUT_CACHE}.
   */
  public static void main(String[] args) throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    connector.setPort(Integer.parseInt(args[1]));
    connector.setAcceptQueueSize(WebServers.BACKLOG);
    server.addConnector(connector);
    ResourceHandler files = new Served(args.length == 2);
    files.setBaseResource(ResourceFactory.of(files).newResource(Path.of(args[0])));
    server.setHandler(files);
    server.start();
    server.join();
  }
}
