package dev.hocket.compiler;

import com.sun.source.tree.Tree;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.attribute.Attribution;
import dev.hocket.compiler.attribute.GeneratedFiles;
import dev.hocket.compiler.attribute.JavacCommand;
import dev.hocket.compiler.attribute.ShownFiles;
import dev.hocket.compiler.attribute.WrongOptionsException;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.Checker;
import dev.hocket.compiler.diagnose.HeldCounts;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.emit.Emission;
import dev.hocket.compiler.emit.Outline;
import dev.hocket.compiler.emit.SourceDump;
import dev.hocket.compiler.lower.LoweredUnit;
import dev.hocket.compiler.lower.Lowering;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Runs the compiler once. */
final class Compilation {
  private static final int OK = 0;
  private static final int ERROR = 1;
  private static final int WRONG_ARGUMENTS = 2;
  private static final int SYSTEM_ERROR = 3;
  private static final int ABNORMAL = 4;

  /** The oldest Java release that the runtime library supports. */
  private static final int OLDEST_RELEASE = 21;

  private final HocketCompiler.Options options;
  private final PrintWriter out;
  private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
  private final Problems problems = new Problems();
  private final List<LoweredUnit> lowered = new ArrayList<>();
  private final List<SourceDump.File> dump = new ArrayList<>();
  private final Set<Path> inputs = new HashSet<>();
  private final Set<Path> signed = new HashSet<>();

  /** Whether nobody needs the classes of files without directives. */
  private final boolean isTrial;

  /** In a trial, the texts of files without directives, without bodies. */
  private final Map<URI, String> outlines = new HashMap<>();

  Compilation(HocketCompiler.Options options, boolean isTrial, PrintWriter out) {
    this.options = options;
    this.isTrial = isTrial;
    this.out = out;
  }

  int run(List<String> arguments) {
    if (options.sequential() && options.emitSource() != null) {
      out.println("error: --sequential translates nothing, so there is no source to emit");
      return WRONG_ARGUMENTS;
    }
    List<String> ours = arguments.stream().filter(a -> !a.startsWith("-J")).toList();
    try (StandardJavaFileManager files = newFiles()) {
      Optional<JavacCommand> command = JavacCommand.of(ours, compiler, files);
      if (command.isEmpty() || !command.get().compiles() || lacksFiles(command.get())) {
        return javac(ours);
      }
      JavacCommand withRuntime = command.get().withEnvironment().withPath(library());
      if (options.sequential()) {
        return SourceSearch.mayLackImport(withRuntime)
            ? compileSequentially(withRuntime, files)
            : javac(withRuntime.arguments());
      }
      boolean plain =
          !(SourceSearch.mayFindDirectives(withRuntime) || ResumableClasses.areSigned(withRuntime));
      return plain && options.emitSource() == null
          ? compilePlainly(withRuntime, files)
          : compile(withRuntime, files);
    } catch (IOException e) {
      out.println("error: " + e);
      return SYSTEM_ERROR;
    } catch (WrongOptionsException e) {
      return javac(ours);
    } catch (RuntimeException e) {
      out.println("error: Hocket itself has failed. Please report it, with the source and this:");
      e.printStackTrace(out);
      return ABNORMAL;
    }
  }

  private List<Path> library() {
    Set<Path> library = new LinkedHashSet<>(Runtime.path());
    library.addAll(options.library());
    return List.copyOf(library);
  }

  private StandardJavaFileManager newFiles() {
    return compiler.getStandardFileManager(null, null, null);
  }

  private int javac(List<String> arguments) {
    return java.util.spi.ToolProvider.findFirst("javac")
        .orElseThrow()
        .run(out, out, arguments.toArray(String[]::new));
  }

  private static boolean lacksFiles(JavacCommand command) {
    return command.files().stream().anyMatch(file -> !Files.isReadable(Path.of(file)));
  }

  /** Compiles like plain javac. It also finds the runtime routines that older programs call. */
  private int compileSequentially(JavacCommand command, StandardJavaFileManager standard) {
    ShownFiles files = new ShownFiles(standard);
    List<JavaFileObject> roots = files.shown(command.files());
    return command.task(compiler, files, roots, out).call() ? OK : ERROR;
  }

  /**
   * Compiles like plain javac, unless javac turns out to read a class with methods that can be
   * suspended. Then the sources are compiled again, as if they had directives.
   */
  private int compilePlainly(JavacCommand command, StandardJavaFileManager standard)
      throws IOException {
    GeneratedFiles files = new GeneratedFiles(standard);
    List<JavaFileObject> roots = files.shown(command.files());
    StringWriter said = new StringWriter();
    boolean ok;
    try {
      ok = command.task(compiler, files, roots, new PrintWriter(said)).call();
    } catch (WrongOptionsException e) {
      return javac(command.arguments());
    }
    if (files.marks().found()) {
      try (StandardJavaFileManager again = newFiles()) {
        return compile(command, again);
      }
    }
    out.print(said);
    out.flush();
    warnOfRelocation(files);
    return ok ? OK : ERROR;
  }

