package dev.hocket.flow.flink;

import java.io.Serializable;

/**
 * How an operator names its program. In the JVM that has started the job it finds the program's
 * objects; elsewhere it makes them again, once for all operators of a JVM.
 */
final class ProgramRef implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String id;

  /** What the program is made of again; null if the job never leaves this JVM. */
  private final byte[] shipment;

  private transient Program program;

  ProgramRef(String id, byte[] shipment) {
    this.id = id;
    this.shipment = shipment;
  }

  String id() {
    return id;
  }

  /** Returns the program; one thread calls this. */
  Program program() {
    if (program == null) {
      program = Program.of(this, shipment);
    }
    return program;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ProgramRef that && that.id.equals(id);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }
}
