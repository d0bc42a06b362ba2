package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.compiler.suggest.Freeze;
import dev.hocket.compiler.suggest.Suggester;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Proposals for JavaFX programs in which a plausible one would change what the program does. */
class SuggestJavaFxTest {
  private static final Pattern MARK = Pattern.compile("// (\\d) (\\S+)$");
  private static final String ALONE = "run 'load()'";

  /** Only the order of two inputs counts: this is the last reason that is looked for. */
  private static final String ORDER = "another handler (";

  private static final String OVERTAKES = "a task that is posted later";
  private static final String HEAD =
      """
      import java.util.*;
      import javafx.animation.*;
      import javafx.application.*;
      import javafx.beans.binding.*;
      import javafx.beans.property.*;
      import javafx.collections.*;
      import javafx.event.Event;
      import javafx.scene.Group;
      import javafx.scene.input.MouseEvent;
      import javafx.scene.shape.Rectangle;
      import javafx.scene.text.Text;
      import javafx.stage.*;
      import javafx.util.Duration;

      class Window {
        final Text label = new Text();
        final Rectangle button = new Rectangle();
        String status = "";
        static String load() { return "a"; } // 0 load
      """;

  @TempDir private Path folder;

  /**
   * A program.
   *
   * @param answer how the answer must begin; other beginnings follow bars
   */
  private record Program(String name, String answer, String members) {
    @Override
    public String toString() {
      return name;
    }

    String text() {
      return HEAD + members + "}\n";
    }

    /** A freeze at the marked lines; the frame with the highest number is the outermost one. */
    Freeze freeze() {
      Map<String, String> marked = new TreeMap<>();
      List<String> lines = text().lines().toList();
      for (int i = 0; i < lines.size(); i++) {
        Matcher mark = MARK.matcher(lines.get(i));
        if (mark.find()) {
          marked.put(mark.group(1), "Window." + mark.group(2) + "(Window.java:" + (i + 1) + ")");
        }
      }
      List<String> frames = new ArrayList<>(marked.values());
      frames.add("com.sun.javafx.event.CompositeEventHandler.dispatchBubblingEvent(C.java:86)");
      return new Freeze(Duration.ofMillis(300), Map.of(frames, 1.0));
    }
  }

  /** A handler that does something before and after it loads. */
  private static Program handler(String answer, String name, String members, String code) {
    return new Program(
        name,
        answer,
        members + "void open() {\nbutton.setOnMouseClicked(e -> {\n" + code + "});\n}\n");
  }

  /** A handler that calls {@code slow()}, which does something before it loads. */
  private static Program slow(String answer, String name, String members, String code) {
    return handler(
        answer,
        name,
        members + "String slow() { " + code + " return load(); } // 1 slow\n",
        "String t = slow(); // 2 lambda$open$0\nlabel.setText(t);\n");
  }

  private static final String LOAD = "String t = load(); // 1 lambda$open$0\nlabel.setText(t);\n";

