import static dev.hocket.compiler.resume.Pause.fail;
import static dev.hocket.compiler.resume.Pause.of;
import static dev.hocket.compiler.resume.Pause.pause;
import static dev.hocket.compiler.resume.Pause.say;
import static dev.hocket.directives.Resumed.*;

public class Switches {
  enum Colour { RED, GREEN, BLUE }

  sealed interface Shape permits Circle, Square {}
  record Circle(double radius) implements Shape {}
  record Square(int side) implements Shape {}

  public static String ofInts() {
    String s = "";
    for (int i = 0; i < 5; i++) {
      switch (awaitedInt(of(i))) {
        case 0:
          s += awaitedReference(of("zero"));
        case 1:
          s += "one";
          break;
        case 3:
          pause(); awaited();
          continue;
        default:
          s += awaitedInt(of(i * 10));
      }
      s += ",";
    }
    return s;
  }

  public static String ofStrings() {
    String s = "";
    for (String key : new String[] {"Aa", "BB", "c"}) {
      switch (awaitedReference(of(key))) {
        case "Aa" -> s += awaitedInt(of(1));
        case "BB" -> {
          pause(); awaited();
          s += 2;
        }
        default -> s += awaitedInt(of(3));
      }
    }
    return s;
  }

  public static String ofEnums() {
    String s = "";
    for (Colour c : Colour.values()) {
      s += switch (awaitedReference(of(c))) {
        case RED -> awaitedReference(of("r"));
        case GREEN -> {
          pause(); awaited();
          yield "g" + awaitedInt(of(1));
        }
        case BLUE -> "b";
      };
    }
    return s;
  }

  public static String ofPatterns() {
    String s = "";
    for (Object o : new Object[] {1, "two", new Circle(3), new Square(4), 5L}) {
      s += "<" + switch (awaitedReference(of(o))) {
        case Integer i when awaitedBoxedInt(of(i)) > 1 -> "big";
        case Integer i -> "int " + awaitedBoxedInt(of(i));
        case String t -> awaitedReference(of(t));
        case Circle(double r) -> "circle " + r + awaitedDouble(of(r));
        case Square(var side) when side < 0 -> "negative";
        case Square q -> "square " + awaitedReference(of(q)).side();
        default -> "?";
      } + ">";
    }
    return s;
  }

  public static int expressionWithATryOnTheStack() {
    return say(1) + new Box(say(2), switch (awaitedInt(of(3))) {
      case 3 -> {
        try {
          yield awaitedInt(fail("x"));
        } catch (IllegalStateException e) {
          yield awaitedInt(of(4));
        }
      }
      default -> 0;
    }, awaitedLong(of(5L))).sum();
  }

  record Box(int a, int b, long c) {
    int sum() {
      return a + b + (int) c;
    }
  }

  public static String nestedExpressions() {
    return switch (awaitedInt(of(1))) {
      case 1 -> "a" + switch (awaitedReference(of("b"))) {
        case "b" -> awaitedInt(of(2)) + "c" + awaitedInt(of(3));
        default -> "x";
      };
      default -> "y";
    };
  }
}
