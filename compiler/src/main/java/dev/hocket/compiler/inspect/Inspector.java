package dev.hocket.compiler.inspect;

import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import dev.hocket.compiler.HocketCompiler;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.attribute.Attribution;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.Checker;
import dev.hocket.compiler.check.OtherTags;
import dev.hocket.compiler.diagnose.Problems;
import java.io.File;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Runs the compiler's checks on texts in memory, as an editor holds them. Any thread may call it;
 * inspections run one after the other.
 */
public final class Inspector implements AutoCloseable {
  /**
   * The largest program, in characters, whose other files an inspection reads whole. Every
   * inspection reads all files again, so it reads the files of a larger program as {@link Skeleton}
   * shortens them.
   */
  private static final int MOST_READ_WHOLE = 300_000;

  private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
  private final Map<String, ProjectFile> files = new ConcurrentHashMap<>();
  private final Turns turns;
  private volatile List<String> options;

  /**
   * Creates an inspector of a program that has no files yet.
   *
   * @param classPath the libraries of the program; Hocket's own libraries are added
   */
  public Inspector(List<Path> classPath) {
    this(classPath, Turns.LIMIT);
  }

  /**
   * The same for tests.
   *
   * @param limit after which an inspection counts as hung
   */
  Inspector(List<Path> classPath, Duration limit) {
    turns = new Turns(compiler, limit);
    options = options(classPath);
  }

  /**
   * Replaces the libraries of the program, and drops the cached contents of the old ones.
   *
   * @param classPath the libraries; Hocket's own are added
   */
  public void classPath(List<Path> classPath) {
    options = options(classPath);
    turns.startAgain();
  }

  private static List<String> options(List<Path> classPath) {
    Set<Path> path = new LinkedHashSet<>(classPath);
    path.addAll(HocketCompiler.runtime());
    String joined =
        path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    return List.of(
        "-proc:none",
        "-Xlint:none",
        "-Xprefer:source",
        "-Xmaxerrs",
        "10000",
        "-XDshould-stop.ifError=FLOW",
        Attribution.STOP,
        "-classpath",
        joined);
  }

  /**
   * Adds a file to the program, or replaces its text.
   *
   * @param uri the URI of the file
   * @param text its new text
   */
  public void put(String uri, String text) {
    files.put(uri, new ProjectFile(uri, text));
  }

  /**
   * Removes a file from the program.
   *
   * @param uri the URI of the file
   */
  public void remove(String uri) {
    files.remove(uri);
  }

  /**
   * The text of a file.
   *
   * @param uri the URI of the file
   * @return its text; null if the program does not have the file
   */
  public String text(String uri) {
    ProjectFile file = files.get(uri);
    return file == null ? null : file.text();
  }

  /**
   * The tags and targets that a file can refer to, because it or another file of the program names
   * them.
   *
   * @param uri the URI of the file
   * @return the places of the names
   */
  public List<NameUse> names(String uri) {
    ProjectFile file = files.get(uri);
    return file == null
        ? List.of()
        : program(file).stream().flatMap(each -> each.names().stream()).toList();
  }

  /**
   * Inspects a file.
   *
   * @param uri the URI of the file
   * @param isCancelled whether the result is not needed any more; polled during the inspection
   * @return the result
   * @throws CancellationException if the result is not needed any more
   */
  public Inspection inspect(String uri, BooleanSupplier isCancelled) {
    ProjectFile file = files.get(uri);
    return file == null
        ? new Inspection(List.of(), List.of(), 0)
        : inspect(file, program(file), isCancelled);
  }

  /**
   * Inspects a file as if it had another text.
   *
   * @param uri the URI of the file
   * @param text the text to inspect
   * @param isCancelled whether the result is not needed any more; polled during the inspection
   * @return the result
   * @throws CancellationException if the result is not needed any more
   */
  public Inspection inspect(String uri, String text, BooleanSupplier isCancelled) {
    ProjectFile file = new ProjectFile(uri, text);
    List<ProjectFile> program = new ArrayList<>(program(file));
    program.removeIf(each -> each == files.get(uri));
    program.add(file);
    return inspect(file, program, isCancelled);
  }