  static List<Program> handlers() {
    return List.of(
        handler(ALONE, "handler", "", LOAD),
        handler(
            ALONE + "|the handler",
            "handler that shows what it does",
            "",
            "label.setText(\"busy\");\nbutton.setDisable(true);\n"
                + LOAD
                + "button.setDisable(false);\n"),
        new Program(
            "handler that may veto",
            "the toolkit calls this lambda",
            "void open(Stage stage) {\nstage.setOnCloseRequest(e -> {\n"
                + LOAD
                + "e.consume();\n});\n}\n"),
        new Program(
            "handler that consumes its event",
            "the event is used after it|the program calls this handler itself",
            "void open() {\nlabel.setOnMouseClicked(e -> {\n" + LOAD + "e.consume();\n});\n}\n"),
        new Program(
            "listener of a property that another handler changes",
            "the program calls this handler itself",
            "final StringProperty name = new SimpleStringProperty();\n"
                + "void open() {\nname.addListener((o, a, b) -> {\n"
                + "String t = load(); // 1 lambda$open$0\nstatus = t;\n});\n"
                + "button.setOnMouseClicked(e -> { name.set(\"a\"); label.setText(status); });\n}\n"),
        new Program(
            "accelerator of a scene, which is no listener",
            "the user may enter something",
            "final javafx.scene.Scene scene = new javafx.scene.Scene(new Group());\n"
                + "{ scene.getAccelerators().put(javafx.scene.input.KeyCombination.valueOf(\"F2\"), () -> status = \"b\"); }\n"
                + "void open() {\nbutton.setOnMouseClicked(e -> {\n"
                + "String t = load(); // 1 lambda$open$0\nlabel.setText(t + status);\n});\n}\n"),
        new Program(
            "list with a listener that another handler relies on",
            ORDER + "|the user may enter something",
            "final ObservableList<String> all = FXCollections.observableArrayList();\nint size;\n"
                + "{ all.addListener((ListChangeListener<String>) c -> size = all.size()); }\n"
                + "void open() {\nbutton.setOnMouseClicked(e -> {\n"
                + "String t = load(); // 1 lambda$open$0\nall.add(t);\n});\n"
                + "label.setOnMouseClicked(e -> status = \"\" + size);\n}\n"),
        new Program(
            "task", ALONE, "void open() {\nPlatform.runLater(() -> {\n" + LOAD + "});\n}\n"),
        new Program(
            "task before another one",
            OVERTAKES,
            "void open() {\nPlatform.runLater(() -> {\n"
                + LOAD
                + "});\nPlatform.runLater(() -> label.setText(\"done\"));\n}\n"),
        new Program(
            "tasks of a loop",
            OVERTAKES,
            "final Group box = new Group();\nvoid open() {\nfor (int i = 0; i < 3; i++) {\n"
                + "Platform.runLater(() -> {\n"
                + "String t = load(); // 1 lambda$open$0\nbox.getChildren().add(new Text(t));\n"
                + "});\n}\n}\n"));
  }

  /** Two runs of such a handler would add twice to what one of them has emptied. */
  static List<Program> filled() {
    String items =
        "final ObservableList<String> items = FXCollections.observableArrayList(\"b\");\n";
    String box = "final Group box = new Group();\n";
    return List.of(
        refilled("the handler empties 'items'", items, "items.clear();", "items.add(t);"),
        refilled("the handler empties 'items'", items, "items.clear();", "items.addAll(t, t);"),
        refilled("the handler changes 'items'", items, "items.remove(0);", "items.add(t);"),
        refilled("the handler empties 'items'", items, "items.setAll();", "items.add(t);"),
        refilled("the handler empties 'items'", items, "items.removeLast();", "items.add(0, t);"),
        refilled(ALONE, items, "status = \"busy\";", "items.setAll(t);"),
        refilled(
            "the handler empties 'box'|the handler reads 'box'",
            box,
            "box.getChildren().clear();",
            "box.getChildren().add(new Text(t));"));
  }

  private static Program refilled(String answer, String members, String before, String after) {
    return handler(
        answer,
        before + " " + after,
        members,
        before + "\nString t = load(); // 1 lambda$open$0\n" + after + "\n");
  }

  private static Program events(String answer, String name, String code) {
    return new Program(name, answer, "void open() {\n" + code + "\n}\n");
  }

  private static final String STORES = "String t = load(); // 1 lambda$open$0\nstatus = t;\n});\n";

  private static final String MAKE =
      "Rectangle make(javafx.event.EventHandler<? super MouseEvent> all) {\n"
          + "Rectangle node = new Rectangle();\nnode.setOnMouseClicked(all);\nreturn node;\n}\n";

