package dev.hocket.compiler.emit;

import dev.hocket.compiler.attribute.Attribution;
import dev.hocket.compiler.attribute.JavacCommand;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.sharing.DependItem;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.diagnose.SourceText;
import dev.hocket.compiler.lower.LoweredUnit;
import dev.hocket.compiler.lower.Snippet;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.resume.RefusedMethodException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/**
 * Pass 2: javac compiles the translation. Since the user has seen javac's messages about the source
 * in pass 1, this pass reports only errors that the translation causes, in terms of the source.
 */
public final class Emission {
  /** The options whose work pass 1 has done or reported already. */
  private static final Set<String> DONE =
      Set.of("-Werror", "-Xlint", "-proc:", "-verbose", "-A", "-Xdoclint");

  private final Map<URI, LoweredUnit> lowered = new HashMap<>();

  /** What javac reads instead of other files; their own text if it is not here. */
  private final Map<URI, String> outlines;

  private final Problems problems;

  /** Hocket's own first failure to translate a class file, or null. */
  private RuntimeException failure;

  private Emission(List<LoweredUnit> units, Map<URI, String> outlines, Problems problems) {
    this.outlines = outlines;
    units.forEach(unit -> this.lowered.put(unit.file().toUri(), unit));
    this.problems = problems;
  }

  /**
   * Writes the class files.
   *
   * @param generated the source files that annotation processors wrote in pass 1
   * @param outlines what javac reads instead of files without directives, if their classes are of
   *     no use
   * @return whether all class files were written; if not, {@code problems} has the reason
   * @throws IllegalStateException if Hocket itself failed to translate a class file
   */
  public static boolean emit(
      JavaCompiler compiler,
      JavacCommand command,
      StandardJavaFileManager files,
      List<JavaFileObject> generated,
      List<LoweredUnit> units,
      Map<URI, String> outlines,
      PrintWriter out,
      Problems problems)
      throws IOException {
    return new Emission(units, outlines, problems).emit(compiler, command, files, generated, out);
  }

  private boolean emit(
      JavaCompiler compiler,
      JavacCommand command,
      StandardJavaFileManager standard,
      List<JavaFileObject> generated,
      PrintWriter out)
      throws IOException {
    List<String> options =
        command.withoutPrefixes(DONE).with("-proc:none", "-nowarn", "-Xlint:none").options();
    DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    try (RewrittenFiles files =
        new RewrittenFiles(standard, lowered, outlines, this::noteFailure)) {
      List<JavaFileObject> translated = files.shown(command.files());
      generated.forEach(file -> translated.add(files.shown(file)));
      StringWriter log = new StringWriter();
      findMissingValues(compiler, command, standard, generated, options);
      if (problems.hasErrors()) {
        return false;
      }
      boolean ok = compiler.getTask(log, files, said, options, null, translated).call();
      if (failure != null) {
        throw failure;
      }
      List<Diagnostic<? extends JavaFileObject>> errors =
          said.getDiagnostics().stream().filter(d -> d.getKind() == Diagnostic.Kind.ERROR).toList();
      errors.forEach(this::reportClause);
      if (!ok
          && !problems.hasErrors()
          && Originals.areRefused(compiler, standard, command.files(), generated, options, out)) {
        return false;
      }
      errors.forEach(error -> report(error, out));
      if (!ok && errors.isEmpty()) {
        reportCrash(log.toString(), out);
      }
      return ok && !problems.hasErrors();
    }
  }

  /** Reports clauses that need the value of a variable which may have none. */
  private void findMissingValues(
      JavaCompiler compiler,
      JavacCommand command,
      StandardJavaFileManager standard,
      List<JavaFileObject> generated,
      List<String> options) {
    List<LoweredUnit> units =
        lowered.values().stream()
            .filter(unit -> !unit.neededValues().isEmpty())
            .map(LoweredUnit::withNeededValues)
            .toList();
    if (units.isEmpty()) {
      return;
    }
    Emission reads = new Emission(units, outlines, problems);
    RewrittenFiles files =
        new RewrittenFiles(standard, reads.lowered, outlines, reads::noteFailure);
    List<JavaFileObject> sources = files.shown(command.files());
    generated.forEach(file -> sources.add(files.shown(file)));
    DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    List<String> checking = new ArrayList<>(options);
    checking.add(Attribution.STOP);
    compiler.getTask(null, files, said, checking, null, sources).call();
    said.getDiagnostics().forEach(reads::reportClause);
  }

