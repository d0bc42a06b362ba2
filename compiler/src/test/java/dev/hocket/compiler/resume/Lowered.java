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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Compiles Java in memory in the form that the source pass generates. */
final class Lowered {
  private final Map<String, byte[]> classes;

  private Lowered(Map<String, byte[]> classes) {
    this.classes = classes;
  }

  /** The folder with the programs. */
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

  /** The classes after the class-file pass, except the given foreign ones. */
  Lowered resumable(String... foreign) {
    Map<String, byte[]> result = new HashMap<>(classes);
    Functions functions = functions();
    for (String name : classes.keySet()) {
      if (!List.of(foreign).contains(name)) {
        Resumption.Result resumable = resumable(classes.get(name), functions);
        result.put(name, resumable.classFile());
        result.putAll(resumable.added());
      }
    }
    return new Lowered(result);
  }

  /** The classes after the class-file pass, where {@link Pause} may refuse to keep activations. */
  Lowered keptByPause() {
    Map<String, byte[]> result = new HashMap<>(classes);
    result.replaceAll((name, classFile) -> keptByPause(classFile));
    return new Lowered(result);
  }

  private static byte[] keptByPause(byte[] classFile) {
    ClassNode type = new ClassNode();
    new ClassReader(classFile).accept(type, 0);
    for (MethodNode method : type.methods) {
      for (AbstractInsnNode n : method.instructions) {
        if (n instanceof MethodInsnNode call
            && call.owner.equals(Names.COROUTINE)
            && call.name.equals("suspend")) {
          call.setOpcode(Opcodes.INVOKESTATIC);
          call.owner = Type.getInternalName(Pause.class);
          call.desc = call.desc.replace("(", "(" + Names.COROUTINE_TYPE);
        }
      }
    }
    ClassWriter writer = new ClassWriter(0);
    type.accept(writer);
    return writer.toByteArray();
  }

  private static Resumption.Result resumable(byte[] classFile, Functions functions) {
    try {
      return Resumption.of(classFile, functions, Set.of());
    } catch (RefusedMethodException e) {
      throw new AssertionError(e);
    }
  }

  /** Applies the class-file pass to a class file. */
  static byte[] resumable(byte[] classFile) throws RefusedMethodException {
    return Resumption.of(classFile, new Functions(Set.of(), Set.of(), Map.of(), Map.of()), Set.of())
        .classFile();
  }

  /** The facts that the source pass would provide. */
  private Functions functions() {
    Set<String> interfaces = new HashSet<>();
    Set<String> references = new HashSet<>();
    for (byte[] classFile : classes.values()) {
      ClassNode type = new ClassNode();
      new ClassReader(classFile).accept(type, ClassReader.SKIP_CODE);
      for (MethodNode method : type.methods) {
        if (Methods.isMarkedResumable(method)) {
          references.add(type.name + "." + method.name + method.desc);
          interfaces.add(type.name);
        }
      }
    }
    interfaces.add("Lambdas$Mark");
    return new Functions(interfaces, references, Map.of(), Map.of());
  }

  /** The errors that the JDK's class-file verifier finds in all classes. */
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

  /** Loads the classes in a new loader, which verifies them. */
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
