package dev.hocket.compiler.lower;

import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.VariableTree;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.scan.Token;
import java.util.ArrayList;
import java.util.List;

/**
 * The offsets of the parts of a variable's declaration, read from the tokens. javac's tree has no
 * offsets for the name, for {@code var}, and for all variables after the first in {@code int a = 1,
 * b[], c}.
 *
 * @param before the token before the name: the end of the type, or a comma
 * @param name the name's token
 * @param brackets the brackets after the name, as in {@code int a[]}
 * @param typeStart the offset where the type starts; valid only for the declaration's first name
 */
record Declarator(Token before, Token name, List<Token> brackets, int typeStart) {

  static Declarator of(AttributedUnit unit, Tokens tokens, VariableTree tree) {
    int end = tree.getInitializer() == null ? unit.end(tree) : unit.start(tree.getInitializer());
    int at = tokens.lastBefore(end);
    while (List.of(",", ";", "=", ":").contains(tokens.text(at))) {
      at--;
    }
    List<Token> brackets = new ArrayList<>();
    while (List.of("]", "[").contains(tokens.text(at))) {
      brackets.addFirst(tokens.get(at));
      at--;
    }
    Token name = tokens.get(at);
    Token before = tokens.get(Math.max(0, at - 1));
    ModifiersTree modifiers = tree.getModifiers();
    boolean plain = modifiers.getFlags().isEmpty() && modifiers.getAnnotations().isEmpty();
    int from = plain ? unit.start(tree) : unit.end(modifiers);
    return new Declarator(before, name, brackets, tokens.firstFrom(from).start());
  }

  /** The offset after the name and its brackets. */
  int nameEnd() {
    return brackets.isEmpty() ? name.end() : brackets.getLast().end();
  }
}
