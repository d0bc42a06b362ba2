package com.example.app;

import java.util.stream.LongStream;
import javax.swing.JButton;
import javax.swing.JLabel;
import javax.swing.JPanel;

/** A panel with a button that counts primes, and a label with their number. */
final class PrimesPanel extends JPanel {
  private static final long serialVersionUID = 1L;

  final JButton button = new JButton("Count primes");
  final JLabel result = new JLabel("Press the button.");
  private final long limit;

  PrimesPanel(long limit) {
    this.limit = limit;
    button.addActionListener(event -> count());
    add(button);
    add(result);
  }

  /**
   * Handles a press of the button. At the directive the event thread leaves the method and handles
   * other events. After the primes are counted, it continues with the next statement.
   */
  private void count() {
    button.setEnabled(false);
    result.setText("Counting …");
    long primes;
    //#omp target virtual(worker) await
    primes = LongStream.range(2, limit).filter(PrimesPanel::isPrime).count();
    result.setText(primes + " primes");
    button.setEnabled(true);
  }

  private static boolean isPrime(long n) {
    return LongStream.rangeClosed(2, (long) Math.sqrt(n)).allMatch(d -> n % d != 0);
  }
}
