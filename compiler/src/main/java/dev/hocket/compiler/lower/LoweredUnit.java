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
 * @param file the source file
 * @param source its original text
 * @param generated its translation
 * @param neededValues see {@link NeededValues}
 * @param regions the statements that directives govern, outer ones before inner ones
 * @param pieces the parts of it that become methods or classes
 * @param copies the names of blocks' own variables, each with the user's name
 * @param functions facts about lambdas and method references for the class-file pass
 * @param hidden internal names of the classes that its class files cannot access
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
  /** A copy whose text is the one in which javac looks for variables without a value. */
  public LoweredUnit withNeededValues() {
    return new LoweredUnit(
        file, source, neededValues, neededValues, regions, pieces, copies, functions, hidden);
  }
}
