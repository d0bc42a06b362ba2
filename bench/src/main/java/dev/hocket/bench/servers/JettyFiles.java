package dev.hocket.bench.servers;

import java.nio.file.Path;
import org.eclipse.jetty.http.content.CachingHttpContentFactory;
import org.eclipse.jetty.http.content.HttpContent;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.util.resource.ResourceFactory;

/** A peer: Jetty as a server of files, in a separate program. */
final class JettyFiles {
  /** As many files as any benchmark asks for; Jetty keeps 2,048 in memory otherwise. */
  private static final int MOST_FILES = 20_000;

  private JettyFiles() {}

  /** Keeps every file in memory, as the other servers do. */
  private static final class CachedFiles extends ResourceHandler {
    @Override
    protected HttpContent.Factory newHttpContentFactory(ByteBufferPool.Sized buffers) {
      HttpContent.Factory factory = super.newHttpContentFactory(buffers);
      ((CachingHttpContentFactory) factory).setMaxCachedFiles(MOST_FILES);
      return factory;
    }
  }

  /** Serves the directory in the first argument on the loopback port in the second. */
  public static void main(String[] args) throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    connector.setPort(Integer.parseInt(args[1]));
    connector.setAcceptQueueSize(WebServers.BACKLOG);
    server.addConnector(connector);
    ResourceHandler files = new CachedFiles();
    files.setBaseResource(ResourceFactory.of(files).newResource(Path.of(args[0])));
    server.setHandler(files);
    server.start();
    server.join();
  }
}
