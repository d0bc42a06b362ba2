package dev.hocket.compiler.parse;

import java.util.List;

/**
 * A clause of a directive.
 *
 * @param kind which
 * @param offset where it stands in the source file
 * @param names what its list holds, for kinds that take names
 * @param expression the Java expression, for kinds that take one, else null
 */
public record Clause(ClauseKind kind, int offset, List<Name> names, Name expression) {}
