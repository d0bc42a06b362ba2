package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.compiler.attribute.JavacCommand;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * The compiler learns from class files which methods can be suspended, for sources with and without
 * directives.
 */
class SeparateCompilationTest {
  private static final String LIBRARY =
      """
      package lib;
      public class Library implements Contract {
        public static final StringBuffer log = new StringBuffer();
        //#omp async
        public static void work() {
          //#omp target virtual(worker) await
          log.append("work ");
        }
        public static void search() {
          //#omp target virtual(worker) await
          log.append("search ");
        }
        public static void forward() {
          search();
        }
        @Override public int size(String text) {
          //#omp target virtual(worker) await
          log.append("size ");
          return text.length();
        }
        //#omp async
        public void close() {
          //#omp target virtual(worker) await
          log.append("close ");
        }
      }
      """;
  private static final String CONTRACT =
      """
      package lib;
      public interface Contract {
        //#omp async
        int size(String text);
      }
      """;

  private static final String NAMED =
      """
      package lib;
      public interface Named<T> {
        //#omp async
        default T named(T text) {
          //#omp target virtual(worker) await
          Library.log.append("named ");
          return text;
        }
      }
      """;

  @TempDir Path folder;
  private Path library;

  @BeforeEach
  void compileLibrary() throws IOException {
    Harness harness = new Harness(folder.resolve("lib"));
    harness.file("lib/Library.java", LIBRARY).file("lib/Contract.java", CONTRACT);
    harness.file("lib/Named.java", NAMED);
    harness.file("lib/Sized.java", CONTRACT.replace("Contract", "Sized"));
    assertEquals("", harness.compile("out").output());
    library = harness.root().resolve("out");
  }

  private Harness client(String source) throws IOException {
    return new Harness(folder.resolve("client")).file("Main.java", source);
  }

  /** Compiles a program against the library; returns the generated source. */
  private String translate(String source) throws IOException {
    Harness client = client(source);
    assertEquals("", client.compile("out", "-cp", library.toString()).output());
    return Files.readString(client.root().resolve("out-source/Main.java"));
  }

  @Test
  void sourceWithoutDirectives_waitsForAsyncCallsAndPassesLastOnesOn() throws Exception {
    String generated =
        translate(
            """
            class Main {
              static int both() { lib.Library.work(); return 1; }
              static void last() { lib.Library.search(); }
              static int value(lib.Contract contract) { return contract.size(""); }
            }
            """);
    String resumed = "dev.hocket.directives.Resumed.";
    assertTrue(generated.contains("{ lib.Library.work(); " + resumed + "waited(); }"), generated);
    String forwards = "Resumable(async = false, forwards = true) static void last()";
    assertTrue(generated.contains(forwards), generated);
    assertTrue(generated.contains("{ lib.Library.search(); " + resumed + "awaited(); }"));
    assertTrue(generated.contains("return contract.size(\"\");"), generated);
  }

  @Test
  void callOfAMethodThatAwaitsUnmarked_withCodeAfterIt_isRefused() throws Exception {
    Harness client =
        client(
            """
            class Main {
              void handler() {
                lib.Library.forward();
                // expect: HK035
                lib.Library.search();
                System.out.println();
              }
            }
            """);
    Harness.Compiled compiled = client.compile("out", "-cp", library.toString());
    String source = Files.readString(client.source("Main.java"));
    assertEquals(Marks.in(List.of(source)), Marks.reported(compiled), compiled.output());
    assertTrue(
        compiled.output().contains("help: put //#omp async before it in its source"),
        compiled.output());
  }

  @Test
  void callOfAMethodThatAwaitsUnmarked_asABlock_isWaitedFor() throws Exception {
    Harness client =
        client(
            """
            class Main {
              public static void main(String[] args) {
                //#omp target virtual(edt)
                {
                  //#omp target virtual(worker)
                  lib.Library.search();
                  lib.Library.log.append("after ");
                }
                System.out.println(lib.Library.log);
              }
            }
            """);
    assertEquals("", client.compile("out", "-cp", library.toString()).output());
    assertEquals("search after \n", client.run("out" + File.pathSeparator + library, "Main").out());
  }

