package dev.hocket.lsp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.InlayHint;
import org.eclipse.lsp4j.InlayHintParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.ReferenceContext;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session of an editor with a server. */
class ServerTest {
  private static final String WINDOW =
      """
      package app;

      class Window {
        void load(int n) {
          int[] sum = new int[1];
          //#omp target virtual(io) name_as(loading)
          {
            sum[0] += n;
          }
          System.out.println(n);
        }

        int count(int[] numbers) {
          int total = 0;
          for (int i = 0; i < numbers.length; i++) {
            total += numbers[i];
          }
          return total;
        }
      }
      """;

  private static final String START =
      """
      package app;

      class Start {
        void start() {
          dev.hocket.core.Targets.create("io", 2);
          //#omp wait(loading)
        }
      }
      """;

  @TempDir private Path folder;
  private Editor editor;
  private String window;
  private String start;

  @BeforeEach
  void startServer() throws Exception {
    window = write("app/Window.java", WINDOW);
    start = write("app/Start.java", START);
    editor = new Editor(folder, null);
  }

  @AfterEach
  void stopServer() throws Exception {
    editor.close();
  }

  private String write(String name, String text) throws Exception {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return Editor.uri(file);
  }

  @Test
  void aMistake_isReportedDuringTyping_withItsPage_untilItIsCorrected() throws Exception {
    Editor.assertCodes(List.of(), editor.open(window, WINDOW));
    List<Diagnostic> said = editor.replace(window, "virtual(io)", "virtaul(io)");
    Editor.assertCodes(List.of("HK005"), said);
    assertEquals("https://pages.example/HK005.md", said.getFirst().getCodeDescription().getHref());
    assertEquals(editor.position(window, "virtaul"), said.getFirst().getRange().getStart());
    Editor.assertCodes(List.of(), editor.replace(window, "virtaul", "virtual"));
    Editor.assertCodes(List.of("HK101"), editor.replace(window, "loading", "laoding"));
  }

  @Test
  void aWorkspaceBehindALink_hasTheSameFiles() throws Exception {
    Path link =
        Files.createSymbolicLink(folder.resolveSibling(folder.getFileName() + "-l"), folder);
    try (Editor linked = new Editor(link, null)) {
      String opened = Editor.uri(link.resolve("app/Window.java"));
      Editor.assertCodes(List.of(), linked.open(opened, WINDOW));
      List<? extends Location> waits =
          Editor.await(
              linked
                  .server
                  .getTextDocumentService()
                  .references(
                      new ReferenceParams(
                          new TextDocumentIdentifier(opened),
                          linked.position(opened, "loading"),
                          new ReferenceContext(false))));
      assertEquals(
          List.of(Editor.uri(link.resolve("app/Start.java"))),
          waits.stream().map(Location::getUri).toList());
      Editor.assertCodes(List.of("HK101"), linked.replace(opened, "loading", "laoding"));
    } finally {
      Files.delete(link);
    }
  }

  @Test
  void aFolderThatIsAdded_isRead_andOneThatIsRemovedIsForgotten() throws Exception {
    Files.createDirectories(folder.resolve("one"));
    Path other = Files.createDirectories(folder.resolve("two/app"));
    Files.writeString(other.resolve("Start.java"), START);
    try (Editor two = new Editor(folder.resolve("one"), null)) {
      String opened = Editor.uri(folder.resolve("one/Window.java"));
      Editor.assertCodes(List.of("HK101"), two.open(opened, WINDOW));
      two.changeFolders(List.of(folder.resolve("two")), List.of());
      two.awaitCodes(opened, List.of());
      two.changeFolders(List.of(), List.of(folder.resolve("two")));
      two.awaitCodes(opened, List.of("HK101"));
    }
  }

  @Test
  void otherOpenTexts_countBeforeTheyAreSaved() throws Exception {
    editor.open(start, START);
    editor.open(window, WINDOW);
    editor.replace(start, "wait(loading)", "wait(other)");
    Editor.assertCodes(List.of("HK101"), editor.replace(window, "(n);", "(n + 1);"));
  }

  @Test
  void inADirective_wordsAndNamesAreCompleted() throws Exception {
    editor.open(window, WINDOW);
    int name = WINDOW.indexOf("virtual(") + "virtual(".length();
    assertEquals(List.of("edt", "io", "worker"), editor.completion(window, name));
    editor.replace(window, "name_as(loading)", "firstprivate()");
    int variable = editor.text(window).indexOf("firstprivate(") + "firstprivate(".length();
    assertEquals(List.of("sum", "n"), editor.completion(window, variable));
    assertEquals(List.of(), editor.completion(window, 0));
  }

  @Test
  void hover_explainsTheDirective() throws Exception {
    editor.open(window, WINDOW);
    String said = editor.hover(window, "virtual(io)");
    assertTrue(said.contains("Runs the statement on the target `io`."), said);
    assertTrue(said.contains("Shared, not assigned again: `n`, `sum`."), said);
    editor.replace(window, "name_as(loading)", "await");
    said = editor.hover(window, "virtual(io)");
    assertTrue(said.contains("`load` becomes resumable"), said);
    assertEquals("", editor.hover(window, "int[] sum"));
  }

