package dev.hocket.compiler.lower;

import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.CheckedUnit;

/**
 * The data that all parts of a file's translation share.
 *
 * @param checked the file with the results of the checks
 * @param tokens the file's tokens
 * @param library the names of the runtime library in generated code
 * @param naming the names of generated variables
 * @param edits the edits so far
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
