package dev.hocket.compiler.emit;

import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.diagnose.SourceText;
import dev.hocket.compiler.lower.LoweredUnit;
import dev.hocket.compiler.lower.Piece;
import dev.hocket.compiler.lower.Piece.Kind;
import dev.hocket.compiler.resume.CostlyLine;
import dev.hocket.compiler.resume.RefusedMethodException;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.Diagnostic;

/** Reports which piece of the source does not fit into a class file after translation. */
final class TooLong {
  /** javac's errors about the limits of class files, with a description of each. */
  private static final Map<String, String> LIMITS =
      Map.of(
          "compiler.err.limit.code", "too many bytes of code",
          "compiler.err.limit.code.too.large.for.try.stmt", "too many bytes of code",
          "compiler.err.limit.locals", "too many places for local variables",
          "compiler.err.limit.pool", "too many constants");

  private static final Set<Kind> NAMED =
      EnumSet.of(Kind.METHOD, Kind.CONSTRUCTOR, Kind.INITIALIZER);
  private static final Set<Kind> LAMBDAS = EnumSet.of(Kind.LAMBDA, Kind.BLOCK);

  private final LoweredUnit unit;
  private final Problems problems;

  TooLong(LoweredUnit unit, Problems problems) {
    this.unit = unit;
    this.problems = problems;
  }

  /** Whether an error of javac is about a limit of class files. */
  static boolean is(Diagnostic<?> error) {
    return LIMITS.containsKey(error.getCode());
  }

  /** Reports code that javac could not write to a class file, at its declaration. */
  void report(Diagnostic<?> error) {
    int line = (int) error.getLineNumber();
    String size = LIMITS.get(error.getCode());
    Optional<Piece> type = longest(of(Set.of(Kind.CLASS)).filter(piece -> isOn(line, piece)));
    if (error.getCode().equals("compiler.err.limit.pool")) {
      report(type, true, size, "");
    } else {
      Optional<Piece> named = longest(of(NAMED).filter(piece -> isOn(line, piece)));
      report(named.or(() -> type.flatMap(this::longestPart)), false, size, "");
    }
  }

  /** Reports a method or class that the class-file pass has made too long. */
  void report(RefusedMethodException refused) {
    boolean ofClass = refused.reason() == RefusedMethodException.Reason.CLASS_TOO_LONG;
    Stream<Piece> pieces = ofClass ? of(Set.of(Kind.CLASS)) : called(refused.subject());
    Stream<Piece> around =
        pieces.filter(piece -> contains(piece, refused.line(), refused.lastLine()));
    // A line may hold several pieces of code. Without line numbers, any piece is possible.
    Optional<Piece> found =
        refused.line() == refused.lastLine()
            ? longest(around)
            : around.min(Comparator.comparingInt(Piece::length));
    report(found, ofClass, refused.size(), refused.costliest().map(TooLong::costs).orElse(""));
  }

  private static String costs(CostlyLine line) {
    return "; line %d costs most, with %s: each must keep up to %s and %s"
        .formatted(
            line.number(),
            count(line.calls(), "awaited call"),
            count(line.variables(), "variable"),
            count(line.operands(), "waiting operand"));
  }

  private static String count(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  private void report(Optional<Piece> found, boolean asClass, String size, String costs) {
    Piece piece = found.orElseGet(() -> new Piece(Kind.CLASS, "", 0, 0, 0));
    problems.report(
        Message.HK045,
        unit.source(),
        piece.offset(),
        "what",
        asClass ? "the class" + quoted(piece) : describe(piece),
        "size",
        size,
        "part",
        asClass ? "class" : "method",
        "costs",
        costs);
  }

  private static String describe(Piece piece) {
    return switch (piece.kind()) {
      case METHOD -> "the method" + quoted(piece);
      case CONSTRUCTOR -> "the constructor of" + quoted(piece);
      case INITIALIZER -> "this initialiser";
      case LAMBDA -> "this lambda";
      case BLOCK -> "this block";
      case CLASS -> "the initialisation of the class" + quoted(piece);
    };
  }

  private static String quoted(Piece piece) {
    return piece.name().isEmpty() ? "" : " '" + piece.name() + "'";
  }

  private Stream<Piece> of(Set<Kind> kinds) {
    return unit.pieces().stream().filter(piece -> kinds.contains(piece.kind()));
  }

  /** The pieces that a method of a class file may come from. */
  private Stream<Piece> called(String method) {
    return switch (method) {
      case "<init>" -> of(EnumSet.of(Kind.CONSTRUCTOR, Kind.CLASS));
      case "<clinit>" -> of(EnumSet.of(Kind.INITIALIZER, Kind.CLASS));
      default -> {
        boolean lambda = method.startsWith("lambda$");
        yield unit.pieces().stream()
            .filter(piece ->
                lambda && LAMBDAS.contains(piece.kind())
                    || piece.kind() == Kind.METHOD && piece.name().equals(method));
      }
    };
  }

  private boolean isOn(int line, Piece piece) {
    SourceText source = unit.source();
    return source.line(piece.offset()) == line || source.line(piece.start()) == line;
  }

  private boolean contains(Piece piece, int firstLine, int lastLine) {
    if (firstLine < 0) {
      return true;
    }
    SourceText source = unit.source();
    int first = source.firstOf(firstLine);
    int endOfFirst = source.lineStart(first) + source.lineAt(first).length();
    return piece.start() <= endOfFirst && source.lineStart(source.firstOf(lastLine)) < piece.end();
  }

  /**
   * The longest of a class's own initialisers and lambdas. javac reports an error in any of these
   * at the place of the class, so the longest is the most likely one.
   */
  private Optional<Piece> longestPart(Piece type) {
    Stream<Piece> lambdas = of(LAMBDAS).filter(type::encloses);
    return longest(Stream.concat(Stream.of(type), lambdas));
  }

  private Optional<Piece> longest(Stream<Piece> pieces) {
    return pieces.max(Comparator.comparingInt(this::ownLength));
  }

  /** The number of characters of a piece that are in no inner piece. */
  private int ownLength(Piece piece) {
    BitSet others = new BitSet();
    unit.pieces().stream()
        .filter(piece::encloses)
        .forEach(inner -> others.set(inner.start(), inner.end()));
    return piece.length() - others.cardinality();
  }
}
