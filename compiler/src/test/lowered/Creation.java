import static dev.hocket.compiler.resume.Pause.fail;
import static dev.hocket.compiler.resume.Pause.of;
import static dev.hocket.compiler.resume.Pause.pause;
import static dev.hocket.compiler.resume.Pause.say;
import static dev.hocket.directives.Resumed.awaited;

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
    return new Noisy(awaited(of(1)), 2).text;
  }

  public static String nested() {
    return "" + new Wide(awaited(of(1L)), new Wide(say(2L), new Wide(3, awaited(of("x")), 4, 5),
        awaited(of(6.0)), awaited(of(7))), 8, awaited(of(9)));
  }

  public static String conditionalArguments() {
    return "" + new Wide(awaited(of(true)) ? awaited(of(1L)) : 2, say(false) ? "a" : awaited(of("b")),
        3, awaited(of(true)) && say(true) ? 4 : 5) + new Wide(1, null, say(true) ? 2 : 3, 4);
  }

  /** The mark has its own line, and so its own label; no instruction is between it and the new. */
  public static String rightAfterAnAwait() {
    int which = awaited(of(2));
    pause();
    awaited();
    new Wide(switch (which) {
      case 1 -> 1L;
      case 2 -> awaited(of(2L));
      default -> 3L;
    }, say("b"), 4, 5);
    pause();
    awaited();
    return new Noisy(switch (which) {
      case 1 -> "one";
      case 2 -> awaited(of("two"));
      default -> "many";
    }).text;
  }

  public static int inner() {
    Creation c = new Creation();
    return c.new Inner(awaited(of(1)), awaited(of("two"))).i
        + awaited(of(c)).new Inner(say(2), "").i;
  }

  public static String anonymous() {
    String captured = awaited(of("captured"));
    return new ArrayList<String>(awaited(of(4))) {
      { add(captured); }
    }.toString();
  }

  public static String local() {
    int captured = awaited(of(5));
    class Local {
      final int own;
      Local(int own) { this.own = own; }
      int sum() { return own + captured; }
    }
    return "" + new Local(awaited(of(6))).sum();
  }

  public static String thrown() {
    try {
      throw new IllegalArgumentException(awaited(of("message")), awaited(of(new Error("cause"))));
    } catch (IllegalArgumentException e) {
      return e.getMessage() + e.getCause().getMessage();
    }
  }

  public static String failingArgument() {
    try {
      return "" + new Wide(awaited(of(1L)), awaited(fail("f")), 1, 2);
    } catch (IllegalStateException e) {
      return e.getMessage();
    }
  }

  @dev.hocket.directives.Resumable
  String firstOfAll(boolean b) {
    return new Wide(b ? 1 : 2, awaited(of("x")), 3, 4).toString();
  }

  public static String asTheFirstInstruction() {
    return awaited(new Creation().firstOfAll(awaited(of(true))));
  }

  public static String unusedResult() {
    new Noisy(awaited(of(1)));
    new Wide(1, awaited(of("x")), 2, 3);
    return "done";
  }

  public static String awaitedOnTheResult() {
    return "" + awaited(of(new Wide(say(1L), new Noisy().text, 2, awaited(of(3)))));
  }
}
