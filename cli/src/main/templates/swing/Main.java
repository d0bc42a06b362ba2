package com.example.app;

import java.awt.EventQueue;
import javax.swing.JFrame;

/** A window that counts primes and stays usable meanwhile. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    EventQueue.invokeLater(Main::open);
  }

  private static void open() {
    JFrame frame = new JFrame("Primes");
    frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
    frame.add(new PrimesPanel(5_000_000));
    frame.pack();
    frame.setLocationRelativeTo(null);
    frame.setVisible(true);
  }
}
