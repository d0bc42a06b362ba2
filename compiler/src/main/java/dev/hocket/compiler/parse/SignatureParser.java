package dev.hocket.compiler.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Parses the methods that an {@code async-call} lists. They may be copied from declarations or
 * abbreviated: modifiers, annotations, type arguments and parameter names are skipped.
 */
final class SignatureParser {
  private static final Set<String> MODIFIERS =
      Set.of("public", "protected", "private", "static", "abstract", "final", "synchronized");

  private final Cursor cursor;
  private final String form;

  SignatureParser(Cursor cursor, String form) {
    this.cursor = cursor;
    this.form = form;
  }

  /** Parses the list with its parentheses. */
  List<Signature> list() {
    List<Signature> signatures = new ArrayList<>();
    cursor.symbol("(", form);
    do {
      signatures.add(signature());
    } while (cursor.take(","));
    cursor.symbol(")", form);
    return List.copyOf(signatures);
  }

  private Signature signature() {
    skipModifiers();
    skipTypeArguments();
    skipModifiers();
    int start = cursor.offset();
    Name name = new Name(type(), start);
    if (!cursor.at("(") && !endsHere()) {
      // The previous word was the result type; its brackets may follow.
      dimensions();
      start = cursor.offset();
      name = new Name(type(), start);
    }
    if (endsHere()) {
      return new Signature(name, List.of(), true);
    }
    cursor.symbol("(", form);
    List<Signature.Parameter> parameters = new ArrayList<>();
    if (!cursor.at(")")) {
      do {
        parameters.add(parameter());
      } while (cursor.take(","));
    }
    cursor.symbol(")", form);
    return new Signature(name, List.copyOf(parameters), false);
  }

  private boolean endsHere() {
    return cursor.at(")") || cursor.at(",");
  }

  private Signature.Parameter parameter() {
    skipModifiers();
    String type = type();
    int dimensions = dimensions();
    if (cursor.atWord()) {
      cursor.word();
      dimensions += dimensions();
    }
    return new Signature.Parameter(type, dimensions);
  }

  private String type() {
    StringBuilder type = new StringBuilder(cursor.name(form).text());
    skipTypeArguments();
    while (takeDot()) {
      skipModifiers();
      type.append('.').append(cursor.name(form).text());
      skipTypeArguments();
    }
    return type.toString();
  }

  /** Skips the dot of a qualified name, but not the dots of variable arity. */
  private boolean takeDot() {
    return !cursor.at(".", ".") && cursor.take(".");
  }

  private int dimensions() {
    int dimensions = 0;
    skipModifiers();
    while (cursor.take("[", "]") || cursor.take(".", ".", ".")) {
      dimensions++;
      skipModifiers();
    }
    return dimensions;
  }

  private void skipTypeArguments() {
    int depth = 0;
    while (cursor.at("<") || (depth > 0 && !cursor.atEnd())) {
      depth += cursor.at("<") ? 1 : cursor.at(">") ? -1 : 0;
      cursor.skip();
    }
  }

  private void skipModifiers() {
    while (true) {
      if (cursor.take("@")) {
        skipAnnotation();
      } else if (MODIFIERS.stream().noneMatch(cursor::take)) {
        return;
      }
    }
  }

  private void skipAnnotation() {
    do {
      cursor.name(form);
    } while (takeDot());
    if (cursor.take("(") && !cursor.take(")")) {
      cursor.untilClosed("an argument", form);
      cursor.symbol(")", form);
    }
  }
}
