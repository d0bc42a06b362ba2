package library;

/** A component that no toolkit has. */
public class Chart extends javax.swing.JPanel {
  public void plot(double[] values) {}

  public static double mean(double[] values) {
    return 0;
  }
}
