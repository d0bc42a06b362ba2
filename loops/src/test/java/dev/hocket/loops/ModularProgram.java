package dev.hocket.loops;

import dev.hocket.core.Targets;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.event.ActionEvent;
import javafx.scene.Group;
import javafx.scene.Scene;
import javafx.scene.shape.Rectangle;
import javafx.stage.Stage;

/**
 * A window whose handler leaves the loop and comes back to it. Not in core's package, so that core
 * can be a module of its own.
 */
public final class ModularProgram extends Application {
  /** Starts JavaFX; returns when the window is closed. */
  public static void main(String[] args) {
    launch(args);
    System.out.println("exited");
  }

  @Override
  public void start(Stage stage) {
    Rectangle button = new Rectangle(100, 50);
    button.addEventHandler(ActionEvent.ACTION, event -> handle(stage));
    stage.setScene(new Scene(new Group(button)));
    stage.setOnShown(shown -> button.fireEvent(new ActionEvent()));
    stage.show();
  }

  private static void handle(Stage stage) {
    say("handler");
    Targets.of("worker")
        .execute(
            "work",
            () -> {
              say("work");
              Targets.of("fx")
                  .execute(
                      "update",
                      () -> {
                        say("update");
                        stage.close();
                      });
            });
  }

  private static void say(String what) {
    System.out.printf(
        "%s on %s, between %s and %s%n",
        what,
        Targets.current().orElseThrow(),
        Targets.class.getModule(),
        Platform.class.getModule());
  }
}
