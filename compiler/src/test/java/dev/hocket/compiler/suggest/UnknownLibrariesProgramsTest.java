package dev.hocket.compiler.suggest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Timers and windows of a library, of which only the class files are there. */
class UnknownLibrariesProgramsTest {
  private static final String RUNS = "run 'load()'";
  private static final String LOAD = "String t = load(); // 1 lambda$open$0\nlabel.setText(t);\n";

  private static final String LIBRARY =
      """
      package com.lib;
      import java.awt.event.ActionListener;
      public class Ticker {
        public void addTickListener(ActionListener listener) {}
        public void cancel() {}
        public static class Pulse extends javax.swing.Timer {
          public Pulse(ActionListener listener) { super(9, listener); }
          public void end() { stop(); }
        }
        public static class Blink extends javax.swing.JLabel {
          public void addBlinkListener(ActionListener listener) {}
          public void quit() {}
        }
        public static class Dialogs {
          public static void show() { Loop.pump(); }
          public static void close() {}
        }
        public static class Value {
          public String get() { return ""; }
        }
        public static class Property extends Value {
          public void addValueListener(ActionListener listener) {}
          public void set(String text) {}
        }
        public static class Input extends javax.swing.JComponent {
          public Property text() { return new Property(); }
        }
        public static class Loop {
          public static void pump() {
            java.awt.Toolkit.getDefaultToolkit().getSystemEventQueue().createSecondaryLoop().enter();
          }
          public static void until(java.util.function.BooleanSupplier end) {}
          public static void ended(java.util.concurrent.Future<?> end) {}
          public static void shown(java.awt.Component component) {}
          public static void tell(Object target) {}
          public static Runnable runner() { return Loop::pump; }
        }
        public static class Leading {
          public static void lead() { new Runnable() { public void run() { Loop.pump(); } }.run(); }
          public static Step step() { return new Step() { public void step() { lead(); } }; }
        }
        public interface Step { void step(); }
        public static class Registry {
          public static Property get(String key) { return new Property(); }
          public static void put(String key, String value) {}
          public static String of(String key) { return key; }
        }
        public static class Texts {
          public static String of(java.awt.Component component) { return component.getName(); }
        }
        public static class Form {
          private final java.awt.Container around;
          public Form(java.awt.Container around) { this.around = around; }
          public void submit() { ((javax.swing.JButton) around.getComponent(0)).doClick(); }
          public static void reset(java.awt.Container around) { new Form(around).submit(); }
        }
        public static class Bus {
          private static final java.util.List<Runnable> ALL = new java.util.ArrayList<>();
          public static void listen(Runnable listener) { ALL.add(listener); }
          public static boolean tell() { ALL.forEach(Runnable::run); return true; }
          public static void register(Object subscriber) {}
          @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
          public @interface Hears {}
        }
        public static class Session {
          private static String user;
          public void login(String name) { user = name; }
          public String user() { return user; }
          public static boolean change(String name) { user = name; return true; }
        }
        public enum Ids {
          ALL;
          private int last;
          private static final int[] COUNT = {0};
          private static final String[] NAMES = {"a"};
          public static int next() { return ALL.step(); }
          public static int count() { return ++COUNT[0]; }
          public int step() { return ++last; }
        }
        public static class Names {
          static final String[] ALL = {"a"};
          static final Names FIRST = new Names("a");
          final String name;
          Names(String name) { this.name = name; }
          public static String of(int i) { return ALL[i] + FIRST.name; }
        }
        public static class Account extends Base {
          public String name() { return kept(); }
        }
        static class Base {
          String kept() { return new Session().user(); }
        }
        public static class Icons {
          public static javax.swing.Icon of(String name) { return new javax.swing.ImageIcon(name); }
        }
      }
      """;

  /** What else is on the class path, with stand-ins for JavaFX: one type each. */
  private static final Map<String, String> OTHERS =
      Map.of(
          "Logger",
          "package org.slf4j; public interface Logger { void info(String text); }",
          "LoggerFactory",
          "package org.slf4j; public class LoggerFactory { public static Logger getLogger(Class<?> type) { return text -> {}; } }",
          "ObservableMap",
          "package javafx.collections; public interface ObservableMap<K, V> extends java.util.Map<K, V> {}",
          "Scene",
          "package javafx.scene; public class Scene { public javafx.collections.ObservableMap<String, Runnable> getAccelerators() { return null; } }");

