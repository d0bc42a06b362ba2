package dev.hocket.compiler.check.exceptions;

import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.parse.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * Warns of checked exceptions that leave a block which the code does not wait for. javac demands a
 * {@code catch} or {@code throws} around such a block, but the exception never arrives there, or is
 * thrown at another place, by the {@code wait}.
 *
 * <pre>{@code
 * try {
 *   // HK104
 *   //#omp target virtual(worker) name_as(reading)
 *   text = Files.readString(path);
 * } catch (IOException e) {
 *   report(e); // never runs
 * }
 * //#omp wait(reading)
 * }</pre>
 */
public final class UnseenExceptions {
  private final AttributedUnit unit;
  private final Map<Region, List<TypeMirror>> thrown;
  private final SeenExceptions seen;
  private final Problems problems;

  public UnseenExceptions(
      AttributedUnit unit,
      Map<Region, List<TypeMirror>> thrown,
      SeenExceptions seen,
      Problems problems) {
    this.unit = unit;
    this.thrown = thrown;
    this.seen = seen;
    this.problems = problems;
  }

  public void check() {
    for (Region region : thrown.keySet()) {
      if (region instanceof TargetBlock block && !leaving(block).isEmpty()) {
        report(block.directive(), leaving(block));
      }
    }
  }

  /** The exceptions that leave a block unseen. */
  private List<TypeMirror> unseen(TargetBlock block) {
    return goesOnWithout(block)
        ? thrown.get(block).stream().filter(type -> !seen.isSeen(block, type)).toList()
        : List.of();
  }

  private static boolean goesOnWithout(TargetBlock block) {
    return block.directive().isAsynchronous() && !block.directive().isNeverPosted();
  }

  /**
   * The exceptions that leave a block, without those of an inner block of this kind, which is
   * reported itself.
   */
  private List<TypeMirror> leaving(TargetBlock block) {
    List<TypeMirror> types = new ArrayList<>(unseen(block));
    for (Region region : thrown.keySet()) {
      if (region instanceof TargetBlock inner && !inner.equals(block) && block.encloses(inner)) {
        List<TypeMirror> there = unseen(inner);
        types.removeIf(type -> there.stream().anyMatch(t -> unit.types().isSameType(t, type)));
      }
    }
    return types;
  }

  private void report(Directive.Target directive, List<TypeMirror> types) {
    ClauseKind mode = directive.tag().isPresent() ? ClauseKind.NAME_AS : ClauseKind.NOWAIT;
    problems.report(
        Message.HK104,
        unit.source(),
        directive.clause(mode).orElseThrow().offset(),
        "exceptions",
        types.stream().map(UnseenExceptions::name).collect(Collectors.joining(", ")),
        "mode",
        mode.word(),
        "way",
        directive
            .tag()
            .map(UnseenExceptions::wayOutOf)
            .orElse("catch it in the block; otherwise the target's uncaught handler gets it"));
  }

  private static String wayOutOf(Name tag) {
    return ("catch it in the block, or put wait(%1$s) into the same try; elsewhere wait(%1$s) throws"
            + " it, and javac accepts only catch (Exception e) around that")
        .formatted(tag.text());
  }

  private static String name(TypeMirror type) {
    return type instanceof DeclaredType declared
        ? declared.asElement().getSimpleName().toString()
        : type.toString();
  }
}
