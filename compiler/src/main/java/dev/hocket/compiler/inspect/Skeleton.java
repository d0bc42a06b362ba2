package dev.hocket.compiler.inspect;

import dev.hocket.compiler.scan.JavaLexer;
import dev.hocket.compiler.scan.Token;
import java.util.ArrayList;
import java.util.List;

/**
 * Shortens a source file for javac to attribute other files against: it replaces the code of
 * methods. The code of a method that awaits stays, because it determines whether the method can be
 * suspended. The class works on tokens, so a file with errors has a skeleton too.
 */
final class Skeleton {
  private static final String NO_CODE = "{throw null;}";

  private final String text;
  private final List<Token> tokens;
  private final StringBuilder skeleton = new StringBuilder();
  private int at;
  private int copied;

  private Skeleton(String text) {
    this.text = text;
    this.tokens = JavaLexer.tokens(text).stream().filter(token -> !token.isComment()).toList();
  }

  static String of(String text) {
    Skeleton skeleton = new Skeleton(text);
    skeleton.members(false);
    return skeleton.skeleton.append(text.substring(skeleton.copied)).toString();
  }

  private boolean isAt(String symbol) {
    return text.startsWith(symbol, tokens.get(at).start());
  }

  private boolean atEnd() {
    return tokens.get(at).kind() == Token.Kind.END;
  }

  private String word() {
    Token token = tokens.get(at);
    return text.substring(token.start(), token.end());
  }

  /** Reads the members of a type, or the types of a file, up to a closing brace. */
  private void members(boolean ofEnum) {
    boolean constants = ofEnum;
    List<String> member = new ArrayList<>();
    while (!atEnd() && !isAt("}")) {
      if (isAt("(") || isAt("[")) {
        member.add("(");
        skipBalanced();
      } else if (isAt("{")) {
        body(member, constants);
        member.clear();
      } else {
        boolean ends = isAt(";");
        constants &= !ends;
        member.add(word());
        if (ends) {
          member.clear();
        }
        at++;
      }
    }
  }

  private void body(List<String> member, boolean constants) {
    if (declaresType(member)) {
      at++;
      members(member.contains("enum"));
      at += atEnd() ? 0 : 1;
      return;
    }
    boolean isValue =
        member.contains("=") || (!member.isEmpty() && member.getLast().equals("default"));
    int start = tokens.get(at).start();
    skipBalanced();
    int end = tokens.get(at - 1).end();
    if (!isValue && !constants && !mayBeSuspended(text.substring(start, end))) {
      skeleton.append(text, copied, start).append(NO_CODE);
      copied = end;
    }
  }

  private static boolean mayBeSuspended(String body) {
    return body.contains("#omp") && (body.contains("await") || body.contains("freeguithread"));
  }

  private static boolean declaresType(List<String> member) {
    int record = member.indexOf("record");
    return member.contains("class")
        || member.contains("interface")
        || member.contains("enum")
        || (record >= 0
            && record + 2 < member.size()
            && List.of("(", "<").contains(member.get(record + 2)));
  }

  /** Moves past the bracket that closes the current one, or to the end of the text. */
  private void skipBalanced() {
    int depth = 0;
    do {
      depth += isAt("(") || isAt("[") || isAt("{") ? 1 : 0;
      depth -= isAt(")") || isAt("]") || isAt("}") ? 1 : 0;
      at++;
    } while (depth > 0 && !atEnd());
  }
}
