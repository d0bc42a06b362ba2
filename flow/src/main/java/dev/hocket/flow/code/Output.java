package dev.hocket.flow.code;

/** Takes packets from the code of a section, for an engine's actions between functions. */
public interface Output {
  /** Takes a packet, on the section's thread. */
  void send(Packet packet);
}
