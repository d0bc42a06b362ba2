package dev.hocket.compiler.inspect;

import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;

/**
 * An immutable file of the program. The names and the skeleton of its text are computed on demand.
 */
final class ProjectFile {
  private static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)\\s*;");

  private static final AtomicLong FILES = new AtomicLong();

  private final long number = FILES.incrementAndGet();
  private final String uri;
  private final String text;
  private final String packageName;
  private List<NameUse> names;
  private String skeleton;

  ProjectFile(String uri, String text) {
    this.uri = uri;
    this.text = text;
    Matcher matcher = PACKAGE.matcher(text);
    this.packageName = matcher.find() ? matcher.group(1) : "";
  }

  String uri() {
    return uri;
  }

  String text() {
    return text;
  }

  String packageName() {
    return packageName;
  }

  /** The folder of the file, up to its last slash. */
  String folder() {
    return uri.substring(0, uri.lastIndexOf('/') + 1);
  }

  /** The name of the type that the file should contain: the file's name without {@code .java}. */
  String typeName() {
    String name = uri.substring(uri.lastIndexOf('/') + 1);
    return name.endsWith(".java") ? name.substring(0, name.length() - ".java".length()) : name;
  }

  /**
   * Whether the file declares a module. Such files are left out: all code is inspected as part of
   * the unnamed module.
   */
  boolean isModule() {
    return typeName().equals("module-info");
  }

  synchronized List<NameUse> names() {
    if (names == null) {
      names = Names.of(uri, text);
    }
    return names;
  }

  private synchronized String skeleton() {
    if (skeleton == null) {
      skeleton = Skeleton.of(text);
    }
    return skeleton;
  }

  /** The file as javac reads it. */
  Input input(boolean whole) {
    return new Input(this, whole);
  }

  /** A file as an input of javac. */
  static final class Input extends SimpleJavaFileObject {
    private final ProjectFile file;
    private final boolean whole;

    private Input(ProjectFile file, boolean whole) {
      super(URI.create("text:///" + file.number + "/" + plainName(file) + ".java"), Kind.SOURCE);
      this.file = file;
      this.whole = whole;
    }

    private static String plainName(ProjectFile file) {
      return file.typeName().replaceAll("[^\\w-]", "_");
    }

    /** Whether an object is this file, perhaps in a wrapper: javac wraps its inputs. */
    boolean isSame(JavaFileObject other) {
      return other != null && other.toUri().equals(toUri());
    }

    @Override
    public String getCharContent(boolean ignoreEncodingErrors) {
      return whole ? file.text : file.skeleton();
    }

    String binaryName() {
      String of = file.packageName();
      return of.isEmpty() ? file.typeName() : of + "." + file.typeName();
    }

    String packageName() {
      return file.packageName();
    }

    /**
     * Whether this input's path shares at least as long a prefix with a file as another input's
     * path.
     */
    boolean isNearer(Input other, ProjectFile than) {
      return common(file.uri, than.uri) >= common(other.file.uri, than.uri);
    }

    private static int common(String one, String two) {
      int length = 0;
      while (length < Math.min(one.length(), two.length())
          && one.charAt(length) == two.charAt(length)) {
        length++;
      }
      return length;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Input input && input.file == file;
    }

    @Override
    public int hashCode() {
      return file.hashCode();
    }
  }
}
