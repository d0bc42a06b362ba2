import static dev.hocket.compiler.resume.Pause.fail;
import static dev.hocket.compiler.resume.Pause.of;
import static dev.hocket.compiler.resume.Pause.pause;
import static dev.hocket.compiler.resume.Pause.say;
import static dev.hocket.directives.Resumed.awaited;

public class Switches {
  enum Colour { RED, GREEN, BLUE }

  sealed interface Shape permits Circle, Square {}
  record Circle(double radius) implements Shape {}
  record Square(int side) implements Shape {}

  public static String ofInts() {
    String s = "";
    for (int i = 0; i < 5; i++) {
      switch (awaited(of(i))) {
        case 0:
          s += awaited(of("zero"));
        case 1:
          s += "one";
          break;
        case 3:
          pause(); awaited();
          continue;
        default:
          s += awaited(of(i * 10));
      }
      s += ",";
    }
    return s;
  }

  public static String ofStrings() {
    String s = "";
    for (String key : new String[] {"Aa", "BB", "c"}) {
      switch (awaited(of(key))) {
        case "Aa" -> s += awaited(of(1));
        case "BB" -> {
          pause(); awaited();
          s += 2;
        }
        default -> s += awaited(of(3));
      }
    }
    return s;
  }

  public static String ofEnums() {
    String s = "";
    for (Colour c : Colour.values()) {
      s += switch (awaited(of(c))) {
        case RED -> awaited(of("r"));
        case GREEN -> {
          pause(); awaited();
          yield "g" + awaited(of(1));
        }
        case BLUE -> "b";
      };
    }
    return s;
  }

  public static String ofPatterns() {
    String s = "";
    for (Object o : new Object[] {1, "two", new Circle(3), new Square(4), 5L}) {
      s += "<" + switch (awaited(of(o))) {
        case Integer i when awaited(of(i)) > 1 -> "big";
        case Integer i -> "int " + awaited(of(i));
        case String t -> awaited(of(t));
        case Circle(double r) -> "circle " + r + awaited(of(r));
        case Square(var side) when side < 0 -> "negative";
        case Square q -> "square " + awaited(of(q)).side();
        default -> "?";
      } + ">";
    }
    return s;
  }

  public static int expressionWithATryOnTheStack() {
    return say(1) + new Box(say(2), switch (awaited(of(3))) {
      case 3 -> {
        try {
          yield awaited(fail("x"));
        } catch (IllegalStateException e) {
          yield awaited(of(4));
        }
      }
      default -> 0;
    }, awaited(of(5L))).sum();
  }

  record Box(int a, int b, long c) {
    int sum() {
      return a + b + (int) c;
    }
  }

  public static String nestedExpressions() {
    return switch (awaited(of(1))) {
      case 1 -> "a" + switch (awaited(of("b"))) {
        case "b" -> awaited(of(2)) + "c" + awaited(of(3));
        default -> "x";
      };
      default -> "y";
    };
  }
}
