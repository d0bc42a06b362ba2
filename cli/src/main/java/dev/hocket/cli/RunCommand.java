package dev.hocket.cli;

import dev.hocket.cli.flink.FlinkLibraries;
import dev.hocket.cli.flink.FlowPackage;
import dev.hocket.cli.flink.PackageFlowCommand;
import dev.hocket.cli.plan.EngineOptions;
import dev.hocket.cli.program.ClassPath;
import dev.hocket.cli.program.ClojureProgram;
import dev.hocket.cli.program.CompiledSources;
import dev.hocket.cli.program.FlightRecording;
import dev.hocket.cli.program.MainClasses;
import dev.hocket.cli.program.Program;
import dev.hocket.cli.program.ProgramFolder;
import dev.hocket.cli.program.Sources;
import dev.hocket.cli.report.LivePage;
import dev.hocket.cli.system.ChildJvm;
import dev.hocket.cli.system.TemporaryFolder;
import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.cli.terminal.UserError;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hocket run}: compiles sources, or takes compiled classes, and runs them in this JVM. */
@Command(
    name = "run",
    header = "Compile and run a program.",
    description = {
      "",
      "Compiles FILE.java, or every .java file below DIR (not in hidden folders and target), into a"
          + " temporary folder and runs the class that has a main method; of several in FILE.java,"
          + " the one named FILE. A DIR with src/main/java is a project of Maven: its tests stay out."
          + " With a class path, CLASS may name a compiled class. ALGORITHM.clj is"
          + " a Clojure program, with hocket.flow at hand; the sources before it are its functions."
          + " What follows goes to the program."
    },
    customSynopsis = {
      "hocket run [OPTION...] FILE.java [ARGUMENT...]",
      "       hocket run [OPTION...] DIR [ARGUMENT...]",
      "       hocket run [OPTION...] -cp CLASSPATH CLASS [ARGUMENT...]",
      "       hocket run [OPTION...] [FILE.java|DIR...] ALGORITHM.clj [ARGUMENT...]"
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  hocket run Hello.java",
      "  hocket run --sequential Hello.java     the same, with the directives ignored",
      "  hocket run --record run.jfr examples/photos",
      "  hocket run --live 8000 examples/photos",
      "  hocket run -cp target/classes:lib/x.jar com.example.Main --verbose",
      "  hocket run Words.java words.clj book.txt",
      "",
      "Exit codes: the program's own; 1 the sources have errors, or main threw; 2 bad",
      "input; 130 Ctrl-C."
    })
final class RunCommand implements Callable<Integer>, Program.Source {
  /** How long a job may take to save its state after Ctrl-C. */
  private static final Duration SAVEPOINT_GRACE = Duration.ofMinutes(5);

  @Spec private CommandSpec spec;

  @Option(
      names = {"-cp", "-classpath", "--class-path"},
      paramLabel = "CLASSPATH",
      description = "Folders and jars the program needs; the Hocket runtime is added.")
  private String classPath;

  @Option(
      names = "--main",
      paramLabel = "CLASS",
      description = "The class to start, where several have a main method.")
  private String mainClass;

  @Option(
      names = "--sequential",
      description = "Ignore the directives: the program as plain javac sees it.")
  private boolean sequential;

  @Option(
      names = "--record",
      paramLabel = "FILE.jfr",
      description = "Record blocks and event dispatches with JDK Flight Recorder.")
  private Path recording;

  @Option(
      names = "--sample",
      description = "With --record: the JDK's samples of stacks, too, every 20 ms.")
  private boolean sample;

  @Option(
      names = "--processor-time",
      description =
          "With --record: the processor time of blocks, too, which says how much of their time they"
              + " only wait for disks and networks.")
  private boolean processorTime;

  @Option(
      names = "--live",
      paramLabel = "PORT",
      description =
          "Show what it does at http://localhost:PORT/ (0: any free port) while it runs, as 'hocket"
              + " report --live' does.")
  private Integer live;

  @Option(
      names = "--emit-source",
      paramLabel = "DIR",
      description = "Leave the Java that the directives become in DIR.")
  private Path emitSource;

  @Mixin private EngineOptions engine = new EngineOptions();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Parameters(index = "0", arity = "0..1", hidden = true, paramLabel = "FILE.java|DIR|CLASS")
  private String what;

  @Parameters(index = "1..*", hidden = true, paramLabel = "ARGUMENT")
  private List<String> arguments = List.of();

  private Program prepared;

  /** The exit code of a program in a JVM of its own. */
  private int exitCode;

  @Override
  public Program program() {
    return prepared;
  }

