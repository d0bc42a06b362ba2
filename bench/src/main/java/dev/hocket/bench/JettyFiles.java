package dev.hocket.bench;

import java.nio.file.Path;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.util.resource.ResourceFactory;

/** A peer: Jetty as a server of files, in a separate program. */
final class JettyFiles {
  private JettyFiles() {}

  /** Serves the directory in the first argument on the loopback port in the second. */
  public static void main(String[] args) throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    connector.setPort(Integer.parseInt(args[1]));
    connector.setAcceptQueueSize(WebServers.BACKLOG);
    server.addConnector(connector);
    ResourceHandler files = new ResourceHandler();
    files.setBaseResource(ResourceFactory.of(files).newResource(Path.of(args[0])));
    server.setHandler(files);
    server.start();
    server.join();
  }
}