  @Test
  void tagsAndTargets_leadToTheirDefinitionsAndUses() throws Exception {
    editor.open(window, WINDOW);
    List<? extends Location> created =
        Editor.await(
                editor
                    .server
                    .getTextDocumentService()
                    .definition(
                        new DefinitionParams(
                            new TextDocumentIdentifier(window), editor.position(window, "io)"))))
            .getLeft();
    assertEquals(1, created.size());
    assertEquals(start, created.getFirst().getUri());
    assertEquals(4, created.getFirst().getRange().getStart().getLine());
    List<? extends Location> uses =
        Editor.await(
            editor
                .server
                .getTextDocumentService()
                .references(
                    new ReferenceParams(
                        new TextDocumentIdentifier(window),
                        editor.position(window, "loading"),
                        new ReferenceContext(true))));
    assertEquals(2, uses.size());
  }

  @Test
  void aSelection_isRunOnAWorker_orSharedOut() throws Exception {
    editor.open(window, WINDOW);
    int from = WINDOW.indexOf("for (int i");
    int to = WINDOW.indexOf("return total");
    List<CodeAction> actions = editor.actions(window, from, to);
    assertEquals(
        List.of(
            "Run this statement on a worker, await it", "Share this loop out to a team of threads"),
        actions.stream().map(CodeAction::getTitle).toList());
    Editor.assertCodes(List.of(), editor.accept(window, actions.get(1)));
    assertTrue(
        editor.text(window).contains("    //#omp parallel for reduction(+: total)\n    for (int i"),
        editor.text(window));
    int start = editor.text(window).indexOf("int total = 0;");
    CodeAction split = editor.actions(window, start, start + "int total = 0;".length()).getFirst();
    Editor.assertCodes(List.of(), editor.accept(window, split));
    String expected =
        """
            int total;
            //#omp target virtual(worker) await
            total = 0;
        """;
    assertTrue(editor.text(window).contains(expected), editor.text(window));
    assertTrue(editor.text(window).contains("//#omp async\n  int count"), editor.text(window));
  }

  @Test
  void anAction_changesOnlyTheTextForWhichItWasMade() throws Exception {
    editor.open(window, WINDOW);
    int from = WINDOW.indexOf("for (int i");
    CodeAction action = editor.actions(window, from, WINDOW.indexOf("return total")).getFirst();
    editor.type(window, 0, 0, "// A window.\n");
    assertThrows(IllegalStateException.class, () -> editor.accept(window, action));
  }

  @Test
  void onlyTheKindsOfActionsThatAreAskedFor_areAnswered() throws Exception {
    String text = WINDOW.replace("virtual", "virtaul");
    editor.open(window, text);
    int at = text.indexOf("virtaul");
    for (String kind : List.of("quickfix", "refactor", "source.organizeImports")) {
      CodeActionContext context = new CodeActionContext(List.of());
      context.setOnly(List.of(kind));
      int found =
          Editor.await(
                  editor
                      .server
                      .getTextDocumentService()
                      .codeAction(
                          new CodeActionParams(
                              new TextDocumentIdentifier(window),
                              new Lines(text).range(at, at + 1),
                              context)))
              .size();
      assertEquals(kind.equals("quickfix") ? 1 : 0, found, kind);
    }
  }

  @Test
  void threads_areShownOnlyIfTheUserWantsIt() throws Exception {
    editor.open(window, WINDOW);
    assertEquals(List.of(), hints(editor));
    JsonObject settings = new JsonObject();
    settings.addProperty("inlayHints", true);
    try (Editor other = new Editor(folder, settings)) {
      other.open(window, WINDOW);
      assertEquals(
          List.of(" on io", " back to the thread before"),
          hints(other).stream().map(hint -> hint.getLabel().getLeft()).toList());
    }
  }

  private List<InlayHint> hints(Editor of) throws Exception {
    return Editor.await(
        of.server
            .getTextDocumentService()
            .inlayHint(
                new InlayHintParams(
                    new TextDocumentIdentifier(window),
                    new Lines(WINDOW).range(0, WINDOW.length()))));
  }

  @Test
  void aCancelledRequest_leavesTheServerAnswering() throws Exception {
    editor.open(window, WINDOW);
    CompletableFuture<Hover> asked =
        editor
            .server
            .getTextDocumentService()
            .hover(
                new HoverParams(
                    new TextDocumentIdentifier(window), editor.position(window, "virtual")));
    asked.cancel(true);
    assertTrue(editor.hover(window, "virtual").contains("target"));
  }

  @Test
  void eachClient_hasAServerOfItsOwn() throws Exception {
    try (Editor other = new Editor(folder, null)) {
      editor.open(window, WINDOW);
      other.open(window, WINDOW.replace("virtual", "virtaul"));
      Editor.assertCodes(List.of("HK005"), other.diagnostics(window));
      Editor.assertCodes(List.of(), editor.diagnostics(window));
      assertEquals(0, other.shutDown());
      Editor.assertCodes(List.of(), editor.replace(window, "(n);", "(n + 1);"));
      assertEquals(1, editor.vanish());
    }
  }

  @Test
  void librariesOfTheProject_areThoseOfItsClassPathFile() throws Exception {
    String user = write("app/User.java", "package app; class User { lib.Help help; }");
    Path library = folder.resolve("library/lib");
    Files.createDirectories(library);
    Files.createDirectories(folder.resolve(".hocket"));
    Files.writeString(folder.resolve(".hocket/classpath"), "library\n");
    assertEquals(List.of(folder.resolve("library")), ProjectClassPath.of(List.of(folder)));
    Editor.assertCodes(List.of(), editor.open(user, "package app; class User { lib.Help help; }"));
  }
}
