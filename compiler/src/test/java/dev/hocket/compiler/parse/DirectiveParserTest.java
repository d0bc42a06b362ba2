package dev.hocket.compiler.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        (Directive.Target) parse("//#omp target virtual(a), nowait if(x > f(1, 2)) private(b,c)");
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
  void wait_takesSeveralTags() {
    Directive.Wait wait = (Directive.Wait) parse("//#omp wait ( a , b )");
    assertEquals(List.of("a", "b"), wait.tags().stream().map(Name::text).toList());
    assertEquals(14, wait.tags().getFirst().offset());
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
          //#omptarget nowait              | 0  | HK002 | write //#omp target in a // comment
          //#omp: wait(a)                  | 0  | HK002 | write //#omp wait in a // comment
          //#omp target frstprivate(a)     | 14 | HK005 | did you mean 'firstprivate'?
          //#omp target name-as(a)         | 14 | HK005 | did you mean 'name_as'?
          //#omp wiat(a)                   | 7  | HK001 | did you mean 'wait'?
          //#omp async-call nowait(f())    | 7  | HK003 | 'async-call' is not in this version
          """)
  void mistake_isShownWhereItIs(String comment, int offset, String code, String text) {
    parse(comment);
    String said = said();
    assertTrue(said.startsWith("A.java:1:" + (offset + 1) + ": error[" + code + "]: "), said);
    assertTrue(said.contains(text), said);
  }

  @Test
  void documentation_showsThisGrammar() throws IOException {
    Path page = Path.of(System.getProperty("hocket.root", "..")).resolve("docs/directives.md");
    assertTrue(Files.readString(page).contains("```\n" + Grammar.text() + "```"), Grammar.text());
  }
}
