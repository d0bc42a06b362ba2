package dev.hocket.cli;

import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.cli.terminal.UserError;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hocket new}: creates a small project. */
@Command(
    name = "new",
    header = "Make a small project to start from.",
    description = {
      "",
      "Writes a program with directives, a test and a pom.xml into DIR, which must be empty or"
          + " missing. 'mvn package' there builds it; 'hocket install' in a clone of Hocket puts what"
          + " that needs into your local Maven repository."
    },
    customSynopsis = "hocket new DIR [--plain | --swing | --server]",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket new hello",
      "  hocket new primes --swing",
      "",
      "Exit codes: 0 done; 2 bad input."
    })
final class NewCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", hidden = true)
  private Path folder;

  @ArgGroup private Kind kind = new Kind();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  /** The kinds of projects; at most one may be given. */
  private static final class Kind {
    @Option(names = "--plain", description = "A program for the command line (the default).")
    private boolean plain;

    @Option(names = "--swing", description = "A window that stays usable while it computes.")
    private boolean swing;

    @Option(names = "--server", description = "A server on events, which computes on workers.")
    private boolean server;

    Template template() {
      return swing ? Template.SWING : server ? Template.SERVER : Template.PLAIN;
    }
  }

  /**
   * Options may follow the name, as in {@code hocket new hello --swing}. Most commands end with a
   * program and its arguments instead.
   */
  static void allowOptionsBehindTheFolder(CommandLine commands) {
    commands.getSubcommands().get("new").setStopAtPositional(false);
  }

  @Override
  public Integer call() {
    needEmptyFolder();
    ProjectName name = ProjectName.of(folder);
    Map<String, String> files = kind.template().files(name);
    files.forEach(this::write);
    PrintWriter out = spec.commandLine().getOut();
    files.keySet().forEach(file -> out.println(folder.resolve(file)));
    out.printf("%nNext: cd %s; mvn package; java -jar target/%s.jar%n", folder, name.artifact());
    out.println("Maven needs Hocket's artefacts, which 'hocket install' puts there, once.");
    out.printf("Without Maven: hocket run %1$s; hocket test %1$s%n", folder);
    return ExitCode.OK;
  }

  private void needEmptyFolder() {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> contents = Files.list(folder)) {
      if (contents.findAny().isPresent()) {
        throw new UserError(folder + " is not empty; name a folder that is, or a new one");
      }
    } catch (IOException e) {
      throw new UserError(folder + ": not a folder that can be read");
    }
  }

  private void write(String file, String content) {
    Path path = folder.resolve(file);
    try {
      Files.createDirectories(path.getParent());
      Files.writeString(path, content);
    } catch (IOException e) {
      throw new UserError("cannot write " + path + ": " + e.getMessage());
    }
  }
}
