package dev.hocket.compiler.inspect;

import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.attribute.Attribution;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.Checker;
import dev.hocket.compiler.check.OtherTags;
import dev.hocket.compiler.diagnose.Problems;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/** A run of javac and of the checks that inspects one file of a program. */
final class Run implements TaskListener {
  private final ProjectFile file;
  private final List<ProjectFile> others;
  private final boolean whole;
  private final BooleanSupplier isCancelled;
  private final ProjectFile.Input root;
  private final List<ProjectFile.Input> roots;
  private final DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
  private final Findings findings;
  private final List<Governed> governed = new ArrayList<>();
  private boolean failed;
  private int[] selected = {};
  private Optional<Selection> selection = Optional.empty();

  /**
   * A run that has not begun.
   *
   * @param file the file that is inspected
   * @param program all files
   * @param besides files that javac must read although no other file refers to them
   * @param whole whether the other files keep their code
   * @param isCancelled whether the result is not needed any more
   */
  Run(
      ProjectFile file,
      List<ProjectFile> program,
      List<ProjectFile> besides,
      boolean whole,
      BooleanSupplier isCancelled) {
    this.file = file;
    this.others = program.stream().filter(each -> each != file).toList();
    this.whole = whole;
    this.isCancelled = isCancelled;
    this.root = file.input(true);
    this.roots =
        Stream.concat(Stream.of(root), besides.stream().map(each -> each.input(whole))).toList();
    this.findings = new Findings(file.text());
  }

  /** Also finds the statements in a part of the file. */
  void select(int start, int end) {
    selected = new int[] {start, end};
  }

  void execute(JavaCompiler compiler, StandardJavaFileManager standard, List<String> options) {
    ProjectFiles manager = new ProjectFiles(standard, packages());
    try {
      JavacTask task =
          (JavacTask) compiler.getTask(new StringWriter(), manager, said, options, null, roots);
      task.addTaskListener(this);
      Attribution.run(task, this::check);
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      // Incomplete text can crash javac or the checks; then only the syntactic messages stay.
      fail();
    }
    if (isCancelled.getAsBoolean()) {
      throw new CancellationException("another text has been written");
    }
  }

  private void fail() {
    failed = true;
    findings.keepSyntactic();
  }

  Inspection inspection() {
    return findings.inspection(governed, errors().size(), !failed);
  }

  Optional<Selection> selection() {
    return selection;
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
    List<AttributedUnit> here = units.stream().filter(unit -> root.isSame(unit.file())).toList();
    try {
      List<CheckedUnit> checked = Checker.check(units, tagsOf(others), problems);
      findings.add(problems);
      checked.stream()
          .filter(unit -> root.isSame(unit.unit().file()))
          .forEach(unit -> governed.addAll(new Facts(unit).all()));
      // An error can hide warnings, without which no change of the statements can be judged.
      if (selected.length > 0 && here.size() == 1 && !problems.hasErrors()) {
        selection = new SelectionFinder(here.getFirst(), units, selected[0], selected[1]).find();
      }
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      fail();
    }
    here.forEach(unit -> findings.forgetFaultyMembers(unit, errors()));
  }

  @Override
  public void started(TaskEvent event) {
    if (isCancelled.getAsBoolean()) {
      throw new CancellationException("another text has been written");
    }
  }

  private Map<String, List<JavaFileObject>> packages() {
    Set<String> known =
        roots.stream().map(ProjectFile.Input::binaryName).collect(Collectors.toSet());
    Map<String, ProjectFile.Input> nearest = new HashMap<>();
    for (ProjectFile other : others) {
      ProjectFile.Input input = other.input(whole);
      if (!known.contains(input.binaryName())) {
        nearest.merge(input.binaryName(), input, (one, two) -> one.isNearer(two, file) ? one : two);
      }
    }
    return nearest.values().stream()
        .collect(
            Collectors.groupingBy(
                ProjectFile.Input::packageName,
                Collectors.mapping(each -> (JavaFileObject) each, Collectors.toList())));
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
