package dev.hocket.projects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests editors that run without a screen and are configured as editors/README.md describes. The
 * test presses keys in a file of a Maven project, and checks the state of the editor.
 */
class RealEditorsTest {
  private static final long LIMIT_MINUTES = 3;

  /** A text with a fault that is found only if Maven has named the library. */
  private static final String TEXT =
      """
      package com.example.edited;

      class Window {
        void load(org.junit.jupiter.api.TestInfo info) {
          //#omp target virtual(worker) await nowait
          System.out.println(info.getDisplayName());
        }
      }
      """;

  @TempDir private Path folder;
  private Path project;
  private Path file;
  private Process editor;
  private final List<String> client = new ArrayList<>();

  @BeforeEach
  void makeAProject() throws Exception {
    Workshop workshop = new Workshop(folder);
    project = workshop.newProject("edited", "--plain").toRealPath();
    workshop.configureMaven(project);
    file = project.resolve("src/test/java/com/example/edited/Window.java");
    Files.writeString(file, TEXT);
    Path command = Files.createDirectory(folder.resolve("bin")).resolve("hocket");
    Files.writeString(
        command,
        "#!/bin/sh\nexec '%s' -cp '%s' dev.hocket.cli.Main \"$@\"\n"
            .formatted(
                String.join("' '", Workshop.quickJava()), System.getProperty("java.class.path")));
    assertTrue(command.toFile().setExecutable(true));
  }

  @AfterEach
  void endTheEditor() throws Exception {
    if (editor != null) {
      List<ProcessHandle> all = new ArrayList<>(editor.descendants().toList());
      all.add(editor.toHandle());
      all.forEach(ProcessHandle::destroyForcibly);
      for (ProcessHandle each : all) {
        each.onExit().get(LIMIT_MINUTES, TimeUnit.MINUTES);
      }
    }
  }

