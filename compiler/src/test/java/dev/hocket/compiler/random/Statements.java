package dev.hocket.compiler.random;

import java.util.List;
import java.util.Random;

/** Generates random statements with directives. */
final class Statements {
  private static final List<String> TYPES =
      List.of(
          "int",
          "int",
          "int",
          "long",
          "double",
          "float",
          "boolean",
          "byte",
          "short",
          "char",
          "String",
          "int[]",
          "List<Integer>",
          "Object");
  private static final List<String> TARGETS = List.of("w1", "w1", "w2", "home");

  /** The methods that can be awaited, as directives list them. */
  private static final String LIST =
      "int anInt(int), long aLong(long, int), double aDouble(double), boolean aBoolean(boolean),"
          + " float aFloat(float), String aString(String), int fixed(Trace, int), T generic(T), int"
          + " many(int...), void aVoid(int), int nested(int), T same(T), long deep(int, double),"
          + " int cancelled(String, int), void close(), T join(), Integer get(), get(long, TimeUnit),"
          + " int late(int), recv(), send(T), sync()";

  private final Random random;
  private final Expressions expressions;
  private final StringBuilder out;
  private final String result;
  private int labels;
  private int budget;

  Statements(Random random, StringBuilder out, String result, int budget) {
    this.random = random;
    this.expressions = new Expressions(random);
    this.out = out;
    this.result = result;
    this.budget = budget;
  }

  /** Generates the statements of a body; the last one gives the result. */
  void body(Scope scope) {
    block(scope, 3, 2 + random.nextInt(4));
    // This writes a variable that is never read again.
    line("v0++;");
    line(returned(scope));
  }

  private String returned(Scope scope) {
    return result.equals("void") ? "return;" : "return " + expressions.of(result, scope, 1) + ";";
  }

  private void block(Scope scope, int depth, int count) {
    for (int i = 0; i < count && budget > 0; i++) {
      statement(scope, depth);
    }
  }

  private void inBraces(Scope scope, int depth) {
    out.append("{\n");
    block(new Scope(scope), depth, 1 + random.nextInt(3));
    line("}");
  }

  private void line(String text) {
    out.append(text).append('\n');
  }

  private void statement(Scope scope, int depth) {
    budget--;
    if (depth <= 0) {
      simple(scope);
      return;
    }
    if (scope.handler != null && random.nextInt(4) == 0) {
      cancellation(scope, depth);
      return;
    }
    switch (random.nextInt(27)) {
      case 0, 1 -> branch(scope, depth);
      case 2 -> forLoop(scope, depth);
      case 3 -> whileLoop(scope, depth);
      case 4 -> forEach(scope, depth);
      case 5 -> oldSwitch(scope, depth);
      case 6 -> newSwitch(scope, depth);
      case 7, 8 -> tryCatch(scope, depth);
      case 9 -> withResource(scope, depth);
      case 10 -> labelled(scope, depth);
      case 11 -> jump(scope);
      case 12 -> inBraces(scope, depth - 1);
      case 13, 14, 15, 16 -> target(scope, depth, "await");
      case 17 -> target(scope, depth, "");
      case 18, 19, 20 -> awaitCalls(scope, depth);
      case 21 -> named(scope);
      case 26 -> handler(scope, depth);
      case 22 -> line("if (" + condition(scope) + ") throw new E(" + expressions.literal() + ");");
      default -> simple(scope);
    }
  }