  @TempDir private static Path classes;
  @TempDir private Path folder;

  private static Hostile source(String answer, String type, String add, String after) {
    return new Hostile(
        add + " and " + after,
        answer,
        "final com.lib.Ticker%s source = null;\nvoid open() {\n%se -> {\n%s});\n}\n"
            .formatted(type, add, LOAD + after));
  }

  static List<Hostile> programs() {
    String changes = "it calls 'Ticker.cancel'";
    String show = "com.lib.Ticker.Dialogs.show();\nlabel.setText(status);\n";
    String stores = "String t = load(); // 1 lambda$open$0\nstatus = t;\n";
    return List.of(
        source(changes, "", "source.addTickListener(", "source.cancel();\n"),
        source(RUNS, "", "source.addTickListener(", ""),
        source("it calls 'Blink.quit'", ".Blink", "source.addBlinkListener(", "source.quit();\n"),
        source(
            "it calls 'Dialogs.close'",
            "",
            "source.addTickListener(",
            "com.lib.Ticker.Dialogs.close();\n"),
        source(RUNS, "", "new JButton().addActionListener(", "source.cancel();\n"),
        new Hostile(
            "timer of a library",
            "it calls 'Pulse.end'",
            "com.lib.Ticker.Pulse pulse;\nvoid open() {\n"
                + "pulse = new com.lib.Ticker.Pulse(e -> {\n"
                + LOAD
                + "pulse.end();\n});\n}\n"),
        Hostile.handler(
            "dialog of a library that is closed first",
            "'Dialogs.show'",
            "",
            "com.lib.Ticker.Dialogs.close();\n" + stores,
            show),
        Hostile.handler(
            "dialog of a library that is closed later",
            "'Dialogs.show'",
            "",
            stores + "com.lib.Ticker.Dialogs.close();\n",
            show),
        Hostile.handler(
            "window that is closed first, and a library may have shown",
            "'Dialogs.show'",
            "final JDialog d = new JDialog();\n",
            "d.dispose();\n" + stores,
            show));
  }

  /** A handler that says that it has begun, and code that runs events in a library until then. */
  private static Hostile pumps(String answer, String begun, String until) {
    return Hostile.handler(
        begun + " and " + until,
        answer,
        """
        boolean started;
        final JPanel panel = new JPanel();
        final JProgressBar bar = new JProgressBar();
        final java.util.concurrent.CompletableFuture<String> future = new java.util.concurrent.CompletableFuture<>();
        class Watch implements Runnable { public void run() { System.out.println(started); } }
        final JDialog dialog = new JDialog();
        final JFrame frame = new JFrame();
        com.lib.Ticker.Step step;
        Runnable runner;
        { step = com.lib.Ticker.Leading.step(); runner = Loop.runner(); }
        void once() { Loop.pump(); }
        void wait(boolean now) {
          panel.add(bar);
          %s
          System.out.println(status);
        }
        """
            .formatted(until)
            .replace(" Loop.", " com.lib.Ticker.Loop."),
        begun + "\nString t = load(); // 1 lambda$open$0\nstatus = t;\n",
        "");
  }

  static List<Hostile> pumps() {
    String started = "started = true;";
    return List.of(
        pumps("'Loop.until'", started, "Loop.until(() -> started);"),
        pumps("'Loop.pump'", started, "while (!started) { Loop.pump(); }"),
        pumps("'Loop.pump'", started, "for (;;) { Loop.pump(); if (started) { break; } }"),
        pumps("'Loop.tell'", started, "Loop.tell(new Watch());"),
        pumps("'Loop.ended'", "future.complete(\"\");", "Loop.ended(future);"),
        pumps("'Loop.shown'", "bar.setValue(1);", "Loop.shown(bar);"),
        pumps("'Loop.shown'", "bar.setValue(1);", "Loop.shown(panel);"),
        pumps("'Loop.pump'", started, "while (!started) { once(); }"),
        pumps("'Loop.pump'", "", "once();"),
        pumps("'Loop.until'", "", "Loop.until(() -> started);"),
        pumps("'Loop.shown'", "", "Loop.shown(new JLabel());"),
        pumps("'Leading.lead'", "", "com.lib.Ticker.Leading.lead();"),
        pumps("'Step.step'", "", "com.lib.Ticker.Leading.step().step();"),
        pumps("'Step.step'", "", "step.step();"),
        pumps("'Runnable.run'", "", "runner.run();"),
        pumps("'JDialog.setVisible'|'Dialog.setVisible'", "", "dialog.setVisible(true);"),
        pumps(RUNS, started, "frame.setVisible(true);"),
        pumps(RUNS, started, "com.lib.Ticker.Texts.of(bar);"));
  }

