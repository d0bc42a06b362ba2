package dev.hocket.compiler.resume;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Java as the source pass writes it, compiled in memory. */
final class Lowered {
  private final Map<String, byte[]> classes;

  private Lowered(Map<String, byte[]> classes) {
    this.classes = classes;
  }

  /** The programs that lie in the folder of that name. */
  static Path folder() {
    return Path.of(System.getProperty("hocket.root", "..")).resolve("compiler/src/test/lowered");
  }

  static Lowered file(String name, String... options) {
    try {
      return text(name, Files.readString(folder().resolve(name + ".java")), options);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static Lowered text(String name, String text, String... options) {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    Map<String, ByteArrayOutputStream> written = new HashMap<>();
    List<JavaFileObject> sources = List.of(new Source(name, text));
    JavaFileManager files = new Memory(javac.getStandardFileManager(null, null, null), written);
    List<String> all = new ArrayList<>(List.of("-proc:none", "-XDrawDiagnostics", "-Xlint:none"));
    all.addAll(Arrays.asList(options));
    if (!javac.getTask(null, files, null, all, null, sources).call()) {
      throw new AssertionError("javac refuses " + name);
    }
    Map<String, byte[]> classes = new HashMap<>();
    written.forEach((type, bytes) -> classes.put(type, bytes.toByteArray()));
    return new Lowered(classes);
  }

  /** The same after the class-file pass, but for classes of another compiler. */
  Lowered resumable(String... foreign) {
    Map<String, byte[]> result = new HashMap<>(classes);
    for (String name : classes.keySet()) {
      if (!List.of(foreign).contains(name)) {
        result.put(name, resumable(classes.get(name)));
      }
    }
    return new Lowered(result);
  }

  private static byte[] resumable(byte[] classFile) {
    try {
      return Resumption.of(classFile);
    } catch (MethodTooLongException e) {
      throw new AssertionError(e);
    }
  }

  /** What the JDK's class-file verifier says of all classes. */
  List<VerifyError> errors() {
    ClassHierarchyResolver hierarchy = ClassHierarchyResolver.ofClassLoading(load());
    ClassFile verifier = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(hierarchy));
    return classes.values().stream().flatMap(c -> verifier.verify(c).stream()).toList();
  }

  byte[] bytes(String name) {
    return classes.get(name);
  }

  /** Calls a static method without parameters. */
  Object call(String type, String method) throws Throwable {
    try {
      return load().loadClass(type).getMethod(method).invoke(null);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** A loader of its own; what it loads is verified. */
  ClassLoader load() {
    return new ClassLoader(Lowered.class.getClassLoader()) {
      @Override
      protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = classes.get(name);
        if (bytes == null) {
          throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
      }
    };
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("memory:///" + name + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> written;

    Memory(JavaFileManager files, Map<String, ByteArrayOutputStream> written) {
      super(files);
      this.written = written;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("memory:///" + name + ".class"), kind) {
        @Override
        public OutputStream openOutputStream() {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          written.put(name, bytes);
          return bytes;
        }
      };
    }
  }
}
