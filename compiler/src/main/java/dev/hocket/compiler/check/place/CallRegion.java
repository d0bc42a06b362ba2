package dev.hocket.compiler.check.place;

import com.sun.source.util.TreePath;
import dev.hocket.compiler.parse.Directive;

/**
 * A statement whose calls an {@code async-call} directive lists.
 *
 * @param directive the directive
 * @param statement the statement
 */
public record CallRegion(Directive.AsyncCall directive, TreePath statement) {}