  @Test
  void neovim() throws Exception {
    assumeInstalled("nvim");
    Path init = Files.writeString(folder.resolve("init.lua"), lines("lua"));
    Path socket = Files.createTempDirectory("nv").resolve("s");
    start("nvim", "--clean", "--headless", "--listen", socket.toString(), "-u", init.toString());
    client.addAll(List.of("nvim", "--server", socket.toString()));
    await("1+1", "2"::equals);

    press(":edit " + file + "<CR>");
    await(lua("(vim.diagnostic.get(0)[1] or {}).code"), "HK009"::equals);
    press(":lua vim.ui.select = function(items, _, choose) choose(items[1], 1) end<CR>");
    press("/nowait<CR>");
    press(":lua vim.lsp.buf.code_action()<CR>");
    await(lua("#vim.diagnostic.get(0)"), "0"::equals);
    assertEquals("    //#omp target virtual(worker) nowait", eval("getline(5)"));

    press("5GA defa<Esc>");
    await(lua("(vim.diagnostic.get(0)[1] or {}).code"), "HK005"::equals);
    press("a<C-x><C-o>");
    await("getline(5)", "    //#omp target virtual(worker) nowait default("::equals);
    press("shared)<Esc>");
    await(lua("#vim.diagnostic.get(0)"), "0"::equals);
    press(":write<CR>");
    await("&modified", "0"::equals);
    assertSaved();
    press(":qall<CR>");
    assertTrue(editor.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES));
  }

  @Test
  void emacs() throws Exception {
    assumeInstalled("emacs");
    // That makes it a project for Emacs.
    Process git = builder(List.of("git", "init", "--quiet")).start();
    assertEquals(0, git.waitFor());
    Path init = Files.writeString(folder.resolve("init.el"), lines("elisp"));
    Path sockets = Files.createTempDirectory("em");
    Path setting = folder.resolve("setting.el");
    // Emacs would compile its own packages meanwhile.
    Files.writeString(
        setting,
        "(setq server-socket-dir \"" + sockets + "\" native-comp-deferred-compilation nil)");
    List<String> loads = List.of("-l", setting.toString(), "-l", init.toString());
    start("emacs", "-q", loads.get(0), loads.get(1), loads.get(2), loads.get(3), "--fg-daemon=s");
    client.addAll(List.of("emacsclient", "-s", sockets.resolve("s").toString()));
    await("(+ 1 1)", "2"::equals);

    String found = buffer("(mapcar 'flymake-diagnostic-text (flymake-diagnostics))");
    String line = buffer("(substring-no-properties (thing-at-point 'line))");
    type("C-x C-f " + file + " RET");
    await(found, text -> text.contains("HK009"));
    type("M-< C-s nowait RET C-b M-x eglot-code-actions RET RET");
    await(found, "nil"::equals);
    assertEquals("\"    //#omp target virtual(worker) nowait\\n\"", eval(line));

    type("C-e SPC defa");
    await(found, text -> text.contains("HK005"));
    // The command of C-M-i, which does not wait for the server while a macro runs.
    eval(buffer("(completion-at-point)"));
    await(line, text -> text.contains("nowait default("));
    type("shared)");
    await(found, "nil"::equals);
    type("C-x C-s");
    await(buffer("(buffer-modified-p)"), "nil"::equals);
    assertSaved();
    eval("(kill-emacs)");
    assertTrue(editor.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES));
  }

  private void assertSaved() throws IOException {
    assertEquals(TEXT.replace("await nowait", "nowait default(shared)"), Files.readString(file));
  }

  private static void assumeInstalled(String program) {
    boolean there =
        Pattern.compile(File.pathSeparator)
            .splitAsStream(System.getenv("PATH"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    assumeTrue(there, program + " is not installed; ./check installs it, or says how");
  }

  /** The page's lines for an editor. */
  private static String lines(String language) throws IOException {
    String page = Files.readString(Workshop.ROOT.resolve("editors/README.md"));
    Matcher block = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(page);
    assertTrue(block.find(), language);
    return block.group(1);
  }

  private static String lua(String expression) {
    return "luaeval('" + expression + "')";
  }

  private static String buffer(String expression) {
    return "(with-current-buffer \"Window.java\" " + expression + ")";
  }

  private void start(String... command) throws IOException {
    editor =
        builder(List.of(command)).redirectOutput(folder.resolve("editor.log").toFile()).start();
  }

  private ProcessBuilder builder(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    String path = builder.environment().get("PATH");
    builder.environment().put("PATH", folder.resolve("bin") + File.pathSeparator + path);
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("XDG_RUNTIME_DIR");
    // Of the Maven that the language server starts.
    builder.environment().put("MAVEN_OPTS", String.join(" ", Workshop.QUICK));
    return builder.directory(project.toFile()).redirectErrorStream(true);
  }

  private String ask(String option, String argument) throws Exception {
    List<String> command = new ArrayList<>(client);
    command.addAll(List.of(option, argument));
    Path answer = Files.createTempFile(folder, "answer", ".txt");
    Process asked = builder(command).redirectOutput(answer.toFile()).start();
    assertTrue(asked.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES), () -> command + "\n" + log());
    return Files.readString(answer).stripTrailing();
  }

  private void press(String keys) throws Exception {
    ask("--remote-send", keys);
  }

  private void type(String keys) throws Exception {
    String said = eval("(progn (execute-kbd-macro (kbd \"" + keys + "\")) 'typed)");
    assertEquals("typed", said, () -> keys + "\n" + log());
  }

  private String eval(String expression) throws Exception {
    return ask(client.getFirst().equals("nvim") ? "--remote-expr" : "--eval", expression);
  }

  private void await(String expression, Predicate<String> expected) throws Exception {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(LIMIT_MINUTES);
    String answer = eval(expression);
    while (!expected.test(answer)) {
      String last = answer;
      assertTrue(System.nanoTime() < end, () -> expression + " is still " + last + "\n" + log());
      answer = eval(expression);
    }
  }

  private String log() {
    try {
      return Files.readString(folder.resolve("editor.log"));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
