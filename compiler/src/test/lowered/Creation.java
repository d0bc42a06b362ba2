import static dev.hocket.compiler.resume.Pause.fail;
import static dev.hocket.compiler.resume.Pause.of;
import static dev.hocket.compiler.resume.Pause.pause;
import static dev.hocket.compiler.resume.Pause.say;
import static dev.hocket.directives.Resumed.*;

import java.util.ArrayList;

public class Creation {
  static class Noisy {
    static {
      say("initialised");
    }

    final String text;

    Noisy(Object... parts) {
      text = say(java.util.Arrays.toString(parts));
    }
  }

  record Wide(long a, Object b, double c, int d) {}

  class Inner {
    final int i;

    Inner(int i, String s) {
      this.i = i + s.length() + outer;
    }
  }

  int outer = 100;

  @Override
  public String toString() {
    return "creation";
  }

  public static String initialisesBeforeItsArguments() {
    return new Noisy(awaitedInt(of(1)), 2).text;
  }

  public static String nested() {
    return "" + new Wide(awaitedLong(of(1L)), new Wide(say(2L), new Wide(3, awaitedReference(of("x")), 4, 5),
        awaitedDouble(of(6.0)), awaitedInt(of(7))), 8, awaitedInt(of(9)));
  }

  public static String conditionalArguments() {
    return "" + new Wide(awaitedBoolean(of(true)) ? awaitedLong(of(1L)) : 2, say(false) ? "a" : awaitedReference(of("b")),
        3, awaitedBoolean(of(true)) && say(true) ? 4 : 5) + new Wide(1, null, say(true) ? 2 : 3, 4);
  }

  /** The mark has its own line, and so its own label; no instruction is between it and the new. */
  public static String rightAfterAnAwait() {
    int which = awaitedInt(of(2));
    pause();
    awaited();
    new Wide(switch (which) {
      case 1 -> 1L;
      case 2 -> awaitedLong(of(2L));
      default -> 3L;
    }, say("b"), 4, 5);
    pause();
    awaited();
    return new Noisy(switch (which) {
      case 1 -> "one";
      case 2 -> awaitedReference(of("two"));
      default -> "many";
    }).text;
  }

  public static int inner() {
    Creation c = new Creation();
    return c.new Inner(awaitedInt(of(1)), awaitedReference(of("two"))).i
        + awaitedReference(of(c)).new Inner(say(2), "").i;
  }

  public static String anonymous() {
    String captured = awaitedReference(of("captured"));
    return new ArrayList<String>(awaitedInt(of(4))) {
      { add(captured); }
    }.toString();
  }

  public static String local() {
    int captured = awaitedInt(of(5));
    class Local {
      final int own;
      Local(int own) { this.own = own; }
      int sum() { return own + captured; }
    }
    return "" + new Local(awaitedInt(of(6))).sum();
  }

  public static String thrown() {
    try {
      throw new IllegalArgumentException(awaitedReference(of("message")), awaitedReference(of(new Error("cause"))));
    } catch (IllegalArgumentException e) {
      return e.getMessage() + e.getCause().getMessage();
    }
  }

  public static String failingArgument() {
    try {
      return "" + new Wide(awaitedLong(of(1L)), awaitedInt(fail("f")), 1, 2);
    } catch (IllegalStateException e) {
      return e.getMessage();
    }
  }

  @dev.hocket.directives.Resumable
  String firstOfAll(boolean b) {
    return new Wide(b ? 1 : 2, awaitedReference(of("x")), 3, 4).toString();
  }

  public static String asTheFirstInstruction() {
    return awaitedReference(new Creation().firstOfAll(awaitedBoolean(of(true))));
  }

  public static String unusedResult() {
    new Noisy(awaitedInt(of(1)));
    new Wide(1, awaitedReference(of("x")), 2, 3);
    return "done";
  }

  public static String awaitedOnTheResult() {
    return "" + awaitedReference(of(new Wide(say(1L), new Noisy().text, 2, awaitedInt(of(3)))));
  }
}
