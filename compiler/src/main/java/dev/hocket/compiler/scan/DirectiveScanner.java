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
  /** Matches the start of a directive. Formatters put a space after a comment's slashes. */
  private static final Pattern OPENING = Pattern.compile("// ?#omp(?=\\s|$)");

  /** Matches every source with a directive or near miss, for a quick check. */
  private static final Pattern CANDIDATE = Pattern.compile("/[/*]\\s*#|//(?i:omp)\\s");

  private static final String HASH = "(?s)/[/*]\\s*#\\s*(?:pragma\\s+)?";
  private static final String WORD = "(?<word>[\\p{Alpha}_-]+).*";

  /** Matches a word that may be a misspelt "omp", and the word after it. */
  private static final Pattern APART =
      Pattern.compile(HASH + "(?<omp>\\p{Alpha}+)[\\s\\p{Punct}]+" + WORD);

  /** Matches "omp" directly before the next word. */
  private static final Pattern TOGETHER = Pattern.compile(HASH + "(?i:omp)" + WORD);

  /** Matches //omp target, without a hash. A comment with a space before "omp" is prose. */
  private static final Pattern BARE = Pattern.compile("//(?i:omp)\\s+" + WORD);

  private DirectiveScanner() {}

  /**
   * The directives and near misses of a source text, in order.
   *
   * @param words the directives' keywords; a near miss counts only before one of them, so that
   *     ordinary comments are ignored
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
      Matcher opening = OPENING.matcher(comment);
      boolean directive = token.kind() == Token.Kind.LINE_COMMENT && opening.lookingAt();
      int textAt = directive ? opening.end() : nearMissText(comment, words);
      if (textAt >= 0) {
        Token next = nextOfJava(tokens, i);
        found.add(
            new DirectiveComment(
                token.start(),
                comment.substring(textAt),
                token.start() + textAt,
                comment,
                !directive,
                isBehindStatement(source, tokens, i),
                directive ? below(source, tokens, i) : List.of(),
                next.start(),
                source.startsWith("}", next.start())));
      }
    }
    return found;
  }

  /** The texts of the line comments directly below a comment, up to an empty one or a directive. */
  private static List<String> below(String source, List<Token> tokens, int index) {
    List<String> texts = new ArrayList<>();
    for (int i = index + 1; tokens.get(i).kind() == Token.Kind.LINE_COMMENT; i++) {
      Token token = tokens.get(i);
      String between = source.substring(tokens.get(i - 1).end(), token.start());
      String comment = source.substring(token.start(), token.end());
      boolean directlyBelow = between.split("\\R", -1).length == 2;
      String text = comment.substring("//".length());
      if (!directlyBelow || text.isBlank() || OPENING.matcher(comment).lookingAt()) {
        break;
      }
      texts.add(" " + text.strip());
    }
    return List.copyOf(texts);
  }

  /** The offset of the text after a misspelt {@code #omp}, or -1. */
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
