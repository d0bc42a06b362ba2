package javafx.scene.robot;

public class Robot {
  public void mouseMove(double x, double y) {}
}
