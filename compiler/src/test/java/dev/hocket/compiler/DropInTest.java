package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The compiler can replace javac: it takes the same options and gives the same messages and files.
 */
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
  void sourceWithoutDirectives_getsTheMessagesOfJavac(String source) throws IOException {
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
  void errorsOfJava_areReportedAsByJavac(String source) throws IOException {
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
  void wrongCommandLine_isReportedAsByJavac() {
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
  void javacWarnings_areReportedOnce() throws IOException {
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

  /**
   * Tools that parse javac's output take a message from its first line to the next one or the
   * count.
   */
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
        await, if, depend, on_cancel, firstprivate, private, shared, default
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
  void colour_isPrintedOnlyOnRequest() throws IOException {
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
}
