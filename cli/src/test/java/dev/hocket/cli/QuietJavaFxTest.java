package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The methods of JavaFX that {@code jdk.txt} calls quiet are called, and must run no handler. */
class QuietJavaFxTest {
  private static final String PROGRAM =
      """
      import java.lang.reflect.*;
      import java.util.*;
      import javafx.application.*;
      import javafx.event.*;
      import javafx.scene.*;
      import javafx.scene.layout.*;
      import javafx.scene.shape.*;
      import javafx.stage.*;

      public class Quiet extends Application {
        private final Set<String> called = new TreeSet<>();
        private final Set<String> loud = new TreeSet<>();
        private int events;

        public static void main(String[] arguments) {
          launch(arguments);
        }

        @Override
        public void start(Stage stage) throws Exception {
          for (String argument : getParameters().getRaw()) {
            String[] parts = argument.split("[.](?=set|fire)");
            for (Method each : Class.forName(parts[0]).getDeclaredMethods()) {
              if (each.getName().equals(parts[1])
                  && each.getParameterCount() == 1
                  && Modifier.isPublic(each.getModifiers())) {
                call(stage, each, argument);
              }
            }
          }
          System.out.println(called + "\\n" + loud);
          Platform.exit();
        }

        private void call(Stage stage, Method method, String name) throws Exception {
          for (Node node : List.of(new Rectangle(9, 9), new Group())) {
            if (method.getDeclaringClass().isInstance(node)) {
              Scene scene = new Scene(new VBox(node, new Rectangle(9, 9)));
              stage.setScene(scene);
              stage.show();
              node.requestFocus();
              scene.addEventFilter(Event.ANY, event -> events++);
              node.addEventHandler(Event.ANY, event -> events++);
              for (Object[] each : arguments(method)) {
                int before = events;
                method.invoke(node, each);
                called.add(name);
                if (events > before) {
                  loud.add(name);
                }
              }
            }
          }
        }

        private static List<Object[]> arguments(Method method) {
          return switch (method.getParameterTypes()[0].getSimpleName()) {
            case "boolean" -> List.of(new Object[] {true}, new Object[] {false});
            case "double" -> List.of(new Object[] {0.5}, new Object[] {1.0});
            case "String" -> List.of(new Object[] {"a"}, new Object[] {""});
            case "Event" -> List.<Object[]>of(new Object[] {new Event(Event.ANY)});
            default -> throw new IllegalArgumentException(method.toString());
          };
        }
      }
      """;

  @TempDir private Path folder;

  /** The methods, each with its class: {@code javafx.scene.Node.setDisable}. */
  private static List<String> quiet() throws Exception {
    String list = "dev/hocket/compiler/suggest/library/jdk.txt";
    try (InputStream file = ClassLoader.getSystemResourceAsStream(list)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.matches("quiet\\w* javafx\\..*"))
          .flatMap(line ->
              Arrays.stream(line.split(": ")[0].split(" "))
                  .skip(1)
                  .flatMap(type ->
                      Arrays.stream(line.split(": ")[1].split(" ")).map(name -> type + "." + name)))
          .toList();
    }
  }

  @Test
  void methods_runNoHandler() throws Exception {
    List<String> quiet = quiet();
    assertFalse(quiet.isEmpty());
    Files.writeString(folder.resolve("Quiet.java"), PROGRAM);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC"));
    HeadlessJavaFx.options().forEach(command::add);
    command.add("Quiet.java");
    command.addAll(quiet);
    command.add("javafx.scene.Node.fireEvent");
    ChildRun run = ChildRun.of(new ProcessBuilder(command).directory(folder.toFile()), folder);
    List<String> lines = run.out().lines().toList();
    assertEquals(2, lines.size(), run.out() + run.err());
    assertEquals("[javafx.scene.Node.fireEvent]", lines.get(1), "run handlers");
    String called = lines.get(0).replaceAll("[\\[\\]]", "");
    List<String> names = List.of(called.split(", "));
    // A type of a group need not have all methods of its line, but each method is of some type.
    List<String> missing =
        quiet.stream()
            .map(each -> each.substring(each.lastIndexOf('.')))
            .filter(name -> names.stream().noneMatch(each -> each.endsWith(name)))
            .distinct()
            .toList();
    assertEquals(List.of(), missing);
  }
}
