package dev.hocket.projects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import javax.imageio.ImageIO;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code hocket lag --suggest --verify} with programs that others have written. A robot uses them
 * with the mouse. Part of {@code ./check --long}.
 */
class RealProgramsTest {
  @TempDir private Path folder;

  /** The tests' class path, without folders that do not exist: {@code suggest} refuses those. */
  private final String classPath =
      Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
          .filter(entry -> Files.exists(Path.of(entry)))
          .collect(Collectors.joining(File.pathSeparator));

  /**
   * ZXing's window searches a large picture without a code for codes; the search is in a library,
   * which calls methods of an object of the program.
   */
  @Test
  void zxing_searchesOnAWorker() throws Exception {
    BufferedImage picture = new BufferedImage(4000, 4000, BufferedImage.TYPE_INT_RGB);
    Random random = new Random(1);
    for (int i = 0; i < picture.getWidth() * picture.getHeight(); i++) {
      int x = i % picture.getWidth();
      picture.setRGB(x, i / picture.getWidth(), random.nextInt());
    }
    Path file = folder.resolve("noise.png");
    ImageIO.write(picture, "png", file.toFile());
    String out = lag("zxing", "javase", "", file);
    assertTrue(out.contains("run 'getDecodeText(file)' on a worker, await it"), out);
  }

  /** HSQLDB's window executes a query through a statement that its other buttons use, too. */
  @Test
  void hsqldb_isLeftAsItIs() throws Exception {
    String out = lag("hsqldb", "hsqldb", "org/hsqldb/util/", folder);
    assertTrue(out.contains("no proposal: "), out);
  }

  /**
   * The program of the guide's page on patches, and the commands there; a robot presses its button.
   */
  @Test
  void words_isMendedAsTheGuideSays() throws Exception {
    String page = Files.readString(Workshop.ROOT.resolve("docs/guide/freeze-to-patch.md"));
    Path source = folder.resolve("src/Words.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, first(page, "(?s)```java\n(.*?)```"));
    Path classes = folder.resolve("classes");
    String[] javac = {"-d", classes.toString(), source.toString()};
    assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, javac));
    String path = classes + File.pathSeparator + classPath;
    String[] lag = {"lag", "--", "-cp", path, RobotUser.class.getName(), "words", ""};
    hocket(lag);
    String diff = first(page, "((?m:^    (?:---|[+@ -]).*\n){5,})").replaceAll("(?m)^    ", "");
    String out = hocket("suggest", "lag.jfr", "--sources", "src");
    assertTrue(out.endsWith(diff), out);
    assertTrue(out.contains(": run 'count(40_000_000)' on a worker, await it"), out);
    // --apply changes only files that version control tracks.
    git("init", "-q");
    git("add", "src/Words.java");
    hocket("suggest", "lag.jfr", "--sources", "src", "--apply");
    hocket("compile", "-d", classes.toString(), source.toString());
    hocket(lag);
    assertFalse(hocket("suggest", "lag.jfr", "--sources", "src").contains(": run '"));
  }

  private void git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    assertEquals(0, new ProcessBuilder(command).directory(folder.toFile()).start().waitFor());
  }

  private static String first(String text, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    assertTrue(found.find(), pattern);
    return found.group(1);
  }

  private String lag(String program, String artefact, String part, Path file) throws Exception {
    Path sources = folder.resolve("src");
    try (ZipFile zip = new ZipFile(RealPrograms.jar(artefact, "-sources").toFile())) {
      for (var entry : zip.stream().filter(each -> each.getName().endsWith(".java")).toList()) {
        if (entry.getName().startsWith(part)) {
          Path source = sources.resolve(entry.getName()).normalize();
          assertTrue(source.startsWith(sources));
          Files.createDirectories(source.getParent());
          Files.copy(zip.getInputStream(entry), source);
        }
      }
    }
    String path = compiled(sources) + File.pathSeparator + classPath;
    return hocket(
        "lag",
        "--suggest",
        "--verify",
        "--sources",
        sources.toString(),
        "--",
        "-Djava.util.prefs.userRoot=" + folder,
        "-cp",
        path,
        RobotUser.class.getName(),
        program,
        file.toString());
  }

  private String hocket(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(Workshop.ownJava(), "-cp", classPath));
    command.add("dev.hocket.cli.Main");
    command.addAll(List.of(arguments));
    File log = folder.resolve("log.txt").toFile();
    Process run =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log)
            .start();
    int exit = run.waitFor();
    String out = Files.readString(log.toPath());
    System.out.println(out);
    assertEquals(0, exit, out);
    return out;
  }

  /** The program as its author compiles it, with line numbers; a published jar may have none. */
  private Path compiled(Path sources) throws Exception {
    Path classes = folder.resolve("classes");
    List<String> arguments = new ArrayList<>(List.of("-g", "-nowarn", "-proc:none"));
    arguments.addAll(List.of("-encoding", "UTF-8", "-d", classes.toString()));
    arguments.addAll(List.of("-cp", classPath));
    try (Stream<Path> files = Files.walk(sources)) {
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
    }
    int exit =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertEquals(0, exit);
    return classes;
  }
}
