package dev.hocket.compiler.emit;

import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.diagnose.SourceText;
import dev.hocket.compiler.lower.LoweredUnit;
import dev.hocket.compiler.parse.ClauseKind;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;

/**
 * Reports reads of a variable that gets a value only in a statement with its own copy. javac
 * accepts them in the user's text, and refuses them in the translation:
 *
 * <pre>
 * int n;
 * //#omp target virtual(worker) private(n)
 * n = 1;
 * print(n); // of the variable outside, which has no value
 * </pre>
 */
final class LostValue {
  private static final Pattern NAME = Pattern.compile("[\\p{Alpha}_][\\p{Alnum}_]*");

  private final LoweredUnit unit;
  private final Problems problems;

  LostValue(LoweredUnit unit, Problems problems) {
    this.unit = unit;
    this.problems = problems;
  }

  static boolean is(Diagnostic<?> error) {
    return error.getCode().equals("compiler.err.var.might.not.have.been.initialized");
  }

  void report(Diagnostic<?> error) {
    String variable = nameAt((int) error.getPosition());
    SourceText source = unit.source();
    int line = (int) error.getLineNumber();
    Optional<Region> own =
        unit.regions().stream()
            .filter(region -> source.line(region.offset()) <= line)
            .filter(region -> hasOwn(region, variable))
            .max(Comparator.comparingInt(Region::offset));
    String javac = error.getMessage(null).replaceAll("\\s*\\R\\s*", "; ");
    own.ifPresentOrElse(
        region ->
            problems.report(
                Message.HK063,
                source,
                offset(line, variable),
                "variable",
                variable,
                "directive",
                region.directive().kind().word(),
                "line",
                String.valueOf(source.line(region.offset()))),
        () -> problems.report(Message.HK029, source, source.firstOf(line), "javac", javac));
  }

  private static boolean hasOwn(Region region, String variable) {
    return region.directive().lists(ClauseKind.PRIVATE, variable)
        || region.directive().lists(ClauseKind.FIRSTPRIVATE, variable);
  }

  private String nameAt(int position) {
    Matcher name = NAME.matcher(unit.generated().toString());
    return name.find(position) ? name.group() : "";
  }

  /** The offset of the first use of the variable on a line. */
  private int offset(int line, String variable) {
    Pattern use = Pattern.compile("\\b" + variable + "\\b");
    int first = unit.source().firstOf(line);
    Matcher found = use.matcher(unit.source().content());
    return found.find(first) && unit.source().line(found.start()) == line ? found.start() : first;
  }
}