  @Test
  void listedMethods_thatCannotBeSuspended_areReportedByTheirClass() throws Exception {
    Harness client =
        client(
            """
            class Main {
              static void own() {}
              static void m() throws Exception {
                //#omp await(own())
                own();
                //#omp await(setLength(int))
                lib.Library.log.setLength(0);
                //#omp await(plain())
                lib.Javacs.plain();
              }
            }
            """);
    Path javacs = folder.resolve("javacs");
    Path source = Files.createDirectories(folder.resolve("lib")).resolve("Javacs.java");
    Files.writeString(source, "package lib; public class Javacs { public static void plain() {} }");
    Harness.javac(List.of("-d", javacs.toString(), source.toString()));
    String path = library + File.pathSeparator + javacs;
    String said = client.compile("out", "-cp", path).output().replaceAll("\n.*\n.*\\^\n +", " ");
    assertTrue(
        said.contains("'Main.own()' is not marked async help: put //#omp async before its"), said);
    String ofJava = "'StringBuffer.setLength(int)' is not marked async help: call it in a block: ";
    assertTrue(said.contains(ofJava), said);
    String compiled =
        "'Javacs.plain()' is not marked async help: put //#omp async before the method in the source of 'Javacs' ";
    assertTrue(said.contains(compiled), said);
  }

  @Test
  void sourceWithoutDirectives_canReferToAsyncMethods() throws Exception {
    client(
            """
            import lib.*;
            public class Main {
              static int size(Contract contract) { return contract.size("abc"); }
              public static void main(String[] args) {
                System.out.println(size(new Library()::size));
              }
            }
            """)
        .compile("out", "-cp", library.toString());
    Path out = folder.resolve("client/out");
    assertTrue(Files.exists(out.resolve("Main$$Resumable$1.class")));
    Harness client = new Harness(folder.resolve("client"));
    assertEquals("3\n", client.run("out" + File.pathSeparator + library, "Main").out());
  }

  @Test
  void override_ofAsyncMethodOfTheLibrary_isAsync() throws Exception {
    String generated =
        translate(
            """
            class Main extends lib.Library {
              @Override public int size(String text) {
                //#omp await(size(String))
                return super.size(text);
              }
            }
            """);
    assertTrue(generated.contains("@dev.hocket.directives.Resumable @Override"), generated);
    assertTrue(generated.contains("Resumed.awaitedInt(super.size(text))"), generated);
  }

  @Test
  void superCall_ofAnOverrideThatJavacCompiled_meansThatOne() throws Exception {
    Harness plain =
        new Harness(folder.resolve("plain"))
            .file(
                "plain/Plain.java",
                """
                package plain;
                public class Plain extends lib.Library {
                  @Override public int size(String text) { return 10 * super.size(text); }
                  @Override public void close() {
                    super.close();
                    log.append("plain ");
                  }
                }
                """);
    String path = compileWithJavac(plain, "plain/Plain.java");
    Harness client =
        client(
            """
            public class Main extends plain.Plain {
              @Override public int size(String text) {
                return 1 + super.size(text);
              }
              @Override public void close() {
                super.close();
                log.append("client ");
              }
              public static void main(String[] args) {
                Main main = new Main();
                main.close();
                System.out.println(main.size("abc") + " " + log);
              }
            }
            """);
    assertEquals("", client.compile("out", "-cp", path).output());
    Harness.Ran ran = client.run("out" + File.pathSeparator + path, "Main");
    assertEquals("31 close plain client size \n", ran.out(), ran.err());
  }

  /** Compiles a file against the library with plain javac; returns the class path of both. */
  private String compileWithJavac(Harness plain, String file) {
    Path out = plain.root().resolve("out");
    Harness.Compiled javac =
        Harness.javac(
            List.of(
                "-proc:none",
                "-cp",
                library + File.pathSeparator + Harness.runtime(),
                "-d",
                out.toString(),
                plain.source(file).toString()));
    assertEquals(0, javac.exit(), javac.output());
    return library + File.pathSeparator + out;
  }

