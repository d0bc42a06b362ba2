package dev.hocket.compiler.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class JavaLexerTest {
  private static List<String> comments(String source) {
    return JavaLexer.tokens(source).stream()
        .filter(Token::isComment)
        .map(t -> source.substring(t.start(), t.end()))
        .toList();
  }

  private static List<String> words(String source) {
    return JavaLexer.tokens(source).stream()
        .filter(t -> t.kind() != Token.Kind.END)
        .map(t -> source.substring(t.start(), t.end()))
        .toList();
  }

  @Test
  void comments_endWithLineOrStar() {
    assertEquals(
        List.of("// a", "/* b // c */", "/**/", "/*/ d */"),
        comments("// a\r\nint /* b // c */ x; /**/ /*/ d */"));
  }

  @Test
  void comments_atEndOfFile_needNoNewline() {
    assertEquals(List.of("//#omp x"), comments("}//#omp x"));
    assertEquals(List.of("/* open"), comments("/* open"));
  }

  @Test
  void strings_hideComments() {
    assertEquals(List.of(), comments("\"//#omp\" + \"\\\"//\" + '\"' + '\\'' + '/' + \"\\\\\""));
    assertEquals(List.of("// yes"), comments("\"\\\\\" // yes"));
  }

  @Test
  void textBlocks_hideCommentsAndQuotes() {
    assertEquals(
        List.of("// yes"), comments("\"\"\"\n //#omp \" \"\" \\\"\"\" // no\n\"\"\" // yes"));
    assertEquals(List.of("// yes"), comments("\"\" // yes"));
  }

  @Test
  void escapedQuote_opensAndClosesStrings() {
    assertEquals(List.of(), comments("\\u0022 //#omp \\u0022"));
    assertEquals(List.of("// yes"), comments("\\u0022 //#omp \" // yes"));
    assertEquals(List.of(), comments("'\\u0027' + \\uuu0022//\\u0022".substring(11)));
  }

  @Test
  void escapedNewline_endsLineComment() {
    assertEquals(List.of("// a"), comments("// a\\u000aint x;"));
    assertEquals(List.of("// a\\\\u000aint x;"), comments("// a\\\\u000aint x;"));
  }

  @Test
  void escapedSlash_opensComment() {
    assertEquals(List.of("\\u002f/ a"), comments("x \\u002f/ a"));
  }

  @Test
  void tokens_areSplitAsJavaSplitsThem() {
    assertEquals(
        List.of("int", "x", "=", "0x1e", "+", "1", ";"),
        words("int x=0x1e +1;".replace("e +", "e + ")));
    assertEquals(List.of("1e+3", "+", "1.5f", "-", "1_000L"), words("1e+3+1.5f-1_000L"));
    assertEquals(List.of("größe", "$a_1", "\uD835\uDC9C"), words("größe $a_1 \uD835\uDC9C"));
  }

  @Test
  void unfinishedLiterals_endWithTheLine() {
    assertEquals(List.of("// yes"), comments("\"open\n// yes"));
  }
}
