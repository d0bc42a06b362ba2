package dev.hocket.compiler.suggest;

import com.sun.source.util.TreePath;
import dev.hocket.compiler.patch.Edit;
import java.util.Optional;

/**
 * One way to run code on a worker.
 *
 * @param edit the change of the source
 * @param moved the statement or expression that the worker runs
 * @param from the statement that it was part of
 * @param shared the second step, if the code is a loop whose iterations are independent
 */
record Move(Edit edit, TreePath moved, TreePath from, Optional<Shared> shared) {
  /**
   * The same move with the loop shared out among threads.
   *
   * @param edit the change of the source
   * @param directive the directive for the loop
   */
  record Shared(Edit edit, String directive) {}
}
