package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.commons.InstructionAdapter;
import org.objectweb.asm.tree.ClassNode;

/** The compiler takes javac's place: same options, same messages, same files. */
class DropInTest {
  private static final HocketCompiler.Options PLAIN =
      new HocketCompiler.Options(null, false, false);

  private static final String BLOCK =
      """
      public class Main {
        public static void main(String[] args) {
          int n = 0;
          //#omp target virtual(worker)
          n += Helper.help();
          System.out.println(n);
        }
      }
      """;
  private static final String HELPER =
      """
      public class Helper {
        static int help() {
          int n = 1;
          //#omp target virtual(worker)
          n = Thread.currentThread().getName().isEmpty() ? 2 : 3;
          return n;
        }
      }
      """;

  @TempDir Path folder;

  private Path write(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private static Harness.Compiled compile(Object... arguments) {
    return Harness.run(Stream.of(arguments).map(Object::toString).toList(), PLAIN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class A { int x = \"no\"; void f() { g(); } }",
        "class A { java.util.List l = new java.util.ArrayList(); }",
        "class A { int f() { } }",
        "class A { void f() { int x; x++; return; foo } }"
      })
  void sourceWithoutDirectives_isToldWhatJavacTells(String source) throws IOException {
    Path file = write("A.java", source);
    List<String> arguments =
        List.of("-Xlint:all", "-d", folder.resolve("out").toString(), file.toString());
    Harness.Compiled expected = Harness.javac(arguments);
    Harness.Compiled actual = Harness.run(arguments, PLAIN);
    assertEquals(expected, actual);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class A { void f() {\n//#omp target\nf(); int x = \"no\"; g(); } }",
        "class A { void f() {\n//#omp target\nf(); foo } }",
        "class A { void f() { java.util.List l = null;\n//#omp nonsense\nl.add(1); int x = h(); } }"
      })
  void errorsOfJava_areToldAsJavacTellsThem(String source) throws IOException {
    Path file = write("A.java", source);
    List<String> arguments =
        List.of("-Xlint:all", "-d", folder.resolve("out").toString(), file.toString());
    assertEquals(Harness.javac(arguments), Harness.run(arguments, PLAIN));
  }

  @Test
  void buildTools_findTheCompilerByItsName() throws Exception {
    Path source = write("Main.java", "class Main { //#omp target virtual(worker) no_wait\n}");
    StringWriter out = new StringWriter();
    ToolProvider tool = ToolProvider.findFirst("hocketc").orElseThrow();
    assertEquals(1, tool.run(new PrintWriter(out), new PrintWriter(out), source.toString()));
    assertTrue(out.toString().contains("[HK005]"), out.toString());
  }

  @Test
  void wrongCommandLine_isToldAsJavacTellsIt() {
    for (List<String> arguments :
        List.of(
            List.<String>of(),
            List.of("-nonsense", "A.java"),
            List.of("-d"),
            List.of("missing.java"),
            List.of("@missing"),
            List.of("-version"),
            List.of("--help"))) {
      assertEquals(Harness.javac(arguments), Harness.run(arguments, PLAIN), arguments.toString());
    }
  }

  @Test
  void argumentFiles_areRead() throws IOException {
    Path source = write("with space/Main.java", BLOCK.replace("Helper.help()", "1"));
    Path list = write("args", "# a remark\n-d \"" + folder.resolve("out") + "\"\n'" + source + "'");
    assertEquals(new Harness.Compiled(0, ""), compile("@" + list, "-J-Xmx64m"));
    assertTrue(Files.exists(folder.resolve("out/Main.class")));
  }

  @Test
  void implicitSources_areTranslatedToo() throws Exception {
    Path main = write("src/Main.java", BLOCK);
    write("src/Helper.java", HELPER);
    assertEquals(
        new Harness.Compiled(0, ""),
        compile("-sourcepath", folder.resolve("src"), "-d", folder.resolve("out"), main));
    assertEquals("3\n", new Harness(folder).run("out", "Main").out());
    assertTrue(callsRuntime(folder.resolve("out/Helper.class")));
  }

  @Test
  void implicitSource_aloneWithDirective_isTranslated() throws Exception {
    Path main = write("src/Main.java", BLOCK.replaceAll("//#omp.*", ""));
    write("src/Helper.java", HELPER);
    compile("-cp", folder.resolve("src"), "-d", folder.resolve("out"), main);
    assertTrue(callsRuntime(folder.resolve("out/Helper.class")));
  }

  private static boolean callsRuntime(Path classFile) throws IOException {
    byte[] bytes = Files.readAllBytes(classFile);
    return new String(bytes, StandardCharsets.ISO_8859_1).contains("TargetBlocks");
  }

  @Test
  void classFiles_goBesideTheSourceWithoutAnOption() throws IOException {
    Path main = write("src/Main.java", BLOCK.replace("Helper.help()", "1"));
    assertEquals(new Harness.Compiled(0, ""), compile(main));
    assertTrue(callsRuntime(folder.resolve("src/Main.class")));
  }

  @Test
  void directiveError_leavesNoClassFiles() throws IOException {
    Path main = write("src/Main.java", BLOCK.replace("virtual(worker)", "virtual()"));
    Path helper = write("src/Helper.java", HELPER);
    assertEquals(1, compile("-d", folder.resolve("out"), main, helper).exit());
    assertFalse(Files.exists(folder.resolve("out/Helper.class")));
  }

  @Test
  void warnings_areErrorsWithWerror_andSilentWithNowarn() throws IOException {
    Path main =
        write(
            "Main.java", BLOCK.replace("Helper.help()", "1").replace("(worker)", "(w) name_as(t)"));
    Path out = folder.resolve("out");
    Harness.Compiled strict = compile("-Werror", "-d", out, main);
    assertEquals(1, strict.exit());
    assertTrue(strict.output().contains("warning: [HK101]"), strict.output());
    assertTrue(strict.output().contains("warnings found and -Werror"), strict.output());
    assertFalse(Files.exists(out.resolve("Main.class")));
    assertEquals(0, compile("-d", out, main).exit());
    assertEquals(new Harness.Compiled(0, ""), compile("-nowarn", "-d", out, main));
  }

  @Test
  void javacWarnings_areToldOnce() throws IOException {
    Path main =
        write(
            "Main.java",
            BLOCK
                .replace("int n = 0;", "int n = 0; java.util.List l = null;")
                .replace("Helper.help()", "1"));
    Harness.Compiled compiled = compile("-Xlint:all", "-d", folder.resolve("out"), main);
    assertEquals(1, compiled.lines().stream().filter(l -> l.contains("[rawtypes]")).count());
    assertEquals("1 warning", compiled.lines().getLast());
    assertEquals(1, compile("-Xlint:all", "-Werror", "-d", folder.resolve("out"), main).exit());
  }

  /** Tools that read javac's output take a message from its head up to the count, or the next. */
  @Test
  void messages_haveTheShapeOfJavacs() throws IOException {
    Path main = write("Main.java", BLOCK.replace("(worker)", "(worker) nowiat"));
    write("Helper.java", HELPER);
    String said = compile("-d", folder.resolve("out"), "-cp", folder, main).output();
    String expected =
        """
        %s:4: error: [HK005] 'target' has no clause 'nowiat'
            //#omp target virtual(worker) nowiat
                                          ^
          help: did you mean 'nowait'? use one of its clauses: virtual, device, nowait, name_as, \
        await, if, firstprivate, private, shared, default
        1 error
        """;
    assertEquals(expected.formatted(main), said);
  }

  @Test
  void warnings_ofJavacAndOfHocket_areCountedTogetherAtTheEnd() throws IOException {
    Path main =
        write(
            "Main.java",
            BLOCK
                .replace("int n = 0;", "int n = 0; java.util.List l = null;")
                .replace("Helper.help()", "1")
                .replace("(worker)", "(worker) name_as(t)")
                .replace("println(n)", "println()"));
    Path out = folder.resolve("out");
    List<String> lines = compile("-Xlint:all", "-d", out, main).lines();
    assertEquals(List.of("2 warnings"), lines.stream().filter(this::isCount).toList());
    assertEquals("2 warnings", lines.getLast());
    List<String> strict = compile("-Werror", "-d", out, main).lines();
    assertEquals(
        List.of("error: warnings found and -Werror specified", "1 error", "1 warning"),
        strict.subList(strict.size() - 3, strict.size()));
  }

  private boolean isCount(String line) {
    return line.matches("\\d+ (error|warning)s?");
  }

  @Test
  void annotationProcessor_runsOnceAndItsSourcesAreCompiled() throws Exception {
    Path processor =
        write(
            "processor/Maker.java",
            """
            import java.io.Writer;
            import java.util.Set;
            import javax.annotation.processing.*;
            import javax.lang.model.SourceVersion;
            import javax.lang.model.element.TypeElement;
            import javax.tools.Diagnostic;

            @SupportedAnnotationTypes("*")
            public class Maker extends AbstractProcessor {
              @Override
              public SourceVersion getSupportedSourceVersion() {
                return SourceVersion.latest();
              }

              @Override
              public boolean process(Set<? extends TypeElement> types, RoundEnvironment round) {
                if (round.processingOver()) {
                  processingEnv.getMessager().printMessage(Diagnostic.Kind.NOTE, "made");
                } else if (processingEnv.getElementUtils().getTypeElement("Helper") == null) {
                  try (Writer writer = processingEnv.getFiler().createSourceFile("Helper").openWriter()) {
                    writer.write(TEXT);
                  } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                  }
                }
                return false;
              }

              static final String TEXT = \"""
            %s\""";
            }
            """
                .formatted(HELPER));
    Path classes = folder.resolve("processor-classes");
    assertEquals(0, compile("-proc:none", "-d", classes, processor).exit());
    Path main = write("src/Main.java", BLOCK);
    Harness.Compiled compiled =
        compile(
            "-processorpath",
            classes,
            "-processor",
            "Maker",
            "-s",
            Files.createDirectories(folder.resolve("gen")),
            "-d",
            folder.resolve("out"),
            main);
    assertEquals("Note: made\n", compiled.output());
    assertTrue(Files.exists(folder.resolve("gen/Helper.java")));
    assertTrue(callsRuntime(folder.resolve("out/Helper.class")));
    assertEquals("3\n", new Harness(folder).run("out", "Main").out());
  }

  @Test
  void options_reachTheClassFiles() throws Exception {
    Path main =
        write(
            "Main.java",
            BLOCK
                .replace("Helper.help()", "1")
                .replace("int n = 0;", "int n = 0; String s = \"ä😀\";\t"));
    Path header = folder.resolve("headers");
    Path sources =
        write(
            "Native.java",
            "class Native { native void f();\n  void g() {\n//#omp target nowait\nf(); } }");
    assertEquals(
        new Harness.Compiled(0, ""),
        compile(
            "--release",
            "21",
            "-g",
            "-parameters",
            "-encoding",
            "UTF-8",
            "-h",
            header,
            "-d",
            folder.resolve("out"),
            main,
            sources));
    assertTrue(Files.exists(header.resolve("Native.h")));
    byte[] bytes = Files.readAllBytes(folder.resolve("out/Main.class"));
    assertEquals(65, bytes[7]);
    assertEquals("1\n", new Harness(folder).run("out", "Main").out());
  }

  @Test
  void otherEncodings_areReadAsAsked() throws Exception {
    Path file = folder.resolve("Main.java");
    String source = BLOCK.replace("Helper.help()", "\"größer\".length()");
    Files.write(file, source.getBytes(StandardCharsets.UTF_16));
    assertEquals(
        new Harness.Compiled(0, ""),
        compile("-encoding", "UTF-16", "-d", folder.resolve("out"), file));
    assertEquals("6\n", new Harness(folder).run("out", "Main").out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--release 17", "--release=20", "-source 17 -target 20", "-source 9"})
  void oldReleases_areWarnedOf_whereTheDirectivesNeedANewerOne(String options) throws Exception {
    List<Object> arguments = new ArrayList<>(List.of(options.split(" ")));
    arguments.addAll(List.of("-d", folder.resolve("out")));
    arguments.add(write("Main.java", BLOCK.replace("Helper.help()", "1")));
    Harness.Compiled compiled = compile(arguments.toArray());
    String warning =
        "warning: \\[options\\] class files for Java \\d+ whose directives need Java 21 ";
    assertEquals(1, Pattern.compile(warning).matcher(compiled.output()).results().count());
    assertTrue(compiled.output().endsWith("\n1 warning\n"), compiled.output());
    assertEquals(0, compiled.exit());

    arguments.add("-Werror");
    assertEquals(1, compile(arguments.toArray()).exit());
    arguments.set(arguments.size() - 1, "-Xlint:-options");
    assertEquals(new Harness.Compiled(0, ""), compile(arguments.toArray()));
  }

  @Test
  void oldReleases_ofSourcesWithoutDirectives_areFine() throws Exception {
    Path main = write("Main.java", BLOCK.replace("Helper.help()", "1").replace("//#omp", "//"));
    assertEquals(
        new Harness.Compiled(0, ""),
        compile("--release", "17", "-Werror", "-d", folder.resolve("out"), main));
  }

  @Test
  void oldSourceLevel_compiles() throws Exception {
    Path main = write("Main.java", BLOCK.replace("Helper.help()", "1"));
    Harness.Compiled compiled =
        compile("--release", "8", "-Xlint:-options", "-d", folder.resolve("out"), main);
    assertEquals(new Harness.Compiled(0, ""), compiled);
    assertTrue(callsRuntime(folder.resolve("out/Main.class")));
  }

  @Test
  void severalModules_compileFromAModuleSourcePath() throws Exception {
    write("mods/a/module-info.java", "module a { requires dev.hocket.directives; requires b; }");
    write("mods/a/a/Main.java", "package a; " + BLOCK.replace("Helper", "b.Helper"));
    write("mods/b/module-info.java", "module b { requires dev.hocket.directives; exports b; }");
    write(
        "mods/b/b/Helper.java", "package b; " + HELPER.replace("static int", "public static int"));
    HocketCompiler.Options options =
        new HocketCompiler.Options(folder.resolve("emitted"), false, false);
    Harness.Compiled compiled =
        Harness.run(
            List.of(
                "--module-source-path",
                folder.resolve("mods").toString(),
                "-d",
                folder.resolve("out").toString(),
                "-m",
                "a"),
            options);
    assertEquals(new Harness.Compiled(0, ""), compiled);
    assertTrue(callsRuntime(folder.resolve("out/a/a/Main.class")));
    assertTrue(callsRuntime(folder.resolve("out/b/b/Helper.class")));
    assertEquals("3\n", new Harness(folder).runModule("out", "a", "a.Main").out());
  }

  @Test
  void emittedSource_compilesByItself() throws Exception {
    Path main = write("Main.java", "package p.q; " + BLOCK.replace("Helper.help()", "1"));
    Path emitted = folder.resolve("emitted");
    HocketCompiler.Options options = new HocketCompiler.Options(emitted, false, false);
    Path out = folder.resolve("out");
    assertEquals(0, Harness.run(List.of("-d", out.toString(), main.toString()), options).exit());
    Path generated = emitted.resolve("p/q/Main.java");
    Harness.Compiled again =
        Harness.javac(
            List.of(
                "-cp",
                Harness.runtime(),
                "-d",
                folder.resolve("again").toString(),
                generated.toString()));
    assertEquals(new Harness.Compiled(0, ""), again);
    assertArrayEquals(
        Files.readAllBytes(out.resolve("p/q/Main.class")),
        Files.readAllBytes(folder.resolve("again/p/q/Main.class")));
  }

  @Test
  void emittedSource_wouldOverwriteInput_isRefused() throws Exception {
    String source = "package p; " + BLOCK.replace("Helper.help()", "1");
    Path main = write("src/p/Main.java", source);
    Path out = folder.resolve("out");
    Harness.Compiled compiled = emitTo(folder.resolve("src"), out, main);
    assertEquals(2, compiled.exit());
    String refusal =
        "error: --emit-source %s would overwrite your source %s; name another folder"
            .formatted(folder.resolve("src"), main);
    assertEquals(List.of(refusal), compiled.lines());
    assertEquals(source, Files.readString(main));
    assertFalse(Files.exists(out.resolve("p")));
    // Its own earlier output it may overwrite.
    Path emitted = folder.resolve("emitted");
    assertEquals(new Harness.Compiled(0, ""), emitTo(emitted, out, main));
    assertEquals(new Harness.Compiled(0, ""), emitTo(emitted, out, main));
  }

  @Test
  void emittedSource_ofSequentialCode_isRefused() throws Exception {
    Path main = write("Main.java", "package p; " + BLOCK.replace("Helper.help()", "1"));
    Harness.Compiled compiled =
        Harness.run(
            List.of(main.toString()),
            new HocketCompiler.Options(folder.resolve("emitted"), true, false));
    assertEquals(2, compiled.exit());
    assertEquals(
        "error: --sequential translates nothing, so there is no source to emit",
        compiled.output().strip());
  }

  @Test
  void emittedSource_whereFileIs_isRefused() throws Exception {
    Path main = write("Main.java", "package p; " + BLOCK.replace("Helper.help()", "1"));
    Path out = folder.resolve("out");
    for (String file : List.of("emitted", "generated/p")) {
      Path taken = write(file, "");
      Harness.Compiled compiled = emitTo(file.endsWith("p") ? taken.getParent() : taken, out, main);
      String refusal =
          "error: --emit-source: " + taken + " is a file, not a folder; name another folder";
      assertEquals(new Harness.Compiled(2, refusal + System.lineSeparator()), compiled);
      assertFalse(Files.exists(out.resolve("p")));
    }
  }

  private static Harness.Compiled emitTo(Path emitted, Path out, Path source) {
    return Harness.run(
        List.of("-d", out.toString(), source.toString()),
        new HocketCompiler.Options(emitted, false, false));
  }

  @Test
  void sequential_ignoresDirectives() throws Exception {
    Path main = write("Main.java", BLOCK.replace("target virtual", "nonsense"));
    Path helper = write("Helper.java", HELPER);
    HocketCompiler.Options sequential = new HocketCompiler.Options(null, true, false);
    Path out = folder.resolve("out");
    Harness.Compiled compiled =
        Harness.run(List.of("-d", out.toString(), main.toString(), helper.toString()), sequential);
    assertEquals(new Harness.Compiled(0, ""), compiled);
    assertFalse(callsRuntime(out.resolve("Helper.class")));
  }

  @Test
  void colour_isOnlyForThoseWhoAskForIt() throws IOException {
    Path main =
        write(
            "Main.java",
            BLOCK.replace("virtual(worker)", "vrtual(worker)").replace("Helper.help()", "1"));
    String plain = compile(main).output();
    HocketCompiler.Options colours = new HocketCompiler.Options(null, false, true);
    String coloured = Harness.run(List.of(main.toString()), colours).output();
    assertFalse(plain.contains("\033"));
    assertTrue(coloured.contains("\033[1;31merror:\033[0m [HK005] "));
    assertEquals(plain, coloured.replaceAll("\033\\[[0-9;]*m", ""));
  }

  /** Hocket's own sources have no directives: its class files are javac's, byte for byte. */
  @Test
  void corpusWithoutDirectives_givesJavacsClassFiles() throws IOException {
    List<String> files = new ArrayList<>();
    for (String module : List.of("core", "directives", "compiler")) {
      Path sources = Harness.repository().resolve(module).resolve("src/main/java/dev");
      try (Stream<Path> all = Files.walk(sources)) {
        all.filter(f -> f.toString().endsWith(".java")).forEach(f -> files.add(f.toString()));
      }
    }
    assertTrue(files.size() > 50, "enough files: " + files.size());
    for (String how : List.of("javac", "hocket", "twice")) {
      List<String> arguments = new ArrayList<>(List.of("-g", "-d", folder.resolve(how).toString()));
      arguments.addAll(List.of("-cp", libraries()));
      arguments.addAll(files);
      Path emitted = how.equals("twice") ? folder.resolve("emitted") : null;
      HocketCompiler.Options options = new HocketCompiler.Options(emitted, false, false);
      assertEquals(
          new Harness.Compiled(0, ""),
          how.equals("javac") ? Harness.javac(arguments) : Harness.run(arguments, options));
    }
    for (Path expected : classFiles(folder.resolve("javac"))) {
      String name = folder.resolve("javac").relativize(expected).toString();
      byte[] bytes = Files.readAllBytes(expected);
      assertArrayEquals(bytes, Files.readAllBytes(folder.resolve("hocket").resolve(name)), name);
      assertArrayEquals(bytes, Files.readAllBytes(folder.resolve("twice").resolve(name)), name);
    }
  }

  static List<Path> sourceJars() throws IOException {
    return Harness.list(Harness.repository().resolve("compiler/target/corpus"), ".jar");
  }

  /** Beside a file with directives, so that Hocket has to look into every other file too. */
  @ParameterizedTest
  @MethodSource("sourceJars")
  void sourceJar_besideAFileWithDirectives_givesJavacsClassFiles(Path jar) throws IOException {
    List<String> files = unpack(jar, folder.resolve("sources"));
    assertTrue(files.size() > 100, "enough files: " + files.size());
    String directives =
        """
        class WithDirectives {
          //#omp async
          static void handler() {
            //#omp target virtual(worker) await
            System.out.println();
          }
        }
        """;
    files.add(
        Files.writeString(folder.resolve("sources/WithDirectives.java"), directives).toString());
    for (String how : List.of("javac", "hocket")) {
      List<String> arguments =
          new ArrayList<>(List.of("-Xlint:none", "-g", "-nowarn", "-proc:none", "-d"));
      arguments.add(folder.resolve(how).toString());
      arguments.addAll(files);
      HocketCompiler.Options options = new HocketCompiler.Options(null, false, false);
      Harness.Compiled compiled =
          how.equals("javac") ? Harness.javac(arguments) : Harness.run(arguments, options);
      assertEquals(0, compiled.exit(), compiled.output());
    }
    for (Path expected : classFiles(folder.resolve("javac"))) {
      String name = folder.resolve("javac").relativize(expected).toString();
      boolean same =
          Arrays.equals(
              Files.readAllBytes(expected),
              Files.readAllBytes(folder.resolve("hocket").resolve(name)));
      assertEquals(!name.startsWith("WithDirectives"), same, name);
    }
  }

  private static List<String> unpack(Path jar, Path target) throws IOException {
    List<String> files = new ArrayList<>();
    try (FileSystem zip = FileSystems.newFileSystem(jar);
        Stream<Path> all = Files.walk(zip.getPath("/"))) {
      for (Path file : all.filter(f -> f.toString().endsWith(".java")).toList()) {
        Path copy = target.resolve(file.toString().substring(1));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
        files.add(copy.toString());
      }
    }
    return files;
  }

  /** What the corpus itself needs. */
  private static String libraries() {
    return Stream.of(ClassVisitor.class, ClassNode.class, InstructionAdapter.class)
        .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static List<Path> classFiles(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(f -> f.toString().endsWith(".class")).toList();
    }
  }
}
