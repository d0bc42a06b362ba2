package dev.hocket.cli;

import dev.hocket.cli.program.ClassPath;
import dev.hocket.cli.program.CompiledSources;
import dev.hocket.cli.program.JUnit;
import dev.hocket.cli.program.Program;
import dev.hocket.cli.program.ProgramFolder;
import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.cli.terminal.UserError;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code hocket test}: compiles a project and its tests, and runs the tests with JUnit in this JVM.
 */
@Command(
    name = "test",
    header = "Compile a project, and run its tests with JUnit.",
    description = {
      "",
      "Compiles the program and the tests of DIR, which has Maven's layout (src/main/java,"
          + " src/test/java), into a temporary folder, and runs the tests with JUnit's console"
          + " launcher: the newest that lies in the local Maven repository, or the one on CLASSPATH."
          + " What follows goes to the launcher."
    },
    customSynopsis = "hocket test [OPTION...] DIR [OPTION-OF-JUNIT...]",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket test hello",
      "  hocket test -cp lib/mockito.jar hello --include-classname=.*SearchTest",
      "",
      "Exit codes: 0 all tests passed; 1 the sources have errors, or a test failed;",
      "2 bad input, no JUnit, or no test; 130 Ctrl-C."
    })
final class TestCommand implements Callable<Integer>, Program.Source {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-cp", "-classpath", "--class-path"},
      paramLabel = "CLASSPATH",
      description = "Folders and jars the tests need; JUnit and the Hocket runtime are added.")
  private String classPath;

  @Option(
      names = "--sequential",
      description = "Ignore the directives: the program as plain javac sees it.")
  private boolean sequential;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Parameters(index = "0", hidden = true, paramLabel = "DIR")
  private Path folder;

  @Parameters(index = "1..*", hidden = true, paramLabel = "OPTION-OF-JUNIT")
  private List<String> arguments = List.of();

  private Program prepared;

  @Override
  public Program program() {
    return prepared;
  }

  @Override
  public Integer call() {
    if (!Files.isDirectory(folder)) {
      throw new UserError(folder + ": no such folder; hocket test takes that of a project");
    }
    ProgramFolder project = ProgramFolder.withTests(folder);
    List<Path> userPath = new ArrayList<>();
    if (classPath != null) {
      userPath.addAll(ClassPath.parse(classPath));
    }
    if (!JUnit.isOn(userPath)) {
      userPath.add(JUnit.console());
    }
    Path classes =
        new CompiledSources(spec.commandLine(), null, sequential)
            .of(project.sources(), folder, userPath);
    List<Path> path = new ArrayList<>(List.of(classes));
    path.addAll(project.resources());
    path.addAll(userPath);
    prepared = Program.load(JUnit.LAUNCHER, folder.toString(), path, launch(classes), null);
    return ExitCode.OK;
  }

  private List<String> launch(Path classes) {
    List<String> launch =
        new ArrayList<>(List.of("execute", "--disable-banner", "--fail-if-no-tests"));
    if (!spec.commandLine().getColorScheme().ansi().enabled()) {
      launch.add("--disable-ansi-colors");
    }
    launch.add("--scan-classpath=" + classes);
    launch.addAll(arguments);
    return launch;
  }
}
