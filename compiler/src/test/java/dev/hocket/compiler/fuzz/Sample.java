package dev.hocket.compiler.fuzz;

import java.util.List;
import java.util.Random;

/**
 * A small class with a directive before a statement at a place.
 *
 * @param name the name of the class
 * @param code the class's text
 */
record Sample(String name, String code) {
  /** The class that all samples use. */
  static final String BASE =
      """
      import java.util.*;
      class Main {
        record Pair(int left, Object right) {}
        static class Res implements AutoCloseable {
          Res(int n) {}
          void use() {}
          //#omp async
          @Override public void close() {}
        }
        static class Base {
          static int sfld;
          int fld;
          Base() {}
          Base(int n) {}
          static int f(int... all) { return all.length; }
          static int f(int n) { return n; }
          static int f(int n, int k, int[] a) { return n; }
          static boolean b() { return sfld > 1; }
          static void v() {}
          static <S> S same(S s) { return s; }
          static void call(Runnable r) { r.run(); }
          static void throwing() throws java.io.IOException {}
          //#omp async
          static int aw(int n) {
            //#omp target virtual(worker) await
            sfld++;
            return n;
          }
          //#omp async
          static void av() {
            //#omp target virtual(worker) await
            sfld++;
          }
        }
      """;

  private static final int DEPTH = 2;

  /**
   * The place, statement, directive and expression of a sample; the rest of its content is random.
   */
  record Choice(int place, int statement, int directive, int expression) {
    static final List<Integer> SIZES =
        List.of(
            Places.ALL.size(),
            Statements.ALL.size(),
            Directives.all().size(),
            Expressions.INTS.size());

    static Choice of(List<Integer> values) {
      return new Choice(values.get(0), values.get(1), values.get(2), values.get(3));
    }
  }

  static Sample of(Choice choice, int number, long seed) {
    return new Maker(new Random(seed), choice.expression()).make(choice, number);
  }

  /** Fills the placeholders of templates. */
  private static final class Maker {
    private static final List<String> DIRECTIVES = Directives.all();

    private final Random random;

    /** The expression for the first placeholder; -1 after that. */
    private int expression;

    private int names;

    Maker(Random random, int expression) {
      this.random = random;
      this.expression = expression;
    }

    Sample make(Choice choice, int number) {
      String directive = Directives.withMore(DIRECTIVES.get(choice.directive()), random);
      String statement = fill(Statements.ALL.get(choice.statement()), DEPTH);
      String outer = random.nextInt(6) == 0 ? line(any(DIRECTIVES)) : "";
      String block = outer + line(directive) + statement + "\n";
      String name = "C" + number;
      String body =
          Places.ALL
              .get(choice.place())
              .replace("$P", Places.VARIABLES)
              .replace("$Q", Places.USES)
              .replace("$X", name)
              .replace("$B", block);
      return new Sample(name, "static class " + name + "<T> extends Base {\n" + body + "\n}\n");
    }

    private static String line(String directive) {
      return "//#omp " + directive + "\n";
    }

    private String any(List<String> all) {
      return all.get(random.nextInt(all.size()));
    }

    /** Fills a template's placeholders; the first expression is the chosen one. */
    private String fill(String template, int depth) {
      String numbered = template.replace("$N", "" + names++);
      StringBuilder filled = new StringBuilder();
      int at = 0;
      for (int hole = numbered.indexOf('$'); hole >= 0; hole = numbered.indexOf('$', at)) {
        filled.append(numbered, at, hole).append(piece(numbered.charAt(hole + 1), depth));
        at = hole + 2;
      }
      return filled.append(numbered.substring(at)).toString();
    }

    private String piece(char hole, int depth) {
      return switch (hole) {
        case 'E' -> expression();
        case 'C' -> fill(any(Expressions.CONDITIONS), depth);
        case 'R' -> statement(depth - 1);
        default -> throw new AssertionError("a hole $" + hole);
      };
    }

    private String expression() {
      int chosen = expression < 0 ? random.nextInt(Expressions.INTS.size()) : expression;
      expression = -1;
      return Expressions.INTS.get(chosen).replace("$N", "" + names++);
    }

    /** A statement inside another one; directives before it are on separate lines. */
    private String statement(int depth) {
      String directive = random.nextInt(3) == 0 ? "\n" + line(any(DIRECTIVES)) : " ";
      return directive
          + fill(any(depth > 0 ? Statements.ALL : Statements.SIMPLE), depth)
          + (directive.equals(" ") ? " " : "\n");
    }
  }
}
