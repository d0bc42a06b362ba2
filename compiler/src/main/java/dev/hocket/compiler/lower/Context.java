package dev.hocket.compiler.lower;

import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.CheckedUnit;

/**
 * What all parts of the translation of one file share.
 *
 * @param checked the file and what is known of it
 * @param tokens its tokens
 * @param library how generated code names the run-time library
 * @param naming how it names its own variables
 * @param edits the translation so far
 */
record Context(CheckedUnit checked, Tokens tokens, Library library, Naming naming, Edits edits) {
  static Context of(CheckedUnit checked) {
    Tokens tokens = new Tokens(checked.unit().source().content());
    Library library = new Library(checked.names());
    return new Context(checked, tokens, library, new Naming(tokens, library), new Edits());
  }

  AttributedUnit unit() {
    return checked.unit();
  }

  Labels labels() {
    return new Labels(unit().source());
  }
}
