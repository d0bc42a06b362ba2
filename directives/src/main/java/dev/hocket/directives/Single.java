package dev.hocket.directives;

/** For code that Hocket compiled: one thread's part in a {@code single} construct. */
public final class Single extends WorkShare {
  private final boolean isMine;

  Single(Member member, String label) {
    super(member, "single", label);
    isMine = member.claimSingle();
  }

  /**
   * Whether the calling thread is the first of its team to arrive, and so runs the statement.
   *
   * @return true for one thread of the team
   */
  public boolean isMine() {
    return isMine;
  }

  /**
   * Passes values to the other threads at the end of the statement, for {@code copyprivate}.
   *
   * @param values the values of the thread that has run the statement
   */
  public void publish(Object... values) {
    share().copies = values;
  }

  /**
   * Whether another thread has published values. Called after the end of the statement.
   *
   * @return false for the thread that has published, and if the statement failed
   */
  public boolean hasCopies() {
    return !isMine && share().copies != null;
  }

  /**
   * A value that another thread has published.
   *
   * @param i the index of the value, as published
   * @return the value
   */
  public Object copy(int i) {
    return share().copies[i];
  }
}
