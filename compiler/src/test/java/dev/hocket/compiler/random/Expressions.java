package dev.hocket.compiler.random;

import java.util.List;
import java.util.Random;

/** Generates random expressions, with awaited calls where the scope allows them. */
final class Expressions {
  private static final List<String> INTS = List.of("int", "int", "int", "byte", "short", "char");

  private final Random random;
  private int locals;

  Expressions(Random random) {
    this.random = random;
  }

  String of(String type, Scope scope, int depth) {
    return switch (type) {
      case "int" -> anInt(scope, depth);
      case "long" -> aLong(scope, depth);
      case "double" -> aDouble(scope, depth);
      case "float" -> "(float) " + aDouble(scope, depth);
      case "boolean" -> aBoolean(scope, depth);
      case "byte" -> "(byte) (1 + " + anInt(scope, depth) + ")";
      case "short" -> "(short) (1 + " + anInt(scope, depth) + ")";
      case "char" -> "(char) (65 + (" + anInt(scope, depth) + " & 15))";
      case "String" -> aString(scope, depth);
      case "int[]" ->
          "new int[] {" + anInt(scope, depth) + ", " + anInt(scope, 0) + ", 3, " + literal() + "}";
      case "List<Integer>" ->
          "new ArrayList<>(List.of(" + anInt(scope, depth) + ", " + literal() + "))";
      case "Object" ->
          switch (random.nextInt(3)) {
            case 0 -> "(Object) " + anInt(scope, depth);
            case 1 -> "(Object) (" + aString(scope, depth) + ")";
            default -> "(Object) null";
          };
      default -> throw new IllegalArgumentException(type);
    };
  }