  private void simple(Scope scope) {
    String type = TYPES.get(random.nextInt(TYPES.size()));
    String variable = scope.pick(type, true, random);
    switch (random.nextInt(8)) {
      case 0 -> line("t.note(" + expressions.of("int", scope, 2) + ");");
      case 7 -> line("t.note(" + (variable == null ? "f" : noted(type, variable)) + ");");
      case 6 -> {
        String counter = scope.pick("int", true, random);
        line(counter == null ? "f++;" : counter + " += 3;");
      }
      case 5 -> {
        String first = expressions.of("int", scope, 1);
        String second = expressions.switchWithTry(scope, 1);
        line("t.note(new Box<Integer>(" + first + ", " + second + ").note());");
      }
      case 1 -> {
        if (variable != null) {
          line(variable + " = " + expressions.of(type, scope, 2) + ";");
        }
      }
      case 2 -> {
        if (scope.awaits || random.nextBoolean()) {
          String call = scope.awaits && random.nextInt(4) == 0 ? "taken().send(" : "aVoid(";
          line(call + expressions.of("int", scope, 1) + ");");
        } else {
          line("f = " + expressions.of("int", scope, 2) + ";");
        }
      }
      default -> {
        boolean unset = type.equals("String") && random.nextInt(8) == 0;
        String value = unset ? "null" : expressions.of(type, scope, 2);
        Scope.Variable declared = scope.declare(type, random.nextInt(5) > 0, random);
        boolean inferred = random.nextInt(4) == 0 && !value.startsWith("new ArrayList");
        String modifier = declared.assignable() ? "" : "final ";
        line(
            modifier
                + (inferred ? "var" : type)
                + " "
                + declared.name()
                + " = "
                + (inferred ? "(" + type + ") (" + value + ")" : value)
                + ";");
      }
    }
  }

  /** Generates a statement that traces the value of a variable. */
  private static String noted(String type, String variable) {
    return switch (type) {
      case "int[]" -> variable + "[1]";
      case "List<Integer>", "Object" -> "\"\" + " + variable;
      default -> variable;
    };
  }

  private String condition(Scope scope) {
    return expressions.aBoolean(scope, 1);
  }

  private void branch(Scope scope, int depth) {
    out.append("if (").append(expressions.aBoolean(scope, 2)).append(") ");
    inBraces(scope, depth - 1);
    if (random.nextBoolean()) {
      out.append("else ");
      inBraces(scope, depth - 1);
    }
  }

  private Scope loop(Scope scope) {
    Scope inside = new Scope(scope);
    String label = "l" + labels++;
    out.append(label).append(": ");
    inside.jumps.add("continue " + label + ";");
    inside.jumps.add("break " + label + ";");
    inside.jumps.add("continue;");
    inside.jumps.add("break;");
    return inside;
  }

  private void forLoop(Scope scope, int depth) {
    Scope inside = loop(scope);
    Scope.Variable i = inside.declare("int", false, random);
    out.append("for (int %s = 0; %s < %d".formatted(i.name(), i.name(), 1 + random.nextInt(3)))
        .append(random.nextInt(4) == 0 ? " && " + condition(inside) : "")
        .append("; ")
        .append(i.name())
        .append("++) ");
    inBraces(inside, depth - 1);
  }

  private void whileLoop(Scope scope, int depth) {
    Scope.Variable count = scope.declare("int", false, random);
    line("int " + count.name() + " = 0;");
    Scope inside = loop(scope);
    String condition = count.name() + "++ < " + (1 + random.nextInt(3));
    if (random.nextBoolean()) {
      out.append("while (").append(condition).append(") ");
      inBraces(inside, depth - 1);
    } else {
      out.append("do ");
      inBraces(inside, depth - 1);
      line("while (" + condition + ");");
    }
  }

  private void forEach(Scope scope, int depth) {
    Scope inside = loop(scope);
    boolean array = random.nextBoolean();
    String values = expressions.of(array ? "int[]" : "List<Integer>", scope, 1);
    Scope.Variable element = inside.declare("int", array, random);
    out.append("for (int ").append(element.name()).append(" : ").append(values).append(") ");
    inBraces(inside, depth - 1);
  }

  private void oldSwitch(Scope scope, int depth) {
    Scope inside = new Scope(scope);
    inside.jumps.remove("continue;");
    inside.jumps.remove("break;");
    boolean strings = random.nextBoolean();
    String selector = expressions.of("int", scope, 1);
    line(strings ? "switch (\"k\" + (" + selector + " & 3)) {" : "switch (" + selector + " & 3) {");
    for (int i = 0; i < 3; i++) {
      out.append(strings ? "case \"k" + i + "\": " : "case " + i + ": ");
      inBraces(inside, depth - 1);
      if (random.nextBoolean()) {
        line("break;");
      }
    }
    out.append("default: ");
    inBraces(inside, depth - 1);
    line("}");
  }

