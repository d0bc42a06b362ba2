package dev.hocket.directives;

/**
 * For code that Hocket compiled: the contributions of a team's threads to the {@code reduction} and
 * {@code lastprivate} variables of a construct, in the order of the threads.
 */
public final class Partials {
  static final Partials NONE = new Partials(new Object[0][], -1);

  private final Object[][] rows;
  private final int last;

  /** {@code last} is the thread that ran the last iteration; -1 if there was none. */
  Partials(Object[][] rows, int last) {
    this.rows = rows;
    this.last = last;
  }

  /**
   * How many contributions there are to combine.
   *
   * @return the size of the team, or 0 if another thread combines the contributions
   */
  public int threads() {
    return rows.length;
  }

  /**
   * One thread's contribution to a variable.
   *
   * @param thread the number of the thread
   * @param i the number of the variable, as the thread gave them
   * @return the value
   */
  public Object get(int thread, int i) {
    return rows[thread][i];
  }

  /**
   * Whether the calling thread must store the values of the last iteration.
   *
   * @return false if there was no iteration, or another thread stores
   */
  public boolean hasLast() {
    return last >= 0;
  }

  /**
   * What the last iteration left in a variable.
   *
   * @param i the number of the variable
   * @return the value
   */
  public Object last(int i) {
    return rows[last][i];
  }
}
