package dev.hocket.compiler.inspect;

import dev.hocket.compiler.HocketCompiler;
import dev.hocket.compiler.attribute.Attribution;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Runs the compiler's checks on texts in memory, as an editor holds them. Any thread may call it;
 * inspections run one after the other. A caller does not wait longer than 30 s for an inspection
 * that hangs.
 */
public final class Inspector implements AutoCloseable {
  /**
   * The largest program, in characters, whose other files an inspection reads whole. Every
   * inspection reads all files again, so it reads the files of a larger program as {@link Skeleton}
   * shortens them.
   */
  private static final int MOST_READ_WHOLE = 300_000;

  private static final Pattern TYPE =
      Pattern.compile("\\b(?:class|interface|enum|record)\\s+(\\w+)");

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
    this(classPath, System::nanoTime);
  }

  /**
   * The same for tests.
   *
   * @param clock tells the time in nanoseconds
   */
  Inspector(List<Path> classPath, LongSupplier clock) {
    turns = new Turns(compiler, clock);
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
   * Removes all files in a folder.
   *
   * @param folder the URI of the folder, which ends with a slash
   */
  public void removeBelow(String folder) {
    files.keySet().removeIf(uri -> uri.startsWith(folder));
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
   * @throws CancellationException if the result is not needed any more; an {@link
   *     InspectionTimeout} if javac or a check has not ended after 30 s
   */
  public Inspection inspect(String uri, BooleanSupplier isCancelled) {
    ProjectFile file = files.get(uri);
    return file == null ? Inspection.NONE : inspect(file, program(file), isCancelled);
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
    return inspect(file, with(file, program(file)), isCancelled);
  }

  /**
   * Inspects a file as if this or another file had another text. It reads all files whole, which
   * takes long in a large program, but follows every call.
   *
   * @param uri the URI of the file
   * @param changedUri the URI of the file that has another text
   * @param changedText the other text
   * @param isCancelled whether the result is not needed any more; polled during the inspection
   * @return the result
   * @throws CancellationException if the result is not needed any more
   */
  public Inspection inspectWhole(
      String uri, String changedUri, String changedText, BooleanSupplier isCancelled) {
    ProjectFile changed = new ProjectFile(changedUri, changedText);
    ProjectFile file = uri.equals(changedUri) ? changed : files.get(uri);
    return file == null
        ? Inspection.NONE
        : run(
                new Run(file, with(changed, program(file)), List.of(), true, isCancelled),
                isCancelled)
            .inspection();
  }

  /**
   * Finds the statements that a part of a file consists of.
   *
   * @param uri the URI of the file
   * @param text its text
   * @param start where the part begins
   * @param end where it ends
   * @param isCancelled whether the result is not needed any more; polled during the search
   * @return the statements; empty if the part is something else, or there are errors in the file,
   *     or in the directives of a file that it uses
   * @throws CancellationException if the result is not needed any more
   */
  public Optional<Selection> select(
      String uri, String text, int start, int end, BooleanSupplier isCancelled) {
    ProjectFile file = new ProjectFile(uri, text);
    List<ProjectFile> program = with(file, program(file));
    Run run = new Run(file, program, usersOf(file, program), true, isCancelled);
    run.select(start, end);
    Inspection inspection = run(run, isCancelled).inspection();
    return inspection.isComplete() && inspection.javaErrors() == 0
        ? run.selection()
        : Optional.empty();
  }

  /**
   * The other files that may call a method of a file, because they contain a call with its name.
   *
   * @param uri the URI of the file
   * @param method the name of the method
   * @return their URIs
   */
  public List<String> usersOf(String uri, String method) {
    Pattern call =
        Pattern.compile(
            "(?:^|[^\\w$])"
                + Pattern.quote(method)
                + "\\s*\\(|::\\s*"
                + Pattern.quote(method)
                + "\\b");
    ProjectFile file = files.get(uri);
    return file == null
        ? List.of()
        : program(file).stream()
            .filter(each -> each != file && call.matcher(each.text()).find())
            .map(ProjectFile::uri)
            .toList();
  }

  /** The other files that name a type of a file, and so may use its fields. */
  private static List<ProjectFile> usersOf(ProjectFile file, List<ProjectFile> program) {
    Set<String> types = new HashSet<>();
    Matcher type = TYPE.matcher(file.text());
    while (type.find()) {
      types.add(type.group(1));
    }
    Pattern name =
        Pattern.compile(
            types.stream().map(Pattern::quote).collect(Collectors.joining("|", "\\b(?:", ")\\b")));
    return program.stream()
        .filter(each -> each != file && name.matcher(each.text()).find())
        .toList();
  }

  private List<ProjectFile> with(ProjectFile changed, List<ProjectFile> program) {
    List<ProjectFile> all = new ArrayList<>(program);
    all.removeIf(each -> each == files.get(changed.uri()));
    all.add(changed);
    return all;
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
    long size = program.stream().mapToLong(each -> each.text().length()).sum();
    boolean whole = size <= MOST_READ_WHOLE;
    return run(new Run(file, program, List.of(), whole, isCancelled), isCancelled).inspection();
  }

  /** Inspects on a thread of its own, so that the caller need not wait for javac if that hangs. */
  private Run run(Run run, BooleanSupplier isCancelled) {
    AtomicReference<Turns.Turn> mine = new AtomicReference<>();
    FutureTask<Run> task =
        new FutureTask<>(
            () -> {
              try (Turns.Turn turn = turns.await(isCancelled)) {
                mine.set(turn);
                run.execute(compiler, turn.files(), options);
              }
            },
            run);
    Thread.ofPlatform().daemon().name("hocket-inspection").start(task);
    while (!isDone(task)) {
      if (isCancelled.getAsBoolean()) {
        throw new CancellationException("not needed any more");
      }
      if (mine.get() != null && turns.giveUpIfHung(mine.get())) {
        throw new InspectionTimeout("it has not ended after " + Turns.LIMIT.toSeconds() + " s");
      }
    }
    return run;
  }

  private static boolean isDone(FutureTask<?> task) {
    try {
      task.get(Turns.LOOK_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause();
    }
  }

  @Override
  public void close() {
    turns.close();
  }
}
