package dev.hocket.compiler.lower;

import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.VariableTree;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.scan.Token;
import java.util.ArrayList;
import java.util.List;

/**
 * The offsets of the parts of a variable's declaration. javac's tree lacks them for the name, for
 * {@code var}, and for all but the first of {@code int a = 1, b[], c}; so they are read from the
 * tokens.
 *
 * @param before the token before the name: the end of the type, or a comma
 * @param name the name
 * @param brackets the brackets of {@code int a[]}
 * @param typeStart where the type starts; meaningful only for the first name of a declaration
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

  /** Behind the name and its brackets. */
  int nameEnd() {
    return brackets.isEmpty() ? name.end() : brackets.getLast().end();
  }
}
