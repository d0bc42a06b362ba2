package dev.hocket.compiler.scan;

import dev.hocket.compiler.diagnose.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the directive comments of a source file. */
public final class DirectiveScanner {
  private static final String OPENING = "//#omp";

  /** A quick look: no directive and no near miss without this. */
  private static final Pattern CANDIDATE = Pattern.compile("/[/*]\\s*#|//(?i:omp)\\s");

  private static final String HASH = "(?s)/[/*]\\s*#\\s*(?:pragma\\s+)?";
  private static final String WORD = "(?<word>[\\p{Alpha}_-]+).*";

  /** A word that may be a mistyped omp, and the word after it. */
  private static final Pattern APART =
      Pattern.compile(HASH + "(?<omp>\\p{Alpha}+)[\\s\\p{Punct}]+" + WORD);

  /** No space after omp. */
  private static final Pattern TOGETHER = Pattern.compile(HASH + "(?i:omp)" + WORD);

  /** Without a hash, as in //omp target. With a space before omp the comment is prose. */
  private static final Pattern BARE = Pattern.compile("//(?i:omp)\\s+" + WORD);

  private DirectiveScanner() {}

  /**
   * The directives and near misses of a source text, in order.
   *
   * @param words the directive words; a near miss counts only before one of them, so that ordinary
   *     comments stay ordinary
   */
  public static List<DirectiveComment> scan(String source, Set<String> words) {
    if (!CANDIDATE.matcher(source).find()) {
      return List.of();
    }
    List<Token> tokens = JavaLexer.tokens(source);
    List<DirectiveComment> found = new ArrayList<>();
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (!token.isComment()) {
        continue;
      }
      String comment = source.substring(token.start(), token.end());
      int textAt = isDirective(token, comment) ? OPENING.length() : nearMissText(comment, words);
      if (textAt >= 0) {
        Token next = nextOfJava(tokens, i);
        found.add(
            new DirectiveComment(
                token.start(),
                comment.substring(textAt),
                token.start() + textAt,
                comment,
                !isDirective(token, comment),
                isBehindStatement(source, tokens, i),
                next.start(),
                source.startsWith("}", next.start())));
      }
    }
    return found;
  }

  private static boolean isDirective(Token token, String comment) {
    return token.kind() == Token.Kind.LINE_COMMENT
        && comment.startsWith(OPENING)
        && (comment.length() == OPENING.length()
            || Character.isWhitespace(comment.charAt(OPENING.length())));
  }

  /** Where the text after the mistyped {@code #omp} starts, or -1. */
  private static int nearMissText(String comment, Set<String> words) {
    Matcher apart = APART.matcher(comment);
    if (apart.matches()
        && Suggestion.distance(apart.group("omp"), "omp") <= 1
        && words.contains(apart.group("word"))) {
      return apart.start("word");
    }
    return Stream.of(TOGETHER, BARE)
        .map(pattern -> pattern.matcher(comment))
        .filter(miss -> miss.matches() && words.contains(miss.group("word")))
        .map(miss -> miss.start("word"))
        .findFirst()
        .orElse(-1);
  }

  private static boolean isBehindStatement(String source, List<Token> tokens, int index) {
    int i = index - 1;
    while (i >= 0 && tokens.get(i).isComment()) {
      i--;
    }
    if (i < 0) {
      return false;
    }
    Token before = tokens.get(i);
    boolean ends = source.startsWith(";", before.start()) || source.startsWith("}", before.start());
    String between = source.substring(before.end(), tokens.get(index).start());
    return ends && between.chars().noneMatch(c -> c == '\n' || c == '\r');
  }

  private static Token nextOfJava(List<Token> tokens, int index) {
    int i = index + 1;
    while (tokens.get(i).isComment()) {
      i++;
    }
    return tokens.get(i);
  }
}
