package dev.hocket.compiler.attribute;

import dev.hocket.compiler.scan.JavaLexer;
import dev.hocket.compiler.scan.Token;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import javax.tools.JavaFileObject;

/**
 * Adds the import that programs for the older OpenMP compiler of Java leave out: they call {@code
 * Pyjama} or {@code PjRuntime} by its simple name. The import is on demand, so any other class of
 * that name takes precedence.
 */
public final class PyjamaImport {
  private static final String IMPORT = " import pj.*; ";
  private static final Set<String> NAMES = Set.of("Pyjama", "PjRuntime");

  private PyjamaImport() {}

  /** Whether a source calls the class without importing it. */
  public static boolean isMissingIn(String source) {
    // Most sources have neither word, and this is much faster than a lexer or an expression.
    if (NAMES.stream().noneMatch(source::contains)) {
      return false;
    }
    List<Token> tokens = code(source);
    List<String> words = tokens.stream().map(t -> source.substring(t.start(), t.end())).toList();
    return NAMES.stream().anyMatch(name -> calls(name, words) && !imports(name, words));
  }

  /** The source file with the import added if it is missing. Every line keeps its number. */
  static JavaFileObject added(JavaFileObject file) {
    return new WithImport(file);
  }

  private static final class WithImport extends ShownFile {
    WithImport(JavaFileObject file) {
      super(file);
    }

    @Override
    public String getCharContent(boolean ignoreEncodingErrors) throws IOException {
      String source = fileObject.getCharContent(ignoreEncodingErrors).toString();
      return isMissingIn(source) ? PyjamaImport.added(source) : source;
    }
  }

  private static boolean calls(String name, List<String> words) {
    for (int i = 0; i + 2 < words.size(); i++) {
      boolean isPart = i > 0 && words.get(i - 1).equals(".");
      if (words.get(i).equals(name) && !isPart && isMember(words.get(i + 1), words.get(i + 2))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isMember(String next, String afterNext) {
    return next.equals(".") || (next + afterNext).equals("::");
  }

  /** Whether an import names the class in any package, one of its members, or its package. */
  private static boolean imports(String name, List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      if (words.get(i).equals("import")) {
        List<String> rest = words.subList(i + 1, words.size());
        List<String> imported = rest.subList(0, Math.max(0, rest.indexOf(";")));
        if (imported.contains(name) || imported.equals(List.of("pj", ".", "*"))) {
          return true;
        }
      }
    }
    return false;
  }

  private static String added(String source) {
    int at = place(source, code(source));
    return source.substring(0, at) + IMPORT + source.substring(at);
  }

  private static List<Token> code(String source) {
    return JavaLexer.tokens(source).stream().filter(token -> !token.isComment()).toList();
  }

  /**
   * The offset after the package declaration or the first import, or else the start of the file.
   */
  private static int place(String source, List<Token> code) {
    Token first = code.getFirst();
    String word = source.substring(first.start(), first.end());
    if (!word.equals("package") && !word.equals("import")) {
      return first.start();
    }
    return code.stream()
        .filter(token -> source.startsWith(";", token.start()))
        .findFirst()
        .map(Token::end)
        .orElse(first.start());
  }
}