  private String anInt(Scope scope, int depth) {
    if (depth <= 0) {
      String type = INTS.get(random.nextInt(INTS.size()));
      return (type.equals("int") ? "" : "(int) ") + orVariable(type, scope, literal());
    }
    int d = depth - 1;
    String variable = scope.pick("int", true, random);
    String array = scope.pick("int[]", false, random);
    String list = scope.pick("List<Integer>", false, random);
    switch (random.nextInt(36)) {
      case 0:
        return "t.note(" + anInt(scope, d) + ")";
      case 1:
        return "(" + anInt(scope, d) + " + " + anInt(scope, d) + ")";
      case 2:
        return "(" + anInt(scope, d) + " - " + anInt(scope, d) + " * " + anInt(scope, d) + ")";
      case 3:
        return "(" + anInt(scope, d) + " / (" + anInt(scope, d) + " & 3))";
      case 4:
        return "(" + aBoolean(scope, d) + " ? " + anInt(scope, d) + " : " + anInt(scope, d) + ")";
      case 5:
        return variable == null ? literal() : variable + (random.nextBoolean() ? "++" : "--");
      case 6:
        return variable == null ? literal() : "(" + variable + " += " + anInt(scope, d) + ")";
      case 7:
        return variable == null ? literal() : "(" + variable + " = " + anInt(scope, d) + ")";
      case 8:
        return array == null ? literal() : array + "[" + anInt(scope, d) + " & " + mask() + "]";
      case 9:
        return array == null
            ? literal()
            : "(" + array + "[" + anInt(scope, d) + " & 3] += " + anInt(scope, d) + ")";
      case 10:
        return "(int) " + (random.nextBoolean() ? aLong(scope, d) : aDouble(scope, d));
      case 11:
        return "new Box<Integer>(" + anInt(scope, d) + ", " + anInt(scope, d) + ").get()";
      case 12:
        return "sum(" + anInt(scope, d) + ", " + anInt(scope, d) + ", " + anInt(scope, d) + ")";
      case 13:
        return "(" + aString(scope, d) + ").length()";
      case 14:
        String local = "y" + locals++;
        return "switch ("
            + anInt(scope, d)
            + " & 3) { case 0 -> "
            + anInt(scope, d)
            + "; case 1 -> { int "
            + local
            + " = "
            + anInt(scope, d)
            + "; yield "
            + local
            + " + "
            + anInt(scope, 0)
            + "; } default -> "
            + anInt(scope, d)
            + "; }";
      case 15:
        return "((IntSupplier) () -> t.note(" + literal() + ")).getAsInt()";
      case 16:
        return list == null ? literal() : list + ".get(" + anInt(scope, d) + " & 1)";
      case 17:
        return "(f += " + anInt(scope, d) + ")";
      case 18:
        return "(fs[" + anInt(scope, d) + " & 3] = " + anInt(scope, d) + ")";
      case 19:
        return "new Object() { int go(int x) { return t.note(x); } }.go(" + anInt(scope, d) + ")";
      case 20, 21:
        return scope.awaits ? "generic(" + anInt(scope, d) + ")" : literal();
      case 22:
        return scope.awaits
            ? "many(" + anInt(scope, d) + ", " + anInt(scope, d) + ")"
            : orVariable("int", scope, literal());
      case 23:
        return scope.awaits ? "nested(" + anInt(scope, d) + ")" : literal();
      case 24:
        return scope.awaits ? "base.same(" + anInt(scope, d) + ")" : literal();
      case 25:
        return scope.awaits && random.nextInt(4) == 0
            ? "(int) deep(200 + " + literal() + ", " + aDouble(scope, d) + ")"
            : literal();
      case 26:
        return "(0 + (ss[" + anInt(scope, d) + " & 3] -= " + anInt(scope, d) + "))";
      case 27:
        return "(0 + (cs[" + anInt(scope, d) + " & 3] += " + anInt(scope, d) + "))";
      case 28:
        return "(int) (ls[" + anInt(scope, d) + " & 3] *= " + aLong(scope, d) + ")";
      case 29:
        return "(int) (ds[" + anInt(scope, d) + " & 3] /= " + aDouble(scope, d) + ")";
      case 30:
        return "((zs[" + anInt(scope, d) + " & 3] ^= " + aBoolean(scope, d) + ") ? 1 : 0)";
      case 31:
        return scope.awaits ? future(anInt(scope, d)) + ".join()" : literal();
      case 32:
        return scope.awaits ? "(int) " + future(anInt(scope, d)) + ".get()" : literal();
      case 33:
        return scope.awaits ? awaitedEvent(anInt(scope, d)) : literal();
      default:
        return scope.awaits
            ? (random.nextBoolean() ? "anInt(" : "P.fixed(t, ") + anInt(scope, d) + ")"
            : "t.note(" + anInt(scope, d) + ")";
    }
  }

  /** A future that completes: soon, at once or soon, or not before its handler is suspended. */
  private String future(String value) {
    return switch (random.nextInt(4)) {
      case 0 -> "t.later(" + value + ")";
      case 1 -> "t.result(" + value + ")";
      default -> "t.here(" + value + ")";
    };
  }

  /** An awaited future or event whose outcome is certain: a result, a failure, or a timeout. */
  private String awaitedEvent(String value) {
    return switch (random.nextInt(8)) {
      case 0 -> "sent(" + value + ").recv()";
      case 1 -> "choose(sent(" + value + ").recvEvt().wrap(n -> t.note(n)), never()).sync()";
      case 2 -> "sent(" + value + ").recvEvt().within(Duration.ofHours(1)).sync()";
      case 3 -> "late(1 + " + literal() + ")";
      case 4, 7 -> future(value) + ".get(1, TimeUnit.HOURS)";
      case 5 -> "(int) t.never().get(" + literal() + ", TimeUnit.NANOSECONDS)";
      default -> "t.failing(" + value + ").join()";
    };
  }

  /** A switch with a try inside. javac cannot compile it below long and double operands. */
  String switchWithTry(Scope scope, int depth) {
    String caught = "y" + locals++;
    return "switch ("
        + anInt(scope, depth)
        + " & 1) { case 0 -> { try { yield "
        + anInt(scope, depth)
        + "; } catch (RuntimeException "
        + caught
        + ") { yield "
        + anInt(scope, depth)
        + "; } } default -> "
        + anInt(scope, depth)
        + "; }";
  }

