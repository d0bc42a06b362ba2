package dev.hocket.flow.code;

import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Statistics;
import java.util.List;

/**
 * The code of one section, generated for one run: its functions with their state, between the
 * {@link Packet}s that come in, the {@link Output}s and the {@link Sink} that they go to. It does
 * not depend on the engine. One thread at a time calls it.
 */
public interface SectionCode {
  /** The value of a loop's body that takes one more turn, if the loop has parts elsewhere. */
  Object AGAIN =
      new Object() {
        @Override
        public String toString() {
          return "recur";
        }
      };

  /**
   * Handles a packet.
   *
   * @param step which of the section's steps
   */
  void run(int step, Packet packet);

  /**
   * Calls a source.
   *
   * @param source which of the section's sources
   * @param arguments has the values of the source's arguments; it is no packet of the flow
   * @return the next value, or {@link Graph#END}
   */
  Object draw(int source, Packet arguments) throws Failed;

  /**
   * Begins packets, and handles them as far as they stay in this section.
   *
   * @return the number of packets begun
   */
  int admit(int most);

  /** Counts the calls so far; any thread may call this, and may get slightly stale numbers. */
  List<Statistics.Calls> statistics();

  /**
   * Counts the evaluations of plain code so far, if calls are timed; else the list is empty. Any
   * thread may call this, and may get slightly stale numbers.
   */
  List<Statistics.Calls> plainCode();

  /**
   * Returns the id of the node that the code is at, for calls with the copy; null if it is at no
   * node. Any thread may call this, and may get a slightly stale answer. Code that is generated
   * without samples always returns null.
   */
  String calling();

  /** Returns the node whose calls {@link #statistics} lists under an id. */
  Node node(String id);
}
