package dev.hocket.compiler.check.place;

import com.sun.source.util.TreePath;
import dev.hocket.compiler.parse.Directive;

/**
 * A statement that every thread of a team runs.
 *
 * @param directive the directive
 * @param path the statement
 * @param start the offset where the statement starts
 * @param end the offset where it ends
 * @param outer the innermost region around it that is a function, or null
 * @param around the innermost region around it of any sort, or null
 */
public record ParallelRegion(
    Directive.Parallel directive, TreePath path, int start, int end, Region outer, Region around)
    implements Region {
  @Override
  public boolean isFunction() {
    return true;
  }

  @Override
  public ParallelRegion inside(Region function, Region any) {
    return new ParallelRegion(directive, path, start, end, function, any);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ParallelRegion region && region.directive == directive;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(directive);
  }
}
