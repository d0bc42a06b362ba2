package dev.hocket.cli;

import dev.hocket.cli.system.Repository;
import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.cli.terminal.Version;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hocket package}: prints which archives the launcher has created. */
@Command(
    name = "package",
    header = "Make archives of Hocket, to be unpacked elsewhere.",
    description = {
      "",
      "Makes hocket-VERSION.tar.gz and hocket-VERSION.zip: launcher, jars, examples and licence"
          + " notices. Unpacked where there is a JDK 25, hocket runs without Maven and without"
          + " network. Runs no tests."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket package",
      "",
      "Exit codes: 0 done; 2 the build failed, or this is no clone of Hocket."
    })
final class PackageCommand implements Callable<Integer> {
  private static final double MEBIBYTE = 1024 * 1024;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Override
  public Integer call() {
    Repository.needSources();
    PrintWriter out = spec.commandLine().getOut();
    for (String ending : new String[] {"tar.gz", "zip"}) {
      String name = "archive/target/hocket-" + Version.ofHocket() + "." + ending;
      Path archive = Repository.file(name);
      out.printf("%s  %.1f MiB%n", archive, size(archive) / MEBIBYTE);
    }
    return ExitCode.OK;
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
