package dev.hocket.compiler.scan;

import dev.hocket.compiler.diagnose.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the directive comments of a source file. */
public final class DirectiveScanner {
  private static final String OPENING = "//#omp";

  /** A quick look: no directive and no near miss without this. */
  private static final Pattern CANDIDATE = Pattern.compile("/[/*]\\s*#");

  /** Opening, hash, a word that may be a mistyped omp, and the word after it. */
  private static final Pattern NEAR_MISS =
      Pattern.compile("(?s)/[/*]\\s*#\\s*(?:pragma\\s+)?(\\p{Alpha}+)\\s+([\\p{Alpha}_-]+).*");

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
    Matcher matcher = NEAR_MISS.matcher(comment);
    boolean near =
        matcher.matches()
            && Suggestion.distance(matcher.group(1), "omp") <= 1
            && words.contains(matcher.group(2));
    return near ? matcher.start(2) : -1;
  }

  private static Token nextOfJava(List<Token> tokens, int index) {
    int i = index + 1;
    while (tokens.get(i).isComment()) {
      i++;
    }
    return tokens.get(i);
  }
}
