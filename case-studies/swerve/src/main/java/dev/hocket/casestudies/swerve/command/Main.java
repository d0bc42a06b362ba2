package dev.hocket.casestudies.swerve.command;

import dev.hocket.casestudies.swerve.Server;
import dev.hocket.casestudies.swerve.Settings;
import dev.hocket.casestudies.swerve.Version;
import dev.hocket.casestudies.swerve.async.Async;
import dev.hocket.casestudies.swerve.lockstep.LockStep;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the server. */
@Command(
    name = "swerve",
    description = "Serves the files below a directory by HTTP/1.1, until it is interrupted.",
    mixinStandardHelpOptions = true,
    version = "swerve of Hocket 0.1.0",
    sortOptions = false)
public final class Main implements Callable<Integer> {
  private static final int FAILED = 1;
  private static final int MOST_PORT = 65_535;

  private static final String CHARACTER_SET = "native.encoding";
  private static final boolean CAN_NAME_EVERY_FILE =
      Charset.forName(System.getProperty(CHARACTER_SET), StandardCharsets.US_ASCII)
          .newEncoder()
          .canEncode('\u20ac');

  @Spec private CommandSpec spec;

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

  @ArgGroup private Kind kind = new Kind();

  @Option(
      names = "--max-connections",
      defaultValue = "10000",
      description = "at a time; more wait (default: ${DEFAULT-VALUE})")
  private int maxConnections;

  @Option(names = "--log", paramLabel = "DIR", description = "writes what is served to files there")
  private Path log;

  /** One of the two versions. */
  private static final class Kind {
    @Option(names = "--async", description = "asynchronous events (default)")
    private boolean async;

    @Option(names = "--lockstep", description = "synchronous events only")
    private boolean lockstep;
  }

  private Main() {}

  /**
   * Runs the server.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    int code = new CommandLine(new Main()).execute(args);
    if (code != 0) {
      System.exit(code);
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    Settings settings = settings();
    Version version = kind.lockstep ? new LockStep() : new Async();
    try {
      Server server = Server.start(settings, version, () -> Runtime.getRuntime().halt(FAILED));
      Thread stopper = new Thread(() -> stop(server), "swerve-stop");
      Runtime.getRuntime().addShutdownHook(stopper);
      InetSocketAddress bound = server.address();
      System.out.println(
          "Serving "
              + root.toRealPath()
              + " on http://"
              + bound.getHostString()
              + ":"
              + bound.getPort()
              + "/");
      if (!CAN_NAME_EVERY_FILE) {
        System.err.println(
            "swerve: the character set of the locale is "
                + System.getProperty(CHARACTER_SET)
                + ", so a file with other characters in its name is not found; set LC_ALL=C.UTF-8");
      }
    } catch (IOException e) {
      System.err.println("swerve: " + e.getMessage());
      return FAILED;
    }
    // The server's threads are virtual and do not keep the program alive; only the program's end
    // ends the server.
    Thread.currentThread().join();
    return 0;
  }

  private Settings settings() {
    if (port < 0 || port > MOST_PORT) {
      throw new ParameterException(
          spec.commandLine(), "--port must be between 0 and " + MOST_PORT + ", not " + port);
    }
    Settings usual = Settings.of(root, port);
    try {
      return new Settings(
          root,
          address,
          port,
          maxConnections,
          usual.times(),
          usual.limits(),
          usual.cacheBytes(),
          usual.lookupValid(),
          Optional.ofNullable(log));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }

  private static void stop(Server server) {
    try {
      int unfinished = server.stop();
      if (unfinished > 0) {
        System.err.println(
            "swerve: closed " + unfinished + " connections in the middle of a response");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