  private String aLong(Scope scope, int depth) {
    if (depth <= 0) {
      return orVariable("long", scope, literal() + "L");
    }
    int d = depth - 1;
    String variable = scope.pick("long", true, random);
    return switch (random.nextInt(6)) {
      case 0 -> "(" + aLong(scope, d) + " + " + anInt(scope, d) + ")";
      case 1 -> "(" + aLong(scope, d) + " ^ " + aLong(scope, d) + ")";
      case 2 ->
          variable == null ? literal() + "L" : "(" + variable + " -= " + aLong(scope, d) + ")";
      case 3 -> "t.note(" + aLong(scope, d) + ")";
      default ->
          scope.awaits
              ? "aLong(" + aLong(scope, d) + ", " + anInt(scope, d) + ")"
              : literal() + "L";
    };
  }

  private String aDouble(Scope scope, int depth) {
    if (depth <= 0) {
      return orVariable(random.nextBoolean() ? "double" : "float", scope, literal() + ".5");
    }
    int d = depth - 1;
    String variable = scope.pick("double", true, random);
    return switch (random.nextInt(7)) {
      case 0 -> "(" + aDouble(scope, d) + " * " + anInt(scope, d) + ")";
      case 1 -> "(" + aDouble(scope, d) + " - " + aDouble(scope, d) + ")";
      case 2 ->
          variable == null ? literal() + ".25" : "(" + variable + " += " + aDouble(scope, d) + ")";
      case 3 -> "t.note(" + aDouble(scope, d) + ")";
      case 4 ->
          scope.awaits
              ? "t.note((float) "
                  + aDouble(scope, d)
                  + " - aFloat((float) "
                  + aDouble(scope, d)
                  + "))"
              : literal() + ".5";
      default -> scope.awaits ? "aDouble(" + aDouble(scope, d) + ")" : literal() + ".75";
    };
  }

  String aBoolean(Scope scope, int depth) {
    if (depth <= 0) {
      return orVariable("boolean", scope, "f > " + literal());
    }
    int d = depth - 1;
    return switch (random.nextInt(8)) {
      case 0 -> "(" + aBoolean(scope, d) + " && " + aBoolean(scope, d) + ")";
      case 1 -> "(" + aBoolean(scope, d) + " || " + aBoolean(scope, d) + ")";
      case 2 -> "!" + "(" + aBoolean(scope, d) + ")";
      case 3 -> "t.note(" + aBoolean(scope, d) + ")";
      case 4 -> "(" + aLong(scope, d) + " == " + anInt(scope, d) + ")";
      case 5 -> scope.awaits ? "aBoolean(" + aBoolean(scope, d) + ")" : "f < " + literal();
      default -> "(" + anInt(scope, d) + " < " + anInt(scope, d) + ")";
    };
  }

  private String aString(Scope scope, int depth) {
    if (depth <= 0) {
      return orVariable("String", scope, "\"s" + literal().replace("-", "m") + "\"");
    }
    int d = depth - 1;
    return switch (random.nextInt(6)) {
      case 0 -> "(" + aString(scope, d) + " + " + anInt(scope, d) + " + " + aLong(scope, d) + ")";
      case 1 -> "String.valueOf(" + aDouble(scope, d) + ")";
      case 2 ->
          "new StringBuilder().append(0 + "
              + anInt(scope, d)
              + ").append("
              + aString(scope, d)
              + ").reverse().toString()";
      case 3 -> "t.note(" + aString(scope, d) + ")";
      default ->
          scope.awaits
              ? (random.nextBoolean() ? "aString(" : "generic(") + aString(scope, d) + ")"
              : "\"\" + " + anInt(scope, d);
    };
  }

  private String orVariable(String type, Scope scope, String otherwise) {
    String variable = random.nextInt(4) == 0 ? null : scope.pick(type, false, random);
    return variable == null ? otherwise : variable;
  }

  private String mask() {
    return random.nextInt(6) == 0 ? "7" : "3";
  }

  String literal() {
    return Integer.toString(random.nextInt(9));
  }
}