  private void newSwitch(Scope scope, int depth) {
    Scope inside = new Scope(scope);
    inside.jumps.remove("continue;");
    inside.jumps.remove("break;");
    line("switch (" + expressions.of("Object", scope, 1) + ") {");
    Scope number = new Scope(inside);
    Scope.Variable i = number.declare("int", false, random);
    out.append("case Integer ").append(i.name()).append(" when ").append(i.name());
    out.append(" > ").append(expressions.literal()).append(" -> ");
    inBraces(number, depth - 1);
    Scope text = new Scope(inside);
    Scope.Variable s = text.declare("String", false, random);
    out.append("case String ").append(s.name()).append(" -> ");
    inBraces(text, depth - 1);
    out.append("case null, default -> ");
    inBraces(inside, depth - 1);
    line("}");
  }

  private void tryCatch(Scope scope, int depth) {
    out.append("try ");
    inBraces(scope, depth - 1);
    boolean caught = random.nextInt(4) > 0;
    if (caught) {
      Scope inside = new Scope(scope);
      Scope.Variable e = inside.declare("Throwable", false, random);
      String type =
          List.of(
                  "RuntimeException",
                  "Exception",
                  "ArithmeticException | ArrayIndexOutOfBoundsException")
              .get(random.nextInt(3));
      out.append("catch (").append(type).append(" ").append(e.name()).append(") ");
      inBraces(inside, depth - 1);
    }
    if (!caught || random.nextBoolean()) {
      out.append("finally ");
      inBraces(scope, depth - 1);
    }
  }

  /** Generates a try statement with up to three resources; closing some of them awaits. */
  private void withResource(Scope scope, int depth) {
    Scope around = new Scope(scope);
    StringBuilder head = new StringBuilder();
    line("{");
    for (int i = random.nextInt(3); i >= 0; i--) {
      String type = List.of("Resource", "Closing", "Closing").get(random.nextInt(3));
      String value = "new " + type + "(t, " + expressions.of("int", around, 1) + ")";
      if (random.nextInt(4) == 0) {
        String open = around.declare(type, false, random).name();
        line(type + " " + open + " = " + (random.nextInt(4) == 0 ? "null" : value) + ";");
        head.append(open);
      } else {
        String declared = around.declare(type, false, random).name();
        head.append(random.nextBoolean() ? type : "var").append(" ").append(declared);
        head.append(" = ").append(value);
      }
      head.append(i > 0 || random.nextInt(4) == 0 ? "; " : "");
    }
    out.append("try (").append(head).append(") ");
    inBraces(around, depth - 1);
    if (random.nextBoolean()) {
      Scope handler = new Scope(around);
      String caught = handler.declare("Throwable", false, random).name();
      line("catch (IllegalStateException " + caught + ") {");
      line("t.note(" + caught + ");");
      block(handler, depth - 1, random.nextInt(2));
      line("}");
    }
    line("}");
  }

  private void labelled(Scope scope, int depth) {
    Scope inside = new Scope(scope);
    String label = "l" + labels++;
    inside.jumps.add("break " + label + ";");
    out.append(label).append(": ");
    inBraces(inside, depth - 1);
  }

  private void jump(Scope scope) {
    if (!scope.jumps.isEmpty()) {
      String jump = scope.jumps.get(random.nextInt(scope.jumps.size()));
      line("if (" + condition(scope) + ") " + (jump.equals("return") ? returned(scope) : jump));
    }
  }

  private void target(Scope scope, int depth, String mode) {
    String name = TARGETS.get(random.nextInt(TARGETS.size()));
    String condition = random.nextInt(5) == 0 ? " if(f > 3)" : "";
    line("//#omp target virtual(" + name + ") " + mode + condition);
    Scope inside = Scope.closed(scope);
    inBraces(inside, depth - 1);
  }

