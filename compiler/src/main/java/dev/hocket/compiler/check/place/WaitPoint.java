package dev.hocket.compiler.check.place;

import com.sun.source.util.TreePath;
import dev.hocket.compiler.parse.Directive;

/**
 * A place between statements with a {@code wait}.
 *
 * @param directive the directive
 * @param list the block, or the group of a switch, that contains the place
 */
public record WaitPoint(Directive.Wait directive, TreePath list) {}
