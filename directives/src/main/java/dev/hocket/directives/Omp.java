package dev.hocket.directives;

import dev.hocket.core.EventLoop;
import dev.hocket.core.Targets;
import dev.hocket.core.Worker;

/**
 * The library routines of paper 1, section 3.3, table 1, under the paper's names. {@link Targets}
 * has the same and more under Java names.
 */
public final class Omp {
  private Omp() {}

  /**
   * Names the calling thread's event loop.
   *
   * @param name the name directives use
   * @return the loop
   * @throws IllegalStateException if the calling thread drives no known loop or the name is taken
   * @see Targets#register(String)
   */
  public static EventLoop virtual_target_register(String name) {
    return Targets.register(name);
  }

  /**
   * Creates a pool.
   *
   * @param name the name directives use
   * @param threads how many blocks run at once at most
   * @return the pool
   * @throws IllegalStateException if the name is taken
   * @see Targets#create(String, int)
   */
  public static Worker virtual_target_create(String name, int threads) {
    return Targets.create(name, threads);
  }
}
