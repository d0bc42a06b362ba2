package dev.hocket.cli;

import dev.hocket.cli.program.ClassPath;
import dev.hocket.cli.terminal.UserError;
import dev.hocket.compiler.HocketCompiler;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** {@code hocket compile}: compiles like javac, including directives. */
@Command(
    name = "compile",
    header = "Compile sources: javac that knows the directives.",
    description = {
      "",
      "Takes javac's options and files, also @argfiles, and behaves as javac does, so that build"
          + " tools can call it in javac's place. 'hocket compile -help' shows javac's options."
    },
    customSynopsis = "hocket compile [JAVAC-OPTION|FILE.java...]",
    footerHeading = "%nOptions of its own:%n",
    footer = {
      "      --emit-source=DIR   Leave the Java that the directives become in DIR.",
      "      --sequential        Ignore the directives: plain javac.",
      "      -JFLAG              A flag for the JVM, as with javac.",
      "      --help              Show this help.",
      "",
      "Examples:",
      "  hocket compile -d classes src/Search.java src/Panel.java",
      "  hocket compile --emit-source generated -d classes src/Search.java",
      "",
      "Exit codes are javac's: 0 done; 1 the sources have errors; 2 bad option or file;",
      "3 system error; 4 the compiler failed."
    })
final class CompileCommand implements Callable<Integer> {
  /** Options that make javac print information on standard output. */
  private static final Pattern ASK = Pattern.compile("--?(full-?)?version|-help|-\\?|--help-.*|-X");

  private static final String EMIT_SOURCE = "--emit-source";

  @Spec private CommandSpec spec;

  @Option(names = "--help", usageHelp = true, hidden = true)
  private boolean help;

  @Unmatched private List<String> javac = new ArrayList<>();

  @Override
  public Integer call() {
    List<String> passedOn = new ArrayList<>();
    Path emitSource = null;
    boolean sequential = false;
    for (Iterator<String> rest = javac.iterator(); rest.hasNext(); ) {
      String argument = rest.next();
      if (argument.equals(EMIT_SOURCE)) {
        emitSource = folder(rest.hasNext() ? rest.next() : "");
      } else if (argument.startsWith(EMIT_SOURCE + "=")) {
        emitSource = folder(argument.substring(EMIT_SOURCE.length() + 1));
      } else if (argument.equals("--sequential")) {
        sequential = true;
      } else {
        passedOn.add(argument);
      }
    }
    boolean answer = passedOn.isEmpty() || passedOn.stream().anyMatch(ASK.asMatchPredicate());
    PrintWriter out = answer ? spec.commandLine().getOut() : spec.commandLine().getErr();
    boolean colour = spec.commandLine().getColorScheme().ansi().enabled();
    HocketCompiler.Options options =
        new HocketCompiler.Options(emitSource, sequential, colour && !answer, ClassPath.runtime());
    return HocketCompiler.compile(passedOn, options, out);
  }

  private static Path folder(String name) {
    if (name.isEmpty()) {
      throw new UserError("--emit-source needs a folder: --emit-source DIR");
    }
    return Path.of(name);
  }
}
