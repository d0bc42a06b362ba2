package dev.hocket.compiler.check.place;

import com.sun.source.util.TreePath;
import dev.hocket.compiler.parse.Directive;

/**
 * A place between statements where a {@code barrier} or a {@code flush} stands.
 *
 * @param directive the directive
 * @param list the block, or the group of a switch, it stands in
 */
public record SyncPoint(Directive.Sync directive, TreePath list) {}
