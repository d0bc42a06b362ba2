package dev.hocket.compiler.check.place;

import com.sun.source.util.TreePath;
import dev.hocket.compiler.parse.Directive;

/**
 * A place between statements with a {@code barrier}, {@code flush} or {@code cancel}.
 *
 * @param directive the directive
 * @param list the block, or the group of a switch, that contains the place
 */
public record SyncPoint(Directive.Sync directive, TreePath list) {}
