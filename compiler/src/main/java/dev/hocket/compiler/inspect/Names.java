package dev.hocket.compiler.inspect;

import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.diagnose.SourceText;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.parse.DirectiveParser;
import dev.hocket.compiler.parse.Grammar;
import dev.hocket.compiler.parse.Name;
import dev.hocket.compiler.scan.DirectiveScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the tags and targets that a text names, in directives and in calls with a literal. */
final class Names {
  private static final Pattern TARGETS =
      Pattern.compile(
          "\\b(?:Targets\\s*\\.\\s*(?:create|createVirtual|register)"
              + "|virtual_target_(?:create|register))\\s*\\(\\s*\"(?<name>\\w+)\"");

  private static final Pattern TAGS =
      Pattern.compile(
          "\\b(?:Targets\\s*\\.\\s*cancel|Tag\\s*\\.\\s*of)\\s*\\(\\s*\"(?<name>\\w+)\"");

  private final String uri;
  private final List<NameUse> found = new ArrayList<>();

  private Names(String uri) {
    this.uri = uri;
  }

  static List<NameUse> of(String uri, String text) {
    Names names = new Names(uri);
    SourceText source = new SourceText(uri, text);
    Problems ignored = new Problems();
    DirectiveScanner.scan(text, Grammar.directiveWords())
        .forEach(comment -> DirectiveParser.parse(source, comment, ignored).ifPresent(names::add));
    names.addCalls(TARGETS, text, NameUse.Kind.TARGET, true);
    names.addCalls(TAGS, text, NameUse.Kind.TAG, false);
    return List.copyOf(names.found);
  }

  private void addCalls(Pattern calls, String text, NameUse.Kind kind, boolean defines) {
    Matcher matcher = calls.matcher(text);
    while (matcher.find()) {
      Name name = new Name(matcher.group("name"), matcher.start("name"));
      add(kind, name, defines);
    }
  }

  private void add(Directive directive) {
    switch (directive) {
      case Directive.Target target -> {
        target.clause(ClauseKind.VIRTUAL).ifPresent(this::addTargets);
        target.tag().ifPresent(tag -> add(NameUse.Kind.TAG, tag, true));
      }
      case Directive.AsyncCall call ->
          call.mode().names().forEach(tag -> add(NameUse.Kind.TAG, tag, true));
      case Directive.Wait wait -> wait.tags().forEach(tag -> add(NameUse.Kind.TAG, tag, false));
      case Directive.Taskcancel cancel ->
          cancel.tags().forEach(tag -> add(NameUse.Kind.TAG, tag, false));
      default -> {}
    }
  }

  private void addTargets(Clause clause) {
    // An older keyword such as "freeguithread" implies a target without naming it.
    clause.names().stream()
        .filter(name -> name.offset() > clause.offset())
        .forEach(name -> add(NameUse.Kind.TARGET, name, false));
  }

  private void add(NameUse.Kind kind, Name name, boolean defines) {
    int end = name.offset() + name.text().length();
    found.add(new NameUse(kind, name.text(), uri, name.offset(), end, defines));
  }
}
