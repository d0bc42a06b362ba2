package dev.hocket.compiler.lower;

import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.diagnose.SourceText;
import dev.hocket.compiler.resume.Functions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.JavaFileObject;

/**
 * A file and its translation.
 *
 * @param file where it came from
 * @param source what the user wrote
 * @param generated what Hocket made of it
 * @param neededValues see {@link NeededValues}
 * @param regions the statements that directives govern, outer ones before inner ones
 * @param pieces what of it becomes a method or a class
 * @param copies the names of blocks' own variables, and what the user calls them
 * @param functions what the class-file pass has to know of lambdas and method references
 * @param hidden the classes that its class files may not name, as class files do
 */
public record LoweredUnit(
    JavaFileObject file,
    SourceText source,
    Snippet generated,
    Snippet neededValues,
    List<Region> regions,
    List<Piece> pieces,
    Map<String, String> copies,
    Functions functions,
    Set<String> hidden) {
  /** The text in which javac finds variables without a value, in the place of the translation. */
  public LoweredUnit withNeededValues() {
    return new LoweredUnit(
        file, source, neededValues, neededValues, regions, pieces, copies, functions, hidden);
  }
}