  @Test
  void defaultMethod_thatJavacCompiled_overridesThatOfTheInterfaceAbove() throws Exception {
    Harness plain =
        new Harness(folder.resolve("plain"))
            .file(
                "plain/Loud.java",
                """
                package plain;
                public interface Loud extends lib.Named<String> {
                  @Override default String named(String text) { return text + "!"; }
                  interface Louder extends Loud {}
                  class Plain implements Louder {}
                  class Quiet implements lib.Named<String> {}
                }
                """);
    String path = compileWithJavac(plain, "plain/Loud.java");
    Harness client =
        client(
            """
            public class Main {
              static class Own extends plain.Loud.Plain {}
              public static void main(String[] args) {
                for (plain.Loud loud : new plain.Loud[] {new plain.Loud.Plain(), new Own(), new plain.Loud() {}}) {
                  System.out.print(call(loud));
                }
                System.out.println(call(new plain.Loud.Quiet()) + lib.Library.log);
              }
              //#omp async
              static String call(lib.Named<String> named) {
                //#omp await(named(T))
                return named.named("x");
              }
            }
            """);
    assertEquals("", client.compile("out", "-cp", path).output());
    Harness.Ran ran = client.run("out" + File.pathSeparator + path, "Main");
    assertEquals("x!x!x!xnamed \n", ran.out(), ran.err());
  }

  @Test
  void lambda_ofAnInterfaceThatJavacMadeOfTwo_isCalled() throws Exception {
    Harness plain =
        new Harness(folder.resolve("plain"))
            .file(
                "plain/Both.java",
                """
                package plain;
                public interface Both extends lib.Contract, lib.Sized {}
                """);
    String path = compileWithJavac(plain, "plain/Both.java");
    Harness client =
        client(
            """
            public class Main {
              public static void main(String[] args) {
                plain.Both both = text -> 2 * text.length();
                System.out.println(first(both) + " " + second(both));
              }
              //#omp async
              static int first(lib.Contract contract) {
                //#omp await(size(String))
                return contract.size("abc");
              }
              //#omp async
              static int second(lib.Sized sized) {
                //#omp await(size(String))
                return sized.size("abcd");
              }
            }
            """);
    assertEquals("", client.compile("out", "-cp", path).output());
    Harness.Ran ran = client.run("out" + File.pathSeparator + path, "Main");
    assertEquals("6 8\n", ran.out(), ran.err());
  }

  @Test
  void programWithoutDirectives_runsAsIfItHadSome() throws Exception {
    Path source =
        client(
                """
                import lib.Library;
                public class Main {
                  public static void main(String[] args) {
                    Library.work();
                    int size = new Library().size("abc");
                    Library.forward();
                    System.out.println(Library.log.toString() + size);
                  }
                }
                """)
            .source("Main.java");
    Path out = folder.resolve("client/out");
    List<String> arguments =
        List.of("-cp", library.toString(), "-d", out.toString(), source.toString());
    HocketCompiler.Options plain = new HocketCompiler.Options(null, false, false);
    assertEquals("", Harness.run(arguments, plain).output());
    String classFile = Files.readString(out.resolve("Main.class"), StandardCharsets.ISO_8859_1);
    assertTrue(classFile.contains("dev/hocket/core/Coroutine"), "calls the resumable twins");
    Harness.Ran ran =
        new Harness(folder.resolve("client")).run("out" + File.pathSeparator + library, "Main");
    assertEquals("work size search 3\n", ran.out(), ran.err());
  }

  /** A tool that repacks classes drops the sign and leaves only the classes. */
  @Test
  void classesWithoutTheirSign_areKnownByTheirMarks() throws Exception {
    Path repacked = repacked(new Remapper(Opcodes.ASM9) {});
    assertEquals("", compilePlainClient(repacked).output());
    Harness.Ran ran =
        new Harness(folder.resolve("client")).run("out" + File.pathSeparator + repacked, "Main");
    assertEquals("work search done\n", ran.out(), ran.err());
  }