  /** Handlers of events that others hear of, too, or after which the toolkit asks what was done. */
  static List<Program> passedOn() {
    String other = "another listener";
    String asks = "the toolkit calls this lambda";
    return List.of(
        events(
            other,
            "child, then parent",
            "Group group = new Group(button);\nbutton.setOnMouseClicked(e -> {\n"
                + STORES
                + "group.setOnMouseClicked(e -> label.setText(status));"),
        events(
            other,
            "filter of the parent, then child",
            "Group group = new Group();\ngroup.getChildren().add(button);\n"
                + "group.addEventFilter(MouseEvent.MOUSE_PRESSED, e -> {\n"
                + STORES
                + "button.setOnMouseClicked(e -> label.setText(status));"),
        new Program(
            "child, then a scene of which nothing is known",
            other,
            "void open(javafx.scene.Scene scene) {\nbutton.setOnMousePressed(e -> {\n"
                + STORES
                + "scene.setOnMouseReleased(e -> label.setText(status));\n}\n"),
        events(
            ORDER,
            "one node, and another one that is not around it",
            "new Group(button, label);\nbutton.setOnMouseClicked(e -> {\n"
                + STORES
                + "label.setOnMouseClicked(e -> label.setText(status));"),
        events(
            asks,
            "event that the toolkit may wait for",
            "button.addEventHandler(Event.ANY, e -> {\n" + STORES),
        new Program(
            "handler that a method adds, then the parent",
            other,
            MAKE
                + "void open() {\nGroup group = new Group(make(e -> {\n"
                + STORES.replace("})", "}))")
                + "group.setOnMouseClicked(e -> label.setText(status));\n}\n"),
        new Program(
            "handlers of two nodes that a method makes",
            ORDER,
            MAKE
                + "void open() {\nmake(e -> {\n"
                + STORES
                + "make(e -> label.setText(status));\n}\n"),
        events(asks, "drop", "button.setOnDragDropped(e -> {\n" + STORES),
        events(
            other,
            "key frame, then the end of the timeline",
            "Timeline line = new Timeline(new KeyFrame(Duration.millis(9), e -> {\n"
                + STORES.replace("})", "}))")
                + "line.setOnFinished(e -> label.setText(status));"),
        events(
            other,
            "key frame, then the end of the timeline, which shows something else",
            "Timeline line = new Timeline(new KeyFrame(Duration.millis(9), e -> {\n"
                + LOAD
                + "}));\nline.setOnFinished(e -> label.setText(\"\"));"));
  }

  /** Handlers of timelines, and of windows that other code shows. */
  static List<Program> meanwhile() {
    String load = "String t = load(); // 1 lambda$open$0\n";
    String line =
        "Timeline line;\nvoid open() {\nline = new Timeline(new KeyFrame(Duration.millis(9), e -> {\n%s}));\n"
            + "line.setCycleCount(Animation.INDEFINITE);\nline.play();\n}\n";
    String dialog =
        "void open(Stage stage) {\nbutton.setOnMouseClicked(e -> {\n%s});\n"
            + "label.setOnMouseClicked(e -> { stage.showAndWait(); label.setText(status); });\n}\n";
    return List.of(
        new Program(
            "timeline that is stopped later",
            "it calls 'Animation.stop'|it calls 'Timeline.stop'",
            line.formatted(load + "label.setText(t);\nline.stop();\n")),
        new Program(
            "timeline that is stopped first",
            ALONE,
            line.formatted("line.stop();\n" + load + "label.setText(t);\n")),
        new Program(
            "timeline whose next run reads what this one stores",
            "the handler changes 'status' and uses it at several times",
            line.formatted("String last = status;\n" + load + "status = last + t;\n")),
        new Program(
            "window that is closed first",
            "'Stage.showAndWait' (Window.java:",
            dialog.formatted("stage.close();\n" + load + "status = t;\n")),
        new Program(
            "nested loop that is ended first",
            "'Platform.enterNestedEventLoop' (Window.java:",
            "void open() {\nbutton.setOnMouseClicked(e -> {\nPlatform.exitNestedEventLoop(this, null);\n"
                + load
                + "status = t;\n});\nlabel.setOnMouseClicked(e -> {"
                + " Platform.enterNestedEventLoop(this); label.setText(status); });\n}\n"),
        new Program(
            "choice that a click handler uses",
            "another listener (Window.java:",
            "void open(javafx.beans.property.ReadOnlyStringProperty chosen) {\n"
                + "chosen.addListener((o, a, b) -> {\n"
                + load
                + "status = t;\n});\nlabel.setOnMouseClicked(e -> label.setText(status));\n}\n"),
        new Program(
            "window that is closed later",
            "'Stage.showAndWait' (Window.java:",
            dialog.formatted(load + "status = t;\nstage.close();\n")));
  }

