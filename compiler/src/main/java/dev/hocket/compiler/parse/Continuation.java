package dev.hocket.compiler.parse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words that can follow in a directive that the user is writing.
 *
 * @param kind the kind of word that fits
 * @param words the words of the grammar that fit; empty if names of the program do
 * @param prefix the part of the word that is already written
 */
public record Continuation(Kind kind, List<Word> words, String prefix) {
  /** The kinds of words. */
  public enum Kind {
    /** A word of the grammar. */
    WORD,
    /** The name of a target. */
    TARGET,
    /** The name of a tag. */
    TAG,
    /** The name of a local variable. */
    VARIABLE
  }

  /**
   * A word of the grammar.
   *
   * @param text the word
   * @param form the word with the text that follows it
   * @param meaning the meaning of the word; empty for directives
   * @param opens whether a parenthesis must follow
   */
  public record Word(String text, String form, String meaning, boolean opens) {}

  private static final Pattern OPENING = Pattern.compile("//\\s?#omp\\s+(?<rest>.*)");
  private static final Pattern LAST_WORD = Pattern.compile("[\\w-]*$");
  private static final Pattern OPEN_CLAUSE =
      Pattern.compile("(?<clause>[\\w-]+)\\s*\\((?<inside>[^()]*)$");

  /**
   * The continuation of a line of text.
   *
   * @param line the line up to the cursor, including the start of the comment
   * @return the continuation; empty if the cursor is not in a directive
   */
  public static Optional<Continuation> of(String line) {
    Matcher opening = OPENING.matcher(line);
    if (!opening.find()) {
      return Optional.empty();
    }
    String rest = opening.group("rest");
    Matcher last = LAST_WORD.matcher(rest);
    String prefix = last.find() ? last.group() : "";
    Matcher open = OPEN_CLAUSE.matcher(rest);
    if (open.find()) {
      return insideOf(open.group("clause"), open.group("inside"), prefix);
    }
    String before = rest.substring(0, rest.length() - prefix.length()).strip();
    return Optional.of(new Continuation(Kind.WORD, next(before), prefix));
  }

  private static List<Word> next(String before) {
    if (before.isEmpty()) {
      return directives();
    }
    Optional<DirectiveKind> kind =
        Arrays.stream(DirectiveKind.values())
            .filter(each -> before.matches(Pattern.quote(each.word()) + "\\b(?!-).*"))
            .reduce((one, other) -> one.word().length() >= other.word().length() ? one : other);
    if (kind.isEmpty()) {
      return List.of();
    }
    List<Word> words = new ArrayList<>();
    if (kind.get() == DirectiveKind.PARALLEL && before.equals("parallel")) {
      for (DirectiveKind both : kind.get().combined()) {
        words.add(new Word(both.lastWord(), both.lastWord(), both.place(), false));
      }
    }
    if (kind.get() == DirectiveKind.CANCEL || kind.get() == DirectiveKind.CANCELLATION_POINT) {
      DirectiveKind.cancellable().forEach(each -> words.add(plain(each.word())));
    }
    if (kind.get() == DirectiveKind.ASYNC_CALL) {
      words.addAll(List.of(plain("await"), plain("nowait"), plain("name_as")));
    }
    kind.get().clauses().stream()
        .filter(clause -> clause.repeats() || !before.matches(".*\\b" + clause.word() + "\\b.*"))
        .forEach(clause -> words.add(word(clause)));
    return words;
  }

  private static List<Word> directives() {
    List<Word> words = new ArrayList<>();
    for (DirectiveKind kind : DirectiveKind.values()) {
      words.add(new Word(kind.word(), kind.form(), kind.place(), kind == DirectiveKind.WAIT));
    }
    words.add(new Word(Grammar.AWAIT, Grammar.AWAIT_FORM, "before a statement", true));
    return words;
  }

  private static Word word(ClauseKind clause) {
    boolean opens = clause.argument != ClauseKind.Argument.NONE;
    return new Word(clause.word(), clause.form(), clause.meaning(), opens);
  }

  private static Word plain(String text) {
    return new Word(text, text, "", false);
  }

  private static Optional<Continuation> insideOf(String word, String inside, String prefix) {
    if (word.equals(DirectiveKind.WAIT.word()) || word.equals(Grammar.TASKCANCEL)) {
      return Optional.of(new Continuation(Kind.TAG, List.of(), prefix));
    }
    return Arrays.stream(ClauseKind.values())
        .filter(each -> each.word().equals(word))
        .findFirst()
        .flatMap(clause -> insideOf(clause, inside, prefix));
  }

  private static Optional<Continuation> insideOf(ClauseKind clause, String inside, String prefix) {
    boolean first = !inside.contains(",") && !inside.contains(":");
    List<String> words =
        switch (clause.argument) {
          case SHARING -> List.of("none", "shared");
          case SCHEDULE -> first ? Grammar.SCHEDULES : List.of();
          case BINDING -> Grammar.BINDINGS;
          case TEAM -> Grammar.TEAMS;
          case ORDER -> List.of("concurrent");
          case REDUCTION -> first ? Grammar.OPERATORS : List.of();
          case DEPEND -> first ? Grammar.ACCESSES : List.of();
          case NONE, NAME, NAMES, EXPRESSION, CONDITION, NUMBER, TYPES -> List.of();
        };
    Kind kind =
        switch (clause.argument) {
          case NAME -> clause == ClauseKind.VIRTUAL ? Kind.TARGET : Kind.TAG;
          case NAMES, EXPRESSION, CONDITION, NUMBER -> Kind.VARIABLE;
          case REDUCTION, DEPEND -> first ? Kind.WORD : Kind.VARIABLE;
          case NONE, SHARING, SCHEDULE, BINDING, TEAM, ORDER, TYPES -> Kind.WORD;
        };
    return Optional.of(
        new Continuation(kind, words.stream().map(Continuation::plain).toList(), prefix));
  }
}