  /** A shaded library contains its own relocated runtime. */
  @Test
  void classesMovedTogetherWithTheRuntime_areReported() throws Exception {
    Path moved =
        repacked(
            new Remapper(Opcodes.ASM9) {
              @Override
              public String map(String name) {
                return name.startsWith("dev/hocket/") ? "shaded/" + name : name;
              }
            });
    Harness.Compiled compiled = compilePlainClient(moved);
    assertEquals(0, compiled.exit());
    assertTrue(
        compiled.output().startsWith("warning: " + moved + "(/lib/Library.class) was moved"),
        compiled.output());
  }

  /** Creates a jar with only the library's classes. */
  private Path repacked(Remapper names) throws IOException {
    Path jar = folder.resolve("repacked.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(library)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(Files.readAllBytes(file)).accept(new ClassRemapper(writer, names), 0);
        out.putNextEntry(new ZipEntry(library.relativize(file).toString()));
        out.write(writer.toByteArray());
      }
    }
    return jar;
  }

  /** Compiles a client without directives whose calls of void methods must wait. */
  private Harness.Compiled compilePlainClient(Path library) throws Exception {
    Path source =
        client(
                """
                import lib.Library;
                public class Main {
                  public static void main(String[] args) {
                    Library.work();
                    Library.forward();
                    Library.log.append("done");
                    System.out.println(Library.log);
                  }
                }
                """)
            .source("Main.java");
    Path out = folder.resolve("client/out");
    return Harness.run(
        List.of("-cp", library.toString(), "-d", out.toString(), source.toString()),
        new HocketCompiler.Options(null, false, false));
  }

  @Test
  void classesThatCanBeSuspended_areSeenInFoldersAndJars() throws Exception {
    Path jar = folder.resolve("jars/lib.jar");
    Files.createDirectories(jar.getParent());
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("META-INF/hocket/resumable"));
    }
    String jars = jar.getParent().toString();
    assertTrue(seen("-cp", "other" + File.pathSeparator + library));
    assertTrue(seen("-cp", jar.toString()));
    assertTrue(seen("-cp", jars + File.separator + "*"));
    assertTrue(seen("--module-path", jars));
    assertTrue(seen("--module-path=" + library));
    assertFalse(seen("-cp", "other"));
    assertFalse(seen());
  }

  @Test
  void classesThatCannotBeSuspended_leaveNoSign() throws Exception {
    String source =
        """
        class Main {
          void m(int n) {
            //#omp target virtual(worker) nowait
            System.out.println(n);
          }
        }
        """;
    translate(source);
    assertFalse(seen("-cp", folder.resolve("client/out").toString()));
  }

  /** Opening a named pipe would wait for a writer for ever. */
  @Test
  void librariesWithoutAModulePath_areThoseOfTheClassPathOnly() throws Exception {
    assertEquals(List.of(Path.of("other")), command("-cp", "other").libraries());
  }

  private static boolean seen(String... options) throws IOException {
    return ResumableClasses.areSigned(command(options));
  }

  private static JavacCommand command(String... options) throws IOException {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
      return JavacCommand.of(List.of(options), javac, files).orElseThrow();
    }
  }

  @Test
  void classFilesBesideTheirSources_haveTheSignAtTheirRoot() throws Exception {
    Harness harness = new Harness(folder.resolve("beside")).file("lib/Contract.java", CONTRACT);
    List<String> arguments = List.of(harness.source("lib/Contract.java").toString());
    assertEquals(0, Harness.run(arguments, new HocketCompiler.Options(null, false, false)).exit());
    assertTrue(seen("-cp", harness.source("").toString()));
  }

  @Test
  void moduleWithoutTheRuntime_isReportedAtItsFirstCall() throws Exception {
    Harness harness = new Harness(folder.resolve("modules"));
    harness
        .file(
            "library/module-info.java",
            "module library { requires dev.hocket.directives; exports lib; }")
        .file("library/lib/Library.java", LIBRARY)
        .file("library/lib/Contract.java", CONTRACT)
        .file("client/module-info.java", "module client { requires library; }")
        .file(
            "client/p/Main.java",
            "package p;\nclass Main {\n  void m() { lib.Library.work(); }\n}\n");
    Harness.Compiled compiled =
        harness.compile("out", "--module-source-path", harness.source("").toString());
    assertEquals(List.of("3 HK027"), Marks.reported(compiled), compiled.output());
  }
}
