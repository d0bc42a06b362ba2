package dev.hocket.compiler.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectiveScannerTest {
  private static List<DirectiveComment> scan(String source) {
    return DirectiveScanner.scan(source, Set.of("target", "wait"));
  }

  @Test
  void directive_isTiedToTheNextToken() {
    DirectiveComment comment = scan("{ //#omp target nowait\n /* a */ // b\n foo(); }").getFirst();
    assertEquals(" target nowait", comment.text());
    assertEquals("{ //#omp target nowait\n /* a */ // b\n ".length(), comment.next());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"f(); %s", "} %s", "f(); /* a */ %s", "int i;%s", "/* a\n*/ class A {} %s"})
  void directive_afterAStatement_isRecognised(String line) {
    String source = line.formatted("//#omp target") + "\ng();";
    assertTrue(scan(source).getFirst().behindStatement(), source);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "f();\n%s",
        "{ %s",
        "case 1: %s",
        "if (a) %s",
        "else %s",
        "f(a, %s",
        "%s",
        "f(); /*\n*/ %s"
      })
  void directive_onItsOwn_isNotAfterAStatement(String lines) {
    String source = lines.formatted("//#omp target") + "\ng();";
    assertFalse(scan(source).getFirst().behindStatement(), source);
  }

  @Test
  void directive_beforeABrace_isRecognised() {
    assertTrue(scan("{ //#omp wait(a)\n // b\n }").getFirst().nextIsBrace());
  }

  @ParameterizedTest
  @ValueSource(strings = {"//#omp", "// #omp"})
  void directive_isWrittenWithAndWithoutASpace(String opening) {
    DirectiveComment comment = scan("{ " + opening + " target nowait\n f(); }").getFirst();
    assertFalse(comment.nearMiss());
    assertEquals(" target nowait", comment.text());
    assertEquals("{ ".length() + opening.length(), comment.textStart());
  }

  @ParameterizedTest
  @ValueSource(strings = {"//#omp", "// #omp", "//#omp is good", "// #omp is good"})
  void opening_aloneOrBeforeAnyWord_isADirective(String comment) {
    assertFalse(scan(comment + "\nfoo();").getFirst().nearMiss());
  }

  @Test
  void below_hasTheCommentsOfTheNextLines() {
    assertEquals(List.of(" a", " b"), below("//#omp target\n  // a\r\n//b\nf();"));
    assertEquals(List.of(), below("//#omp target\n\n// a\nf();"));
    assertEquals(List.of(), below("//#omp target\n//\n// a\nf();"));
    assertEquals(List.of(), below("//#omp target\n/* a */ f();"));
    assertEquals(List.of(" a"), below("//#omp target\n// a\n// #omp target\nf();"));
    assertEquals(List.of(" a"), below("//#omp target\n// a\nf(); // b"));
  }

  private static List<String> below(String source) {
    return scan(source).getFirst().below();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//  #omp target",
        "//#opm target",
        "//# omp wait(a)",
        "/*#omp target*/",
        "/* #omp wait */",
        "//#OMP target",
        "//#pragma omp target",
        "//\t#omp target",
        "//#om target",
        "//#ompp wait",
        "//#omptarget virtual(a)",
        "//#ompwait(a)",
        "// #OMPtarget",
        "//#omp: target virtual(a)",
        "//#omp,target",
        "//#omp(target virtual(a))",
        "//#omp:target",
        "//#omp-wait(a)",
        "//omp target virtual(a)",
        "//OMP wait(a)"
      })
  void nearMiss_beforeDirectiveWord_isFound(String comment) {
    assertTrue(scan(comment + "\nfoo();").getFirst().nearMiss());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//  #omp",
        "//  #omp is good",
        "// #omp's target",
        "// # target",
        "// issue #12 target",
        "// omp target",
        "//omp is good",
        "//omphalos target",
        "/*omp target*/",
        "/** #omp target */",
        "//#region wait",
        "/* x #omp target */",
        "\"//#omp target\"",
        "//#ompf something",
        "//#omphalos",
        "//#omphalos wait",
        "//#omptargets",
        "//#omp: of target"
      })
  void ordinaryComment_isSilent(String comment) {
    assertEquals(List.of(), scan(comment + "\nfoo();"));
  }
}