  /** The files of a file's program. A file without a package forms a program with its folder. */
  private List<ProjectFile> program(ProjectFile file) {
    return files.values().stream()
        .filter(each ->
            !each.isModule() && each.packageName().isEmpty() == file.packageName().isEmpty())
        .filter(each -> !file.packageName().isEmpty() || each.folder().equals(file.folder()))
        .toList();
  }

  private Inspection inspect(
      ProjectFile file, List<ProjectFile> program, BooleanSupplier isCancelled) {
    try (Turns.Turn turn = turns.await(isCancelled)) {
      return new Run(file, program, isCancelled, turn.files()).result();
    }
  }

  @Override
  public void close() {
    turns.close();
  }

  /** One run of javac and of the checks. */
  private final class Run implements TaskListener {
    private final ProjectFile file;
    private final BooleanSupplier isCancelled;
    private final ProjectFile.Input root;
    private final OtherTags tags;
    private final JavacTask task;
    private final DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    private final Findings findings;
    private final List<Governed> governed = new ArrayList<>();

    Run(
        ProjectFile file,
        List<ProjectFile> program,
        BooleanSupplier isCancelled,
        StandardJavaFileManager standard) {
      this.file = file;
      this.isCancelled = isCancelled;
      this.root = file.input(true);
      this.findings = new Findings(file.text());
      List<ProjectFile> others = program.stream().filter(each -> each != file).toList();
      this.tags = tagsOf(others);
      ProjectFiles manager = new ProjectFiles(standard, packages(others));
      this.task =
          (JavacTask)
              compiler.getTask(new StringWriter(), manager, said, options, null, List.of(root));
      task.addTaskListener(this);
    }

    Inspection result() {
      try {
        Attribution.run(task, this::check);
      } catch (RuntimeException | AssertionError | StackOverflowError e) {
        // Incomplete text can crash javac or the checks; then only the syntactic messages stay.
        findings.keepSyntactic();
      }
      if (isCancelled.getAsBoolean()) {
        throw new CancellationException("another text has been written");
      }
      return findings.inspection(governed, errors().size());
    }

    private List<Long> errors() {
      return said.getDiagnostics().stream()
          .filter(each -> each.getKind() == javax.tools.Diagnostic.Kind.ERROR)
          .filter(each -> root.isSame(each.getSource()))
          .map(javax.tools.Diagnostic::getPosition)
          .toList();
    }

    private void check(List<AttributedUnit> units) {
      Problems problems = new Problems();
      try {
        List<CheckedUnit> checked = Checker.check(units, tags, problems);
        findings.add(problems);
        checked.stream()
            .filter(unit -> root.isSame(unit.unit().file()))
            .forEach(unit -> governed.addAll(new Facts(unit).all()));
      } catch (RuntimeException | AssertionError | StackOverflowError e) {
        findings.keepSyntactic();
      }
      units.stream()
          .filter(unit -> root.isSame(unit.file()))
          .forEach(unit -> findings.forgetFaultyMembers(unit, errors()));
    }

    @Override
    public void started(TaskEvent event) {
      if (isCancelled.getAsBoolean()) {
        throw new CancellationException("another text has been written");
      }
    }

    private Map<String, List<JavaFileObject>> packages(Collection<ProjectFile> others) {
      long size = others.stream().mapToLong(each -> each.text().length()).sum();
      Map<String, ProjectFile.Input> nearest = new HashMap<>();
      for (ProjectFile other : others) {
        ProjectFile.Input input = other.input(size <= MOST_READ_WHOLE);
        boolean sameType = input.binaryName().equals(root.binaryName());
        if (!sameType) {
          nearest.merge(
              input.binaryName(), input, (one, two) -> one.isNearer(two, file) ? one : two);
        }
      }
      return nearest.values().stream()
          .collect(
              Collectors.groupingBy(
                  ProjectFile.Input::packageName,
                  Collectors.mapping(each -> (JavaFileObject) each, Collectors.toList())));
    }
  }

  private static OtherTags tagsOf(List<ProjectFile> others) {
    Set<String> given = new HashSet<>();
    Set<String> awaited = new HashSet<>();
    for (ProjectFile other : others) {
      for (NameUse use : other.names()) {
        if (use.kind() == NameUse.Kind.TAG) {
          (use.defines() ? given : awaited).add(use.name());
        }
      }
    }
    return new OtherTags(given, awaited);
  }
}
