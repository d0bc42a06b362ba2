package dev.hocket.flow.code;

/** Reads an argument from the slots of a packet. */
public interface Input {
  Object get(Object[] slots);

  /** An argument that is the same for all packets. */
  static Input constant(Object value) {
    return slots -> value;
  }
}