  private static Hostile property(String answer, String after) {
    return Hostile.button(
        after,
        answer,
        """
        final com.lib.Ticker.Input input = new com.lib.Ticker.Input();
        final com.lib.Ticker.Property text = input.text();
        final com.lib.Ticker.Property own = new com.lib.Ticker.Property();
        String all() { return text.get() + own.get(); }
        """,
        "String t = load(); // 1 lambda$open$0\n" + after + "\n");
  }

  /** A property of a component for input. */
  static List<Hostile> properties() {
    return List.of(
        property("it would ask 'input.text()", "input.text().set(t);"),
        property("it would ask 'text.set(t)'", "text.set(t);"),
        property("it would ask 'text.get()'", "label.setText(t + text.get());"),
        property(RUNS, "own.set(t);"));
  }

  private static Hostile given(String answer, String members, String after, String other) {
    String program =
        """
        final JPanel panel = new JPanel();
        final JButton b = new JButton(), c = new JButton();
        { panel.add(b); }
        Window() { open(); }
        %svoid open() {
          b.addActionListener(e -> {
            String t = load(); // 1 lambda$open$0
            status = t;
            %s
          });
          c.addActionListener(e -> { %s });
        }
        """;
    return new Hostile(
        after + " and " + other + " in " + members,
        answer,
        program.formatted(members, after, other).replace(" Form", " com.lib.Ticker.Form"));
  }

  /** Functions and methods that a library may find and run. */
  static List<Hostile> found() {
    String keys = "the user may enter something";
    String hear = "void hear() { status = \"b\"; }\n";
    String bus = "com.lib.Ticker.Bus.";
    return List.of(
        given(
            keys,
            "int n;\n{ " + bus + "listen(() -> n++); }\n",
            "boolean is = " + bus + "tell();",
            ""),
        given(keys, "@" + bus + "Hears " + hear, "", ""),
        given(RUNS, "@Deprecated " + hear, "", ""));
  }

  /** A library that has got a component, with all that is inside. */
  static List<Hostile> given() {
    String form = "final Form form = new Form(panel);\n";
    String label = "{ panel.add(label); }\nfinal Form form = new Form(label);\n";
    String field = "final JTextField field = new JTextField();\n{ panel.add(field); }\n";
    String asks = "it would ask '";
    return List.of(
        given(asks + "form.submit()", form, "form.submit();", ""),
        given(
            asks + "form.submit()",
            field + "final Form form = new Form(field);\n",
            "form.submit();",
            ""),
        given(RUNS, label, "form.submit();", ""),
        given(asks + "com.lib", "", "com.lib.Ticker.Form.reset(panel);", ""),
        given(asks + "new com.lib", "", "new com.lib.Ticker.Form(panel).submit();", ""),
        given(asks + "new com.lib", "", "Object o = new com.lib.Ticker.Form(panel);", ""),
        given("'Form.submit'", form, "", "form.submit(); System.out.println(status);"));
  }

  private static Hostile shared(String answer, String members, String after, String other) {
    return Hostile.handler(
        after + " and " + other,
        answer,
        members.replace("Registry", "com.lib.Ticker.Registry"),
        LOAD + after.replace("Registry", "com.lib.Ticker.Registry") + "\n",
        other.replace("Registry", "com.lib.Ticker.Registry") + "\n");
  }

  private static Hostile kept(String after, String other) {
    String names = "\\b(Session|Account|Ids)\\b";
    String full = "com.lib.Ticker.$1";
    return shared("'", "", after.replaceAll(names, full), other.replaceAll(names, full));
  }