  /** The ends of tasks, of which the method comes after the listener. */
  static List<Program> tasks() {
    String task =
        "void open() {\njavafx.concurrent.Task<String> task = new javafx.concurrent.Task<>() {\n"
            + "@Override protected String call() { return \"\"; }\n%s};\n%s"
            + "new Thread(task).start();\n}\n";
    String method = "@Override protected void succeeded() {\n%s}\n";
    String listener =
        "task.setOnSucceeded(e -> {\nString t = load(); // 1 lambda$open$0\nstatus = t;\n});\n";
    return List.of(
        new Program("listener", ALONE, task.formatted("", listener)),
        new Program(
            "listener, then a method",
            "another listener",
            task.formatted(method.formatted("label.setText(status);\n"), listener)),
        new Program(
            "method",
            ALONE,
            task.formatted(
                method.formatted("String t = load(); // 1 succeeded\nlabel.setText(t);\n"), "")),
        new Program(
            "filter that asks a node",
            "the component changes when its listeners have returned",
            "void open() {\nbutton.addEventFilter(MouseEvent.MOUSE_PRESSED, e -> {\n"
                + "String t = load(); // 1 lambda$open$0\nlabel.setText(t + button.getWidth());\n"
                + "});\n}\n"),
        new Program(
            "event that a static method fires",
            "the program calls this handler itself",
            "void open() {\nbutton.setOnMouseClicked(e -> {\n"
                + STORES
                + "label.setOnMouseClicked(e -> { Event.fireEvent(button, e); label.setText(status); });\n}\n"),
        new Program(
            "dispatcher of the program",
            "'EventDispatcher.dispatchEvent'|the program calls this handler itself",
            "void open() {\njavafx.event.EventDispatcher old = button.getEventDispatcher();\n"
                + "button.setEventDispatcher((event, tail) -> {\n"
                + "Event result = old.dispatchEvent(event, tail);\nlabel.setText(status);\n"
                + "return result;\n});\n"
                + "button.setOnMouseClicked(e -> {\n"
                + "String t = load(); // 1 lambda$open$1\nstatus = t;\n});\n}\n"));
  }

  static List<Program> observed() {
    return List.of(
        slow(
            "it uses the field 'name'",
            "property that a label shows",
            "final StringProperty name = new SimpleStringProperty();\n"
                + "{ label.textProperty().bind(name); }\n",
            "name.set(\"a\");"),
        slow(
            "it changes the contents of the field 'label'",
            "local property that a label shows",
            "StringProperty shown() { StringProperty p = new SimpleStringProperty();"
                + " label.textProperty().bind(p); return p; }\n",
            "StringProperty p = shown(); p.set(\"a\");"),
        slow(
            "it changes the contents of the field 'label'",
            "property that the method makes and a label shows",
            "",
            "StringProperty p = new SimpleStringProperty(); label.textProperty().bind(p);"
                + " p.set(\"a\");"),
        slow(
            ALONE,
            "list with a listener",
            "final ObservableList<String> names = FXCollections.observableArrayList();\n"
                + "{ names.addListener((ListChangeListener<String>) c -> label.setText(\"new\")); }\n",
            "List<String> mine = names; mine.add(\"a\");"),
        slow(
            "it changes the contents of the field 'binding'",
            "binding that asks a component",
            "final StringBinding binding = Bindings.createStringBinding(() -> label.getText());\n",
            "binding.get();"));
  }

  /** A handler that asks for what follows a property, which another handler sets. */
  private static Program following(String name, String members, String binding, String asked) {
    return new Program(
        name,
        "it would read '|'a.set(\"b\")' (Window.java:",
        "final StringProperty a = new SimpleStringProperty();\n"
            + members
            + "void open() {\n"
            + binding
            + "\nlabel.setOnMouseClicked(e -> a.set(\"b\"));\nbutton.setOnMouseClicked(e -> {\n"
            + "String t = load(); // 1 lambda$open$1\nlabel.setText(t + "
            + asked
            + ");\n});\n}\n");
  }

  static List<Program> bound() {
    return List.of(
        following(
            "property that a static method binds",
            "final StringProperty b = new SimpleStringProperty();\n",
            "Bindings.bindBidirectional(b, a);",
            "b.get()"),
        following(
            "text that follows a binding of the program",
            "final Text shown = new Text();\n",
            "shown.textProperty().bind(new StringBinding() {\n{ bind(a); }\n"
                + "@Override protected String computeValue() { return a.get(); }\n});",
            "shown.getText()"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"handlers", "bound", "filled", "passedOn", "meanwhile", "tasks", "observed"})
  void aProposal_changesNothing(Program program) throws Exception {
    Path file = Files.writeString(folder.resolve("Window.java"), program.text());
    String said =
        Suggester.of(List.of(file), HeadlessJavaFx.jars())
            .suggest(List.of(program.freeze()))
            .list()
            .getFirst()
            .text();
    assertTrue(Arrays.stream(program.answer().split("\\|")).anyMatch(said::startsWith), said);
  }
}
