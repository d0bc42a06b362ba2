package dev.hocket.flow.flink;

import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Replicate;
import java.io.Serializable;
import java.util.List;

/**
 * What one operator of a job does: it evaluates consecutive nodes of the algorithm. Packets pass
 * all stages of a job one after the other, and take the values along that later stages use.
 *
 * @param number from 0
 * @param section the section of its functions; stages of different sections run on different
 *     threads
 * @param nodes the nodes, in the order of the program
 * @param in the ids of the values that packets bring
 * @param out the ids of the values that packets take along
 * @param copies the number of parallel subtasks
 * @param isKeyed whether a packet's key selects its subtask
 * @param restoresOrder whether packets come from parallel subtasks and are put in order first
 * @param next the copies that follow, which this stage sends packets to; null if none follow
 * @param isAsync whether the stage is one asynchronous call, of which many wait at a time
 */
record Stage(
    int number,
    int section,
    List<Node> nodes,
    List<String> in,
    List<String> out,
    int copies,
    boolean isKeyed,
    boolean restoresOrder,
    Replicate next,
    boolean isAsync)
    implements Serializable {
  /** The value that selects the copy of a packet in the next stage. */
  Argument hashed() {
    return next.hashed();
  }
}
