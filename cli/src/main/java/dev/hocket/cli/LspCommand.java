package dev.hocket.cli;

import dev.hocket.cli.terminal.Version;
import dev.hocket.lsp.LanguageServers;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hocket lsp}: the language server, which an editor starts. */
@Command(
    name = "lsp",
    header = "Serve an editor: messages, completion and fixes while you type.",
    description = {
      "",
      "Speaks the Language Server Protocol on standard input and output. An editor starts it beside"
          + " its server for Java; it answers about //#omp directives alone. It reads the sources of"
          + " the folders that the editor has open. The libraries are those in .hocket/classpath,"
          + " which has one or several on a line; without it those that Maven tells, where there is"
          + " a pom.xml, and the jars in the folder lib."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket lsp",
      "",
      "Exit codes: 0 the editor has shut it down; 1 it has only closed the stream;",
      "2 bad input: what the editor writes is not the protocol."
    })
final class LspCommand implements Callable<Integer> {
  private static final URI PUBLISHED = URI.create("https://hocket.example/docs/diagnostics/");

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Option(names = "--stdio", description = "Nothing: some editors add this option to each server.")
  private boolean stdio;

  /** The protocol uses standard input and output, so other code must not print there. */
  @Override
  public Integer call() throws InterruptedException {
    InputStream in = System.in;
    PrintStream out = System.out;
    System.setOut(System.err);
    System.setIn(InputStream.nullInputStream());
    return LanguageServers.serve(in, out, pages(), Version.ofHocket());
  }

  /** The address of the pages: in a clone of the repository they are files. */
  private static URI pages() {
    String root = System.getProperty("hocket.root", "");
    Path pages = Path.of(root).resolve("docs").resolve("diagnostics");
    return !root.isEmpty() && Files.isDirectory(pages) ? pages.toUri() : PUBLISHED;
  }
}
