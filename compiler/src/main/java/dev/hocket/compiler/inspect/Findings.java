package dev.hocket.compiler.inspect;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.Tree;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.diagnose.Diagnostic;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.diagnose.Severity;
import dev.hocket.compiler.diagnose.SourceText;
import dev.hocket.compiler.parse.DirectiveParser;
import dev.hocket.compiler.parse.Grammar;
import dev.hocket.compiler.scan.DirectiveComment;
import dev.hocket.compiler.scan.DirectiveScanner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects the messages about a text. Messages about a directive's syntax need no javac. The other
 * ones are dropped where javac does not understand the surrounding code.
 */
final class Findings {
  private final SourceText source;
  private final List<DirectiveComment> comments;
  private final List<Diagnostic> syntactic;
  private final List<Diagnostic> semantic = new ArrayList<>();

  Findings(String text) {
    this.source = new SourceText("", text);
    this.comments = DirectiveScanner.scan(text, Grammar.directiveWords());
    Problems problems = new Problems();
    comments.forEach(comment -> DirectiveParser.parse(source, comment, problems));
    this.syntactic = problems.all();
  }

  /** Adds messages of the checks about this text. */
  void add(Problems problems) {
    problems.all().stream()
        .filter(each -> each.source().content().equals(source.content()))
        .forEach(semantic::add);
  }

  /** Drops all messages that need javac, after the checks have crashed. */
  void keepSyntactic() {
    semantic.clear();
  }

  /** Drops messages about methods and other members in which javac finds errors. */
  void forgetFaultyMembers(AttributedUnit unit, List<Long> errors) {
    if (errors.isEmpty()) {
      return;
    }
    for (Tree type : unit.tree().getTypeDecls()) {
      forgetFaultyMembers(unit, type, errors);
    }
  }

  private void forgetFaultyMembers(AttributedUnit unit, Tree type, List<Long> errors) {
    if (!(type instanceof ClassTree declared)) {
      return;
    }
    for (Tree member : declared.getMembers()) {
      if (member instanceof ClassTree) {
        forgetFaultyMembers(unit, member, errors);
      } else if (errors.stream().anyMatch(at -> contains(unit, member, at))) {
        semantic.removeIf(each -> contains(unit, member, each.offset()));
      }
    }
  }

  private static boolean contains(AttributedUnit unit, Tree member, long at) {
    return unit.start(member) <= at && at <= unit.end(member);
  }

  Inspection inspection(List<Governed> governed, int javaErrors, boolean isComplete) {
    Map<String, Diagnostic> all = new LinkedHashMap<>();
    for (Diagnostic each : syntactic) {
      all.put(each.offset() + each.message().name(), each);
    }
    for (Diagnostic each : semantic) {
      all.putIfAbsent(each.offset() + each.message().name(), each);
    }
    boolean faulty =
        all.values().stream().anyMatch(each -> each.message().severity() == Severity.ERROR);
    List<Finding> findings =
        all.values().stream()
            .filter(each -> !faulty || each.message().severity() == Severity.ERROR)
            .map(this::finding)
            .sorted((one, other) -> Integer.compare(one.start(), other.start()))
            .toList();
    return new Inspection(findings, governed, javaErrors, isComplete);
  }

  private Finding finding(Diagnostic diagnostic) {
    int start = Math.min(diagnostic.offset(), source.content().length());
    return new Finding(
        diagnostic.message().name(),
        diagnostic.message().severity() == Severity.ERROR,
        start,
        Math.max(start, endOf(start)),
        diagnostic.text(),
        diagnostic.help(),
        diagnostic.values());
  }

  /**
   * The end of the text that a message marks: the whole directive, else the word, else the line.
   */
  private int endOf(int start) {
    String text = source.content();
    for (DirectiveComment comment : comments) {
      if (comment.start() == start) {
        return start + comment.comment().stripTrailing().length();
      }
    }
    int end = start;
    while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
      end++;
    }
    if (end > start) {
      return end;
    }
    while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
      end++;
    }
    return end;
  }
}
