package library;

/** A component of a library, not of a toolkit. */
public class Chart extends javax.swing.JPanel {
  public void plot(double[] values) {}

  public static double mean(double[] values) {
    return 0;
  }
}