  private void awaitCalls(Scope scope, int depth) {
    line("//#omp await(" + LIST + ")");
    Scope inside = new Scope(scope);
    inside.awaits = true;
    out.append("{\n");
    // Each method is called once, so that every signature has a call.
    line(
        "if (f == 12345) { anInt(1); aLong(1L, 1); aDouble(1.0); aBoolean(true); aFloat(1f);"
            + " aString(\"\"); P.fixed(t, 1); generic(1); many(1); aVoid(1); nested(1);"
            + " base.same(1); deep(1, 1.0); cancelled(\"\", 1); try (var c = new Closing(t, 1)) {}"
            + " t.later(1).join(); t.result(1).get(); t.result(1).get(1, TimeUnit.HOURS); late(1);"
            + " taken().send(sent(1).recv()); choose(sent(1).recvEvt(), never()).sync(); }");
    block(inside, depth - 1, 1 + random.nextInt(3));
    line("}");
  }

  private void named(Scope scope) {
    String variable = scope.pick("int", true, random);
    if (variable == null || scope.awaits) {
      simple(scope);
      return;
    }
    // There are few tags, so that other statements, methods and threads use them too, in their own
    // runs.
    String tag = "tag" + random.nextInt(3);
    line("{");
    line("//#omp async-call name_as(" + tag + ") (int anInt(int))");
    line(variable + " = anInt(" + expressions.of("int", scope, 1) + ");");
    if (random.nextBoolean()) {
      line("//#omp target virtual(w2) name_as(" + tag + ")");
      line("fs[3] = fs[2] + 1;");
    }
    line("//#omp wait(" + tag + ") await");
    line("t.note(" + variable + ");");
    line("}");
  }

  /** Generates a handler that is sometimes cancelled, and its caller, which waits for it. */
  private void handler(Scope scope, int depth) {
    String tag = "h" + random.nextInt(1_000_000_000);
    line("{");
    // This must run on w1: see cancelledWait.
    line("//#omp target virtual(w1) name_as(" + tag + ")");
    Scope inside = Scope.closed(scope);
    inside.handler = tag;
    out.append("{\ntry {\n");
    Scope tried = new Scope(inside);
    block(tried, depth - 1, random.nextInt(2));
    cancellation(tried, depth - 1);
    block(tried, depth - 1, random.nextInt(3));
    line("} finally {");
    line("t.note(" + expressions.literal() + ");");
    block(new Scope(inside), depth - 1, random.nextInt(2));
    line("}\n}");
    line("//#omp wait(" + tag + ") await");
    line("}");
  }

  /** Generates code that the handler awaits and that cancels the handler. */
  private void cancellation(Scope scope, int depth) {
    budget--;
    String tag = '"' + scope.handler + '"';
    if (random.nextInt(3) == 0) {
      line("if (" + condition(scope) + ")");
    }
    switch (random.nextInt(scope.awaits ? 4 : 2)) {
      case 0 -> cancelledWait(tag);
      case 1 -> cancelledBlock(tag, scope, depth);
      default -> {
        String argument = expressions.of("int", scope, 1);
        line("t.note(cancelled(" + tag + ", " + argument + ") + " + argument + ");");
      }
    }
  }

  private void cancelledBlock(String tag, Scope scope, int depth) {
    String target = TARGETS.get(random.nextInt(TARGETS.size()));
    line(
        "//#omp target virtual("
            + target
            + ") await"
            + (random.nextInt(5) == 0 ? " if(f > 3)" : ""));
    line("{");
    block(Scope.closed(scope), depth - 1, random.nextInt(2));
    line("t.cancel(" + tag + ");");
    line("}");
  }

  /**
   * Generates a block that cancels the wait for it. It blocks its thread until then, so the thread
   * must not be one that the handler needs in order to continue.
   */
  private void cancelledWait(String tag) {
    String awaited = "w" + random.nextInt(1_000_000_000);
    line("try {");
    line("//#omp target virtual(w2) name_as(" + awaited + ")");
    line("{ t.cancelWait(" + tag + "); }");
    line("//#omp wait(" + awaited + ") await");
    line("} finally { t.release(" + tag + "); }");
  }
}