  /** Records the failure to translate a class file. */
  private void noteFailure(LoweredUnit unit, Exception e) {
    if (e instanceof RefusedMethodException refused) {
      reportRefused(unit, refused);
    } else if (failure == null) {
      failure = (RuntimeException) e;
    }
  }

  private void reportRefused(LoweredUnit unit, RefusedMethodException refused) {
    SourceText source = unit.source();
    int start = source.firstOf(refused.line());
    switch (refused.reason()) {
      case METHOD_TOO_LONG, CLASS_TOO_LONG -> new TooLong(unit, problems).report(refused);
      case TOO_MANY_PARAMETERS -> {
        String what = "this lambda, with the variables of the code around it,";
        problems.report(Message.HK042, source, start, "what", what);
      }
      case HIDDEN_TYPE -> problems.report(Message.HK043, source, start, "type", refused.subject());
    }
  }

  /** Reports a crash of javac: it ended without an error message and without a place. */
  private void reportCrash(String log, PrintWriter out) {
    if (lowered.isEmpty()) {
      out.println(log);
      return;
    }
    LoweredUnit unit = lowered.values().iterator().next();
    String cause = log.lines().skip(1).findFirst().orElse("no reason given");
    int offset = directiveNear(unit, 1);
    String javac = "javac itself has crashed, on this block or another: " + cause;
    problems.report(Message.HK029, unit.source(), offset, "javac", javac);
  }

  /** Reports an error in a clause's expression, which javac sees only in the translation. */
  private void reportClause(Diagnostic<? extends JavaFileObject> error) {
    LoweredUnit unit = unit(error);
    List<Snippet.Mark> marks = unit == null ? List.of() : unit.generated().marks();
    for (Snippet.Mark mark : marks) {
      if (mark.start() <= error.getPosition() && error.getPosition() <= mark.end()) {
        if (mark.clause().kind() == ClauseKind.DEPEND) {
          // The translation contains the item several times; the first error is enough.
          if (!problems.isReported(Message.HK065, unit.source(), mark.name().offset())) {
            DependItem.refuse(mark.clause(), words(error), unit.source(), problems);
          }
          return;
        }
        if (mark.clause().isByMethod()) {
          reportMethod(unit, mark, error);
          return;
        }
        boolean lists = mark.clause().names().contains(mark.name());
        problems.report(
            lists ? Message.HK058 : Message.HK018,
            unit.source(),
            mark.name().offset(),
            "clause",
            mark.clause().kind().word(),
            "javac",
            words(error),
            lists ? "variable" : "type",
            lists ? mark.name().text() : mark.clause().kind().type());
        return;
      }
    }
  }

  private void reportMethod(
      LoweredUnit unit, Snippet.Mark mark, Diagnostic<? extends JavaFileObject> error) {
    Clause clause = mark.clause();
    if (!problems.isReported(Message.HK070, unit.source(), clause.word().offset())) {
      problems.report(
          Message.HK070,
          unit.source(),
          clause.word().offset(),
          "method",
          clause.word().text(),
          "variable",
          mark.name().text(),
          "javac",
          words(error));
    }
  }

  private void report(Diagnostic<? extends JavaFileObject> error, PrintWriter out) {
    LoweredUnit unit = unit(error);
    if (unit == null) {
      out.println(error);
    } else if (TooLong.is(error)) {
      new TooLong(unit, problems).report(error);
    } else if (!problems.hasErrors()) {
      // One error in generated code causes others; the first is enough.
      if (LostValue.is(error)) {
        new LostValue(unit, problems).report(error);
      } else {
        int offset = directiveNear(unit, (int) error.getLineNumber());
        problems.report(Message.HK029, unit.source(), offset, "javac", words(error));
      }
    }
  }

  /** The unit whose translation has the error, or null. */
  private LoweredUnit unit(Diagnostic<? extends JavaFileObject> error) {
    return error.getSource() == null ? null : lowered.get(error.getSource().toUri());
  }

  private static String words(Diagnostic<? extends JavaFileObject> error) {
    return error.getMessage(null).replaceAll("\\s*\\R\\s*", "; ");
  }

  /**
   * The offset of the directive of the innermost block around a line, or else of the nearest one.
   */
  private static int directiveNear(LoweredUnit unit, int line) {
    SourceText source = unit.source();
    return unit.regions().stream()
        .min(
            Comparator.comparingInt((Region region) -> distance(source, region, line))
                .thenComparing(Region::depth, Comparator.reverseOrder()))
        .map(Region::offset)
        .orElse(0);
  }

  private static int distance(SourceText source, Region region, int line) {
    int first = source.line(region.offset());
    int last = source.line(region.end());
    return Math.max(0, Math.max(first - line, line - last));
  }
}