  @Override
  public Integer call() {
    checkWhat();
    if (recording != null) {
      FlightRecording.checkDestination(recording);
    } else if (sample || processorTime) {
      throw new ParameterException(
          spec.commandLine(),
          (sample ? "--sample adds stacks" : "--processor-time adds processor times")
              + " to a recording: name one by --record FILE.jfr");
    }
    boolean onFlink = engine.isFlink(spec.commandLine());
    if (onFlink && (recording != null || live != null)) {
      throw new ParameterException(
          spec.commandLine(),
          (recording != null ? "--record" : "--live")
              + " shows the local engine; leave it or --engine flink out");
    }
    List<Path> userPath = classPath == null ? List.of() : ClassPath.parse(classPath);
    Path path = pathNamed(what);
    ClojureProgram algorithm = mainClass == null ? ClojureProgram.named(what, arguments) : null;
    if (onFlink && what.endsWith(".jar")) {
      Path jar = Sources.existing(path);
      startOnFlink(FlinkLibraries.PACKAGED, List.of(jar), jar, arguments);
    } else if (algorithm != null && onFlink && engine.isElsewhere()) {
      runPackaged(algorithm, userPath);
    } else if (algorithm != null) {
      runClojure(algorithm, userPath);
    } else if (path != null && Files.isDirectory(path)) {
      runSources(ProgramFolder.of(path), "folder", userPath);
    } else if (what.endsWith(".java")) {
      runSources(new ProgramFolder(List.of(Sources.existing(path)), List.of()), "file", userPath);
    } else if (classPath != null) {
      runClass(userPath);
    } else if (path != null && Files.exists(path)) {
      throw new UserError(
          what
              + " is not a .java file; hocket run takes a .java file, a folder of them or, with -cp,"
              + " the name of a compiled class");
    } else {
      throw new UserError(
          what
              + ": no such folder, and not a .java file; to run a compiled class, say where it is:"
              + " hocket run -cp CLASSPATH "
              + what);
    }
    if (live != null) {
      LivePage.start(live);
    }
    return onFlink ? exitCode : ExitCode.OK;
  }

  /** Prepares the program, or runs it in a JVM of its own if its flows run on Flink. */
  private void start(String main, String where, List<Path> path, List<String> given) {
    if (!engine.isFlink(spec.commandLine())) {
      prepared = Program.load(main, where, path, given, recorder());
      return;
    }
    if (engine.isElsewhere()) {
      TemporaryFolder temporary = TemporaryFolder.create();
      Path jar = temporary.path().resolve("program.jar");
      FlowPackage.ofJava(path).write(jar, main);
      temporary.complete();
      startOnFlink(main, List.of(jar), jar, given);
      return;
    }
    List<Path> own = new ArrayList<>(path);
    own.addAll(ClassPath.runtime());
    startOnFlink(main, own, null, given);
  }

  private void startOnFlink(String main, List<Path> own, Path jar, List<String> given) {
    List<String> command = new ArrayList<>(engine.flags(jar));
    command.add(main);
    command.addAll(given);
    String all = ClassPath.join(own) + File.pathSeparator + FlinkLibraries.classPath();
    exitCode = new ChildJvm(all, command).grace(SAVEPOINT_GRACE).runAttached();
  }

  private FlightRecording recorder() {
    return recording == null ? null : new FlightRecording(recording, sample, processorTime);
  }

  private void checkWhat() {
    if (what == null) {
      String message =
          recording == null
              ? "say what to run: hocket run FILE.java|DIR"
              : "nothing to run: --record took "
                  + recording
                  + " as the recording; name both: hocket run --record FILE.jfr FILE.java|DIR";
      throw new ParameterException(spec.commandLine(), message);
    }
  }

  private static Path pathNamed(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private void runClass(List<Path> userPath) {
    if (sequential || emitSource != null) {
      throw new UserError(
          (sequential ? "--sequential" : "--emit-source")
              + " is for sources; "
              + what
              + " is a compiled class");
    }
    String where = "the class path " + ClassPath.join(userPath);
    String name = mainClass == null ? what : mainClass;
    start(name, where, userPath, arguments);
  }

  private void runClojure(ClojureProgram program, List<Path> userPath) {
    List<Path> path = new ArrayList<>();
    List<Path> sources = program.sources();
    if (!sources.isEmpty()) {
      path.add(compiled(sources, userPath));
    }
    path.addAll(program.folders());
    path.addAll(userPath);
    path.addAll(ClassPath.clojure());
    start(ClojureProgram.MAIN, what, path, program.arguments());
  }

  /** Runs a Clojure program whose flows go to a cluster: from its jar, here as there. */
  private void runPackaged(ClojureProgram program, List<Path> userPath) {
    TemporaryFolder temporary = TemporaryFolder.create();
    Path jar = temporary.path().resolve("program.jar");
    PackageFlowCommand.pack(
            program, userPath, new CompiledSources(spec.commandLine(), emitSource, sequential))
        .write(jar, FlinkLibraries.PACKAGED);
    temporary.complete();
    startOnFlink(FlinkLibraries.PACKAGED, List.of(jar), jar, program.programArguments());
  }

  private void runSources(ProgramFolder program, String kind, List<Path> userPath) {
    Path classes = compiled(program.sources(), userPath);
    List<Path> path = new ArrayList<>();
    path.add(classes);
    path.addAll(program.resources());
    path.addAll(userPath);
    String main = chooseMain(MainClasses.in(classes), kind);
    start(main, what, path, arguments);
  }

  private Path compiled(List<Path> sources, List<Path> userPath) {
    return new CompiledSources(spec.commandLine(), emitSource, sequential)
        .of(sources, pathNamed(what), userPath);
  }

  private String chooseMain(List<String> found, String kind) {
    if (mainClass != null) {
      return found.stream()
          .filter(name -> name.equals(mainClass) || name.endsWith("." + mainClass))
          .findFirst()
          .orElse(mainClass);
    }
    if (found.isEmpty()) {
      throw new UserError("no class in " + what + " has a main method");
    }
    if (found.size() == 1) {
      return found.getFirst();
    }
    return found.stream()
        .filter(name -> Path.of(what).endsWith(name.substring(name.lastIndexOf('.') + 1) + ".java"))
        .findFirst()
        .orElseThrow(() -> severalMains(found, kind));
  }

  private UserError severalMains(List<String> found, String kind) {
    return new UserError(
        "several classes in "
            + what
            + " have a main method: "
            + String.join(", ", found)
            + "; choose one with --main NAME before the "
            + kind
            + ": hocket run --main "
            + found.getFirst()
            + " "
            + what);
  }
}
