package dev.hocket.casestudies.flowserver;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of the server. */
@Command(
    name = "flow-server",
    description = "Serves the files below a directory by HTTP/1.1, until it is interrupted.",
    mixinStandardHelpOptions = true,
    version = "flow-server of Hocket 0.1.0",
    sortOptions = false)
public final class Main implements Callable<Integer> {
  private static final int FAILED = 1;

  @Option(
      names = "--form",
      defaultValue = "blocking",
      description = "one of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
  private Form form;

  @Option(names = "--root", defaultValue = ".", description = "the directory (default: this one)")
  private Path root;

  @Option(
      names = "--port",
      defaultValue = "8080",
      description = "0 for any free one (default: ${DEFAULT-VALUE})")
  private int port;

  @Option(
      names = "--address",
      defaultValue = "127.0.0.1",
      description = "to bind to (default: ${DEFAULT-VALUE})")
  private String address;

  @Option(
      names = "--sections",
      paramLabel = "EDN",
      description = "such as :per-function or [[\"accept\"] [\".*\"]] (default: those of the form)")
  private String sections;

  @Option(
      names = "--arcs",
      paramLabel = "EDN",
      description = "such as {:waiting :spinning} or {:inside 5} (default: those of the form)")
  private String arcs;

  private Main() {}

  /**
   * Runs the server.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    int code = line(new Main()).execute(args);
    if (code != 0) {
      System.exit(code);
    }
  }

  /**
   * Starts the server in this program, which goes on.
   *
   * @param args see {@code --help}
   * @return closes the server, and waits until its flow has ended
   * @throws IOException if the directory does not exist, a file cannot be read, or the address
   *     cannot be bound
   */
  public static AutoCloseable start(String... args) throws IOException {
    Main main = new Main();
    line(main).parseArgs(args);
    return main.start();
  }

  private static CommandLine line(Main main) {
    return new CommandLine(main).registerConverter(Form.class, Main::form);
  }

  private static Form form(String name) {
    for (Form form : Form.values()) {
      if (form.toString().equals(name)) {
        return form;
      }
    }
    throw new CommandLine.TypeConversionException("there is no form '" + name + "'");
  }

  @Override
  public Integer call() {
    try {
      FlowServer server = start();
      Runtime.getRuntime().addShutdownHook(new Thread(server::close, "flow-server-stop"));
      InetSocketAddress bound = server.address();
      System.out.println(
          "Serving "
              + root.toRealPath()
              + " on http://"
              + bound.getHostString()
              + ":"
              + bound.getPort()
              + "/");
      server.ended().toCompletableFuture().join();
      return 0;
    } catch (IOException | IllegalArgumentException e) {
      System.err.println("flow-server: " + e.getMessage());
      return FAILED;
    }
  }

  private FlowServer start() throws IOException {
    return FlowServer.start(
        form,
        root,
        new InetSocketAddress(address, port),
        Times.DEFAULT,
        Mapping.of(sections, arcs));
  }
}