  /** What a library keeps for the whole program. */
  static List<Hostile> shared() {
    String values =
        "final com.lib.Ticker.Property one = Registry.get(\"k\"), two = Registry.get(\"k\");\n";
    return List.of(
        shared(
            "'Registry.put'", "", "Registry.put(\"k\", t);", "label.setText(Registry.of(\"k\"));"),
        shared(
            "'Registry.put'",
            "",
            "label.setText(Registry.of(\"k\"));",
            "Registry.put(\"k\", \"\");"),
        shared(
            "'Registry.get'",
            "",
            "Registry.get(\"k\").set(t);",
            "label.setText(Registry.get(\"k\").get());"),
        shared(
            "'Registry.put'",
            "",
            "label.setText(Registry.of(\"k\"));",
            "Map.of(\"k\", \"\").forEach(Registry::put);"),
        shared("'Registry.get'", values, "one.set(t);", "label.setText(two.get());"),
        kept("new Session().login(t);", "label.setText(new Session().user());"),
        kept("if (Session.change(t)) { label.setText(t); }", "status = new Session().user();"),
        kept("Session s = new Session();\ns.login(t);", "label.setText(new Account().name());"),
        kept("int n = Ids.next();\nlabel.setText(t + n);", "int m = Ids.next();"),
        kept("int n = Ids.count();\nlabel.setText(t + n);", "int m = Ids.count();"),
        shared(
            RUNS,
            "",
            "label.setText(t + com.lib.Ticker.Names.of(0));",
            "int m = com.lib.Ticker.Names.of(0).length();"),
        shared(
            RUNS,
            "static final org.slf4j.Logger LOG = org.slf4j.LoggerFactory.getLogger(Window.class);\n",
            "LOG.info(t);",
            "LOG.info(\"b\");"),
        shared(RUNS, "", "label.setText(Registry.of(t));", "label.setText(Registry.of(\"k\"));"));
  }

  private static Hostile initialised(String answer, String members) {
    return Hostile.handler(
        members, answer, members, LOAD + "status = t;\n", "System.out.println(b);\n");
  }

  /** Classes that a library initialises; it runs no handler that is made later. */
  static List<Hostile> initialised() {
    String unknown = "it is not known what follows 'Loop.runner'";
    String run = "static final Runnable RUN = com.lib.Ticker.Loop.runner();\n";
    return List.of(
        initialised(RUNS, run),
        initialised(unknown, "static class Other { " + run + "}\n"),
        initialised(unknown, "static { new Window().open(new JButton(), null); }\n" + run),
        initialised(
            RUNS,
            "static class Other { static final Icon ICON = com.lib.Ticker.Icons.of(\"a\"); }\n"));
  }

  /** Functions for keys, in an object of a toolkit that is no component. */
  static List<Hostile> keys() {
    String keys =
        "final javafx.scene.Scene scene = new javafx.scene.Scene();\nint n;\n{ scene.getAccelerators().put(\"k\", () -> n++); }\n";
    return List.of(
        Hostile.button("key", RUNS, keys, LOAD),
        Hostile.button(
            "key that is removed",
            "'scene.getAccelerators().remove(",
            keys,
            LOAD + "scene.getAccelerators().remove(\"k\");\n"));
  }

  @BeforeAll
  static void compileLibraries(@TempDir Path sources) throws Exception {
    List<String> options = new ArrayList<>(List.of("-d", classes.toString()));
    options.add(Files.writeString(sources.resolve("Ticker.java"), LIBRARY).toString());
    for (Map.Entry<String, String> each : OTHERS.entrySet()) {
      Path file = sources.resolve(each.getKey() + ".java");
      options.add(Files.writeString(file, each.getValue()).toString());
    }
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    assertEquals(0, javac.run(System.out, System.err, options.toArray(String[]::new)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({
    "found",
    "given",
    "shared",
    "initialised",
    "programs",
    "pumps",
    "properties",
    "keys"
  })
  void aProposal_changesNothing(Hostile program) throws Exception {
    String source = Hostile.HEAD + program.members() + "}\n";
    Path file = Files.writeString(folder.resolve("Window.java"), source);
    String said =
        Suggester.of(List.of(file), List.of(classes))
            .suggest(List.of(Hostile.freeze(source, "Window")))
            .list()
            .getFirst()
            .text();
    assertTrue(Arrays.stream(program.answer().split("\\|")).anyMatch(said::startsWith), said);
  }
}
