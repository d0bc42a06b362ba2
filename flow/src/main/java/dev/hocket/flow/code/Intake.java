package dev.hocket.flow.code;

import dev.hocket.flow.graph.Node.Call;
import java.util.List;

/**
 * Decides how many packets begin in a loop that calls all sources; the generated loop asks it
 * before each packet.
 */
public interface Intake {
  /** The sources, which the loop calls in this order; without one there is one packet. */
  List<Call> sources();

  /** Notes that the loop does everything with a packet, so that none of them leaves it. */
  void holdsAll();

  /** Returns whether the loop does everything with a packet. */
  boolean isWhole();

  /** Returns whether no more packets begin. */
  boolean isHalted();

  /** Makes the next packet, which leaves the loop. */
  Packet packet();

  /**
   * Handles the failure of a source, or of a call on a packet that does not leave the loop.
   *
   * @param done the number of packets that the loop has begun
   * @param place the place that failed
   * @param sources the number of places that belong to sources; they are the first ones
   * @return whether there was a packet
   */
  boolean failed(Failed failed, int done, int place, int sources);

  /**
   * Notes that the loop has been left.
   *
   * @param done the number of packets that it has begun
   * @param ender the number of the source that has ended, from 1, or 0 if none has
   * @return how many packets have begun
   */
  int done(int done, int ender);
}
