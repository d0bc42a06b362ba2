package dev.hocket.compiler.attribute;

import dev.hocket.compiler.scan.JavaLexer;
import dev.hocket.compiler.scan.Token;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;

/**
 * The import that programs of the older OpenMP compiler of Java leave out: they call {@code Pyjama}
 * by its simple name. It is one on demand, so that any other class of that name comes first.
 */
public final class PyjamaImport {
  private static final String IMPORT = " import pj.*; ";
  private static final Pattern CALL = Pattern.compile("(?<![.\\w])Pyjama\\s*\\.");
  private static final Pattern THERE = Pattern.compile("\\bimport\\s+(static\\s+)?pj\\s*\\.");

  private PyjamaImport() {}

  /** Whether a source calls the class and does not import it. */
  public static boolean isMissingIn(String source) {
    return CALL.matcher(source).find() && !THERE.matcher(source).find();
  }

  /** The file, with the import if that is missing; every line keeps its number. */
  public static JavaFileObject added(JavaFileObject file) {
    if (file.getKind() != JavaFileObject.Kind.SOURCE) {
      return file;
    }
    try {
      String source = file.getCharContent(true).toString();
      return isMissingIn(source) ? new ShownFile(file, added(source)) : file;
    } catch (IOException unreadable) {
      // javac finds the same, and says so.
      return file;
    }
  }

  private static String added(String source) {
    int at = place(source, JavaLexer.tokens(source));
    return source.substring(0, at) + IMPORT + source.substring(at);
  }

  /** Behind the declaration of the package or the first import, or before everything else. */
  private static int place(String source, List<Token> tokens) {
    List<Token> code = tokens.stream().filter(token -> !token.isComment()).toList();
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