  private void warnOfRelocation(GeneratedFiles files) {
    files
        .marks()
        .relocated()
        .ifPresent(type ->
            out.println(
                "warning: "
                    + type
                    + " was moved to another package together with Hocket's runtime, so calls of its"
                    + " async methods do not wait; repack it without relocating dev.hocket"));
  }

  private int compile(JavacCommand command, StandardJavaFileManager files) throws IOException {
    if (refusesDump()) {
      return WRONG_ARGUMENTS;
    }
    GeneratedFiles generated = new GeneratedFiles(files);
    List<JavaFileObject> roots = generated.shown(command.files());
    HeldCounts javacs = new HeldCounts(out);
    PrintWriter log = new PrintWriter(javacs);
    if (!Attribution.run(compiler, command, generated, roots, log, u -> translate(u, command))) {
      javacs.release();
      return ERROR;
    }
    problems.countWarningsOfJavac(javacs.warnings());
    if (command.options().contains("-Werror")) {
      problems.refuseWarnings();
    }
    if (!problems.hasErrors() && refusesDump()) {
      javacs.release();
      return WRONG_ARGUMENTS;
    }
    boolean written = !problems.hasErrors() && emit(command, generated);
    warnOfRelocation(generated);
    problems.print(out, !command.options().contains("-nowarn"), options.colour());
    return written ? OK : ERROR;
  }

  /**
   * Reports why the generated sources cannot be written to their folder, before any file is
   * written.
   */
  private boolean refusesDump() throws IOException {
    if (options.emitSource() == null) {
      return false;
    }
    Optional<String> obstacle = SourceDump.obstacle(options.emitSource(), dump, inputs);
    obstacle.ifPresent(what -> out.println("error: " + what));
    return obstacle.isPresent();
  }

  private void translate(List<AttributedUnit> units, JavacCommand command) {
    List<CheckedUnit> checked = Checker.check(units, problems);
    if (problems.hasErrors()) {
      return;
    }
    if (!checked.isEmpty() && command.warnsOfOptions()) {
      command.release().filter(r -> r < OLDEST_RELEASE).ifPresent(this::warnOfRelease);
    }
    Map<AttributedUnit, String> contents = new HashMap<>();
    for (CheckedUnit unit : checked) {
      LoweredUnit translation = Lowering.lower(unit, problems);
      lowered.add(translation);
      contents.put(unit.unit(), translation.generated().toString());
      if (!unit.suspensions().methods().isEmpty()) {
        signed.add(classRoot(unit.unit(), command));
      }
    }
    for (AttributedUnit unit : units) {
      if (isTrial && !contents.containsKey(unit)) {
        outlines.put(unit.file().toUri(), Outline.of(unit));
      }
      String content = contents.getOrDefault(unit, unit.source().content());
      dump.add(new SourceDump.File(folder(unit, command), unit.source().simpleName(), content));
      // A source inside an archive on the source path is not a file that the dump could overwrite.
      if (unit.file().toUri().getScheme().equals("file")) {
        inputs.add(Path.of(unit.file().toUri()));
      }
    }
  }

  private void warnOfRelease(int release) {
    problems.warnOfOptions(
        "class files for Java %d whose directives need Java %d or newer to run; write --release %2$d"
            .formatted(release, OLDEST_RELEASE));
  }

  /**
   * The relative folder of a unit's package, below its module's folder if several modules are
   * compiled.
   */
  private static Path folder(AttributedUnit unit, JavacCommand command) {
    String packageName =
        unit.tree().getPackageName() == null ? "" : unit.tree().getPackageName().toString();
    Path folder = Path.of(packageName.replace('.', '/'));
    return command.hasModuleFolders() ? Path.of(unit.module()).resolve(folder) : folder;
  }

  /** The root folder of a unit's class files, without the folders of its package. */
  private static Path classRoot(AttributedUnit unit, JavacCommand command) {
    if (command.hasOutput()) {
      Path output = command.classOutput();
      return command.hasModuleFolders() ? output.resolve(unit.module()) : output;
    }
    Path root = Path.of(unit.file().getName()).toAbsolutePath().getParent();
    Tree packageName = unit.tree().getPackageName();
    int depth = packageName == null ? 0 : packageName.toString().split("\\.").length;
    for (int i = 0; i < depth && root.getParent() != null; i++) {
      root = root.getParent();
    }
    return root;
  }

  private boolean emit(JavacCommand command, GeneratedFiles generated) throws IOException {
    if (options.emitSource() != null) {
      SourceDump.write(options.emitSource(), dump);
    }
    JavacCommand second =
        generated.haveClasses() ? command.withPath(List.of(command.classOutput())) : command;
    boolean written =
        Emission.emit(
            compiler, second, newFiles(), generated.sources(), lowered, outlines, out, problems);
    for (Path root : written ? signed : Set.<Path>of()) {
      ResumableClasses.sign(root);
    }
    return written;
  }
}
