package dev.hocket.compiler.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.diagnose.SourceText;
import dev.hocket.compiler.scan.DirectiveScanner;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DirectiveParserTest {
  private final Problems problems = new Problems();

  private Directive parse(String comment) {
    SourceText source = new SourceText("A.java", comment + "\nfoo();");
    return DirectiveScanner.scan(source.content(), Grammar.directiveWords()).stream()
        .flatMap(c -> DirectiveParser.parse(source, c, problems).stream())
        .findFirst()
        .orElse(null);
  }

  private String said() {
    StringWriter text = new StringWriter();
    problems.print(new PrintWriter(text), true, false);
    return text.toString();
  }

  @Test
  void target_takesClausesWithOrWithoutCommas() {
    Directive.Target target =
        (Directive.Target) parse("//#omp target, virtual(a), nowait if(x > f(1, 2)) private(b,c)");
    assertEquals(
        List.of(ClauseKind.VIRTUAL, ClauseKind.NOWAIT, ClauseKind.IF, ClauseKind.PRIVATE),
        target.clauses().stream().map(Clause::kind).toList());
    assertEquals("x > f(1, 2)", target.clauses().get(2).expression().text());
    assertEquals(
        List.of("b", "c"), target.clauses().get(3).names().stream().map(Name::text).toList());
    assertTrue(target.isAsynchronous());
  }

  @Test
  void expression_mayHoldStringsAndRemarksFollow() {
    Directive.Target target =
        (Directive.Target) parse("//#omp target if(s.equals(\")//\")) // why not");
    assertEquals("s.equals(\")//\")", target.clauses().getFirst().expression().text());
  }

  @Test
  void critical_mayHaveAName() {
    assertEquals("critical", parse("//#omp critical").toString());
    assertEquals("critical(sum)", parse("//#omp critical (sum) // why not").toString());
  }

  @Test
  void names_mayBeWrittenWithEscapes() {
    Directive.Target target =
        (Directive.Target) parse("//#omp target virtual(\\u0061b) shared(\\uu0062, c\\u0064)");
    assertEquals(
        List.of("ab", "b", "cd"),
        target.clauses().stream().flatMap(c -> c.names().stream()).map(Name::text).toList());
    assertEquals(List.of("x"), tags("//#omp wait(\\u0078)"));
  }

  private List<String> tags(String wait) {
    return ((Directive.Wait) parse(wait)).tags().stream().map(Name::text).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "declare reduction",
        "declare reduction(f: int: omp_in)",
        "threadprivate(a)",
        "simd",
        "scan inclusive(a)",
        "tile sizes(4, 4)",
        "unroll"
      })
  void aDirectiveThatIsLeftOut_isRefused_withAWayOut(String directive) {
    assertNull(parse("//#omp " + directive));
    assertTrue(said().startsWith("A.java:1: error: [HK003] "), said());
    assertTrue(said().contains("\n  help: "), said());
  }

  @ParameterizedTest
  @ValueSource(strings = {"for", "parallel for", "taskloop"})
  void simd_changesNothing(String loop) {
    Directive plain = parse("//#omp " + loop + " collapse(2)");
    Directive simd = parse("//#omp " + loop + " simd collapse(2)");
    assertEquals(plain.getClass(), simd.getClass());
    assertEquals("", said());
  }

  @Test
  void parallelFor_isTwoDirectivesInOne() {
    Directive.Combined both =
        (Directive.Combined)
            parse(
                "//#omp parallel for num_threads(2) reduction(min: a, b) schedule(static, n + 1)");
    assertEquals(
        List.of(ClauseKind.NUM_THREADS),
        both.region().clauses().stream().map(Clause::kind).toList());
    assertEquals(
        List.of(ClauseKind.REDUCTION, ClauseKind.SCHEDULE),
        both.shared().clauses().stream().map(Clause::kind).toList());
    Clause reduction = both.shared().clauses().getFirst();
    assertEquals("min", reduction.word().text());
    assertTrue(reduction.lists("b"));
    Clause schedule = both.shared().clauses().getLast();
    assertEquals("static", schedule.word().text());
    assertEquals("n + 1", schedule.expression().text());
  }

  @Test
  void reduction_mayBeOfSectionsAndByMethods() {
    Directive.For loop =
        (Directive.For)
            parse(
                "//#omp for reduction(+: a, b[f(x ? 1 : 2, c[0]) : n], c[:]) reduction(p.S::plus,"
                    + " S::new : d, e)");
    List<Clause> clauses = loop.clauses();
    assertEquals(4, clauses.size(), said());
    assertTrue(clauses.get(0).lists("a") && clauses.get(0).section().isEmpty());
    Clause.Section section = clauses.get(1).section().orElseThrow();
    assertEquals("f(x ? 1 : 2, c[0])", section.low().orElseThrow().text());
    assertEquals("n", section.length().orElseThrow().text());
    assertEquals(List.of(), clauses.get(2).section().orElseThrow().expressions());
    assertEquals("p.S::plus", clauses.get(3).word().text());
    assertEquals("S::new", clauses.get(3).expression().text());
    assertTrue(clauses.get(3).isByMethod() && clauses.get(3).lists("e"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"+", "-", "*", "&", "|", "^", "&&", "||", "min", "max"})
  void reduction_hasAnOperator(String operator) {
    Directive.For loop = (Directive.For) parse("//#omp for reduction(" + operator + " : a)");
    assertEquals(operator, loop.clauses().getFirst().word().text(), said());
  }

  @Test
  void wordsOfAnOlderCompiler_areUnderstood() {
    assertEquals(List.of("a", "b"), tags("//#omp taskwait(a, b)"));
    Directive.Target gui = (Directive.Target) parse("//#omp gui nowait");
    assertEquals("edt", gui.clause(ClauseKind.VIRTUAL).orElseThrow().names().getFirst().text());
    assertTrue(gui.isAsynchronous());
    assertTrue(((Directive.Target) parse("//#omp freeguithread")).isAwaited());
    Directive.FreeGuiTeam both =
        (Directive.FreeGuiTeam) parse("//#omp freeguithread parallel for shared(a)");
    assertTrue(both.block().isAwaited());
    assertEquals(DirectiveKind.PARALLEL_FOR, ((Directive.Combined) both.team()).kind());
    assertEquals(both.comment().start(), both.team().comment().start());
    assertNotSame(both.comment(), both.team().comment());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "freeguithread for",
        "freeguithread nowait",
        "gui parallel",
        "gui nowait parallel"
      })
  void wordsOfAnOlderCompiler_takeNoOtherDirective(String text) {
    assertNull(parse("//#omp " + text));
    assertTrue(said().contains("[HK004]"), said());
  }

  @Test
  void wait_takesSeveralTags() {
    Directive.Wait wait = (Directive.Wait) parse("//#omp wait ( a , b )");
    assertEquals(List.of("a", "b"), wait.tags().stream().map(Name::text).toList());
    assertEquals(14, wait.tags().getFirst().offset());
  }

  @ParameterizedTest
  @ValueSource(strings = {"//#omp wait(a) await", "//#omp wait(a), await // later"})
  void wait_mayAwait(String comment) {
    assertTrue(((Directive.Wait) parse(comment)).awaits());
  }

  /** Long directives as formatters break them; {@code ;;} stands for a line end. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "// #omp target virtual(a);;// nowait",
        "//#omp target virtual(a);;//nowait",
        "// #omp target virtual(a);;// private(b,;;// c) nowait",
        "// #omp parallel;;// for schedule(dynamic)",
        "// #omp wait(a);;// await",
        "// #omp target virtual(a);;// nowait;;// and a remark",
      })
  void directive_brokenInTwo_isRefused(String lines) {
    assertNull(parse(lines.replace(";;", "\n  ")));
    String whole = lines.replaceFirst(";;// and.*", "").replaceAll(";;// ?", " ");
    String directive = whole.replaceFirst("// ?#omp ", "");
    assertTrue(said().contains("HK002"), said());
    assertTrue(said().contains("write it as //#omp " + directive + ", in a"), said());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//#omp target virtual(a);;// await the result here",
        "//#omp target virtual(a);;//;;// nowait",
        "//#omp target virtual(a);;;;// nowait",
        "//#omp target virtual(a) // long;;// nowait",
        "//#omp target virtual(a);;//#omp target nowait",
      })
  void directive_aboveARemark_isWhole(String lines) {
    Directive.Target target = (Directive.Target) parse(lines.replace(";;", "\n  "));
    assertEquals(List.of(ClauseKind.VIRTUAL), target.clauses().stream().map(Clause::kind).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          //#omp async-call await(f())          | await
          //#omp await(f())                     | await
          //#omp async_call nowait (f())        | nowait
          //#omp async-call name_as(t)(int f()) | name_as
          """)
  void asyncCall_hasOneMode(String comment, String mode) {
    Directive.AsyncCall call = (Directive.AsyncCall) parse(comment);
    assertEquals(mode, call.mode().kind().word());
    assertEquals(mode.equals("name_as") ? 1 : 0, call.mode().names().size());
    assertEquals("[f()]", call.signatures().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          f()                                              | f()
          int f(int)                                       | f(int)
          void f(int a, String[] b)                        | f(int, String[])
          f(int a[], long... b)                            | f(int[], long[])
          java.util.List<String> f(java.util.Map.Entry e)  | f(java.util.Map.Entry)
          Map<String, List<? extends T>>[] f(Set<T[]>[] s) | f(Set[])
          public static <T extends Comparable<T>> T f(T t) | f(T)
          @A @B(")") int f(final @C(x = (1)) int i)        | f(int)
          @A int @B [] f(java.lang.@C String @D ... s)     | f(java.lang.String[])
          Outer<String>.Inner<T> f(Outer<T>.Inner<T> i)    | f(Outer.Inner)
          """)
  void signature_isReadAsItIsDeclared(String declaration, String signature) {
    Directive.AsyncCall call =
        (Directive.AsyncCall) parse("//#omp await(" + declaration + ", g())");
    assertEquals("[" + signature + ", g()]", call.signatures().toString(), said());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      commentCharacter = '!',
      textBlock =
          """
          //#omp                           | 6  | HK004 | expected a directive
          //#omp wait                      | 11 | HK004 | expected '('
          //#omp wait()                    | 12 | HK004 | expected a name
          //#omp wait(a                    | 13 | HK004 | expected ')'
          //#omp wait(a,)                  | 14 | HK004 | expected a name
          //#omp wait(a) nowait            | 15 | HK007 | not allowed on 'wait'
          //#omp target virtual            | 21 | HK004 | expected '('
          //#omp target virtual("worker")  | 22 | HK004 | a name is a Java identifier without quotes
          //#omp target virtual(my-pool)   | 24 | HK004 | a name is a Java identifier without quotes
          //#omp wait(a.b)                 | 13 | HK004 | a name is a Java identifier without quotes
          //#omp target nowait(a)          | 20 | HK004 | expected a clause
          //#omp target if()               | 17 | HK004 | expected an expression
          //#omp target if(a               | 18 | HK004 | expected ')'
          //#omp target default(private)   | 22 | HK004 | expected shared or none
          //#omptarget nowait              | 0  | HK002 | write it as //#omp target nowait, in a
          //#omp: wait(a)                  | 0  | HK002 | write it as //#omp wait(a), in a
          //#omp target frstprivate(a)     | 14 | HK005 | did you mean 'firstprivate'?
          //#omp target name-as(a)         | 14 | HK005 | did you mean 'name_as'?
          //#omp wiat(a)                   | 7  | HK001 | did you mean 'wait'?
          // #omp wiat(a)                  | 8  | HK001 | did you mean 'wait'?
          // #omp is how they start        | 8  | HK001 | if this is a remark, begin it with another
          // #omp                          | 7  | HK004 | expected a directive
          //  #omp wait(a)                 | 0  | HK002 | write it as //#omp wait(a), in a
          //#omp wait(a) await await       | 21 | HK007 | not allowed on 'wait'
          //#omp wait(a),                  | 14 | HK004 | expected the end of the directive
          //#omp asinc                     | 7  | HK001 | did you mean 'async'?
          //#omp async-cal nowait(f())     | 7  | HK001 | did you mean 'async-call'?
          //#omp async nowait              | 13 | HK007 | not allowed on 'async'
          //#omp async-call                | 17 | HK004 | expected await, nowait or name_as
          //#omp async-call wait(f())      | 18 | HK004 | expected await, nowait or name_as
          //#omp async-call name_as(f())   | 27 | HK004 | expected ')'
          //#omp async-call name_as(t)     | 28 | HK004 | expected '('
          //#omp await()                   | 13 | HK004 | expected a name
          //#omp await(int[])              | 18 | HK004 | expected a name
          //#omp await(f                   | 14 | HK004 | expected a name
          //#omp await find(String) // now | 13 | HK004 | in this form: await(find(String))
          //#omp await                     | 12 | HK004 | await(find(String)) before a statement
          //#omp await virtual(w)          | 13 | HK004 | in this form: target virtual(worker) await
          //#omp await target virtual(w)   | 13 | HK004 | in this form: target virtual(worker) await
          //#omp target worker             | 14 | HK005 | help: did you mean 'virtual(worker)'?
          //#omp target worker(a)          | 14 | HK005 | help: use one of its clauses
          //#omp target my-pool            | 14 | HK005 | help: use one of its clauses
          //#omp target nowait worker      | 21 | HK005 | help: use one of its clauses
          //#omp target(worker)            | 13 | HK004 | in this form: target virtual(worker)
          //#omp nowait                    | 7  | HK001 | after its target, //#omp target … nowait
          //#omp virtual(worker)           | 7  | HK001 | after its target, //#omp target … virtual
          //#omp await(f(int,))            | 19 | HK004 | expected a name
          //#omp await(f(int)              | 19 | HK004 | expected ')'
          //#omp await(f()) nowait         | 18 | HK007 | not allowed on 'async-call'
          //#omp critical lock             | 16 | HK004 | write it in this form: critical[(name)]
          //#omp critical(a) nowait        | 19 | HK007 | not allowed on 'critical'
          //#omp critical(a, b)            | 17 | HK004 | expected ')'
          //#omp critical()                | 16 | HK004 | expected a name
          f(); //#omp target nowait        | 5  | HK049 | on a line of its own
          f(); //#omp async                | 5  | HK049 | on a line of its own
          //omp target nowait              | 0  | HK002 | write it as //#omp target
          //#omp threadprivate(a)          | 7  | HK003 | bind a ScopedValue inside the region
          //#omp parallel single           | 16 | HK005 | on the next line //#omp single; or
          //#omp loop bind(thread)         | 17 | HK004 | expected teams, parallel
          //#omp for order(sorted)         | 17 | HK004 | expected concurrent
          //#omp for schedule(monotonc: static) | 20 | HK004 | expected static, dynamic
          //#omp for lastprivate(conditional: a) | 11 | HK006 | reduction(max: at)
          //#omp parallel for critical     | 20 | HK005 | on the next line //#omp critical; or
          //#omp for safelen(4) simd       | 11 | HK005 | has no clause 'safelen'
          //#omp taskcancel                | 17 | HK004 | expected '(', found the end
          //#omp paralel for               | 7  | HK001 | did you mean 'parallel'?
          //#omp parallel nowait           | 16 | HK007 | not allowed on 'parallel'
          //#omp parallel for nowait       | 20 | HK007 | not allowed on 'parallel for'
          //#omp parallel copyin(a)        | 16 | HK006 | list a variable in 'firstprivate'
          //#omp for shedule(dynamic)      | 11 | HK005 | did you mean 'schedule'?
          //#omp for schedule(dynamc)      | 20 | HK004 | expected static, dynamic, guided, auto
          //#omp for schedule(dynamic,)    | 28 | HK004 | expected an expression
          //#omp for reduction(/: a)       | 21 | HK004 | expected +, -, *, &, |, ^, &&, ||, min, max
          //#omp for reduction(+ a)        | 23 | HK004 | expected ':'
          //#omp for reduction(+:)         | 23 | HK004 | expected a name
          //#omp for reduction(S::f: a)    | 25 | HK004 | expected ',' and a neutral value, found ':'
          //#omp for reduction(S::f, : a)  | 27 | HK004 | expected a neutral value, found ':'
          //#omp for reduction(+: a[n])    | 27 | HK004 | expected ':', found ']'
          //#omp for lastprivate           | 22 | HK004 | expected '('
          //#omp single copyprivate(a, 1)  | 29 | HK004 | expected a name
          //#omp master nowait             | 14 | HK007 | not allowed on 'master'
          //#omp barrier(a)                | 14 | HK004 | expected the end of the directive
          //#omp flush a                   | 13 | HK007 | not allowed on 'flush'
          //#omp atomic swap               | 14 | HK005 | read, write, update, capture
          //#omp masked filter             | 20 | HK004 | expected '('
          //#omp masked nowait             | 14 | HK007 | filter
          //#omp parallel proc_bind(far)   | 26 | HK004 | expected primary, master, close, spread
          f(); //#omp parallel             | 5  | HK049 | on a line of its own
          //#omp task detach(a)            | 12 | HK006 | not support the clause 'detach'
          //#omp parallel num_threads(4, 2) | 16 | HK006 | that of a nested region at that region
          //#omp parallel num_threads(strict: ) | 36 | HK004 | expected an expression
          //#omp for ordered(2)            | 11 | HK006 | or tasks with 'depend'
          //#omp parallel for ordered(1)   | 20 | HK006 | without a number and clauses
          //#omp ordered doacross(sink: i - 1) | 15 | HK006 | or tasks with 'depend'
          //#omp ordered depend(source)    | 15 | HK006 | or tasks with 'depend'
          //#omp taskwait depend(in: a)    | 16 | HK006 | task with this 'depend' and if(false)
          //#omp ordered threads           | 15 | HK007 | not allowed on 'ordered'
          //#omp parallel neglect_exception(A b) | 36 | HK004 | expected ')', found 'b'
          """)
  void mistake_isShownWhereItIs(String comment, int offset, String code, String text) {
    parse(comment);
    String said = said();
    assertTrue(said.startsWith("A.java:1: error: [" + code + "] "), said);
    assertEquals(" ".repeat(offset) + "^", said.lines().toList().get(2), said);
    assertTrue(said.contains(text), said);
  }

  @ParameterizedTest
  @CsvSource({"f, f", "int f, f", "p.C.f, f", "java.util.List<String>[] f, f"})
  void signature_withoutParameters_isBare(String declaration, String name) {
    Directive.AsyncCall call =
        (Directive.AsyncCall) parse("//#omp await(" + declaration + ", g())");
    assertTrue(call.signatures().getFirst().isBare());
    assertEquals(name, call.signatures().getFirst().simpleName());
    assertFalse(call.signatures().getLast().isBare());
  }

  @ParameterizedTest
  @EnumSource
  void documentation_hasOneTableOfTheClausesOfEachDirective(DirectiveKind kind) throws IOException {
    String page = Files.readString(documentation());
    String table = Grammar.table(kind);
    String heading = "| Clause of `" + kind.word() + "` |";
    assertEquals(table.isEmpty() ? 0 : 1, page.split(Pattern.quote(heading), -1).length - 1);
    assertTrue(page.contains("\n\n" + table + (table.isEmpty() ? "" : "\n")), table);
  }

  private static Path documentation() {
    return Path.of(System.getProperty("hocket.root", "..")).resolve("docs/directives.md");
  }

  @Test
  void documentation_showsThisGrammar() throws IOException {
    assertTrue(
        Files.readString(documentation()).contains("```\n" + Grammar.text() + "```"),
        Grammar.text());
  }
}
