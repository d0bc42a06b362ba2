package dev.hocket.compiler;

import dev.hocket.compiler.attribute.JavacCommand;
import dev.hocket.compiler.attribute.PyjamaImport;
import dev.hocket.compiler.parse.Grammar;
import dev.hocket.compiler.scan.DirectiveScanner;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.function.Predicate;
import javax.lang.model.SourceVersion;

/**
 * Searches the sources that javac will or may compile, on the command line and the source path, for
 * one that fits a condition. The answer "no" is certain, the answer "yes" is not.
 */
final class SourceSearch extends SimpleFileVisitor<Path> {
  /**
   * The largest number of files that is searched. With more, the answer is "yes": searching would
   * cost more than running Hocket.
   */
  private static final int MOST_FILES = 20_000;

  private final Charset charset;
  private final Predicate<String> kind;
  private Path root;
  private int visited;
  private boolean found;

  private SourceSearch(Charset charset, Predicate<String> kind) {
    this.charset = charset;
    this.kind = kind;
  }

  /**
   * Whether a source has a directive, has a comment similar to one, or lacks the import that Hocket
   * adds.
   */
  static boolean mayFindDirectives(JavacCommand command) throws IOException {
    Set<String> words = Grammar.directiveWords();
    return mayFind(
        command,
        text -> !DirectiveScanner.scan(text, words).isEmpty() || PyjamaImport.isMissingIn(text));
  }

  /** Whether a source lacks the import that Hocket adds. */
  static boolean mayLackImport(JavacCommand command) throws IOException {
    return mayFind(command, PyjamaImport::isMissingIn);
  }

  private static boolean mayFind(JavacCommand command, Predicate<String> kind) throws IOException {
    Charset charset =
        command
            .value(Set.of("-encoding"))
            .filter(Charset::isSupported)
            .map(Charset::forName)
            .orElse(StandardCharsets.UTF_8);
    SourceSearch search = new SourceSearch(charset, kind);
    for (String file : command.files()) {
      search.look(Path.of(file));
    }
    for (Path folder : command.sourceFolders()) {
      search.root = folder;
      if (!search.found) {
        Files.walkFileTree(folder, search);
      }
    }
    return search.found;
  }

  private void look(Path file) throws IOException {
    found |= kind.test(new String(Files.readAllBytes(file), charset));
  }

  @Override
  public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
    // javac finds sources only in folders whose names can be packages.
    return folder.equals(root) || SourceVersion.isIdentifier(folder.getFileName().toString())
        ? FileVisitResult.CONTINUE
        : FileVisitResult.SKIP_SUBTREE;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
    if (++visited > MOST_FILES) {
      found = true;
    } else if (file.toString().endsWith(".java") && Files.isReadable(file)) {
      look(file);
    }
    return found ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException failure) {
    return FileVisitResult.CONTINUE;
  }
}
