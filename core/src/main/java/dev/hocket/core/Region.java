package dev.hocket.core;

import dev.hocket.core.platform.Throwables;
import dev.hocket.core.platform.VirtualThreads;

/**
 * Counts and records a parallel region, for the library of directives: from its encounter to its
 * end on the same thread. The library manages the threads.
 *
 * <p>Each thread in a region has a <em>member</em>, an object of the library that represents its
 * place in the team. A block is outside every team, so it begins without a member, even if its
 * thread runs it in the middle of a wait inside a region.
 */
public final class Region {
  private final Context encountering = Context.current();
  private final String label;
  private final boolean isOutermost;
  private int extras;
  private final Object recording;

  private Region(String label, int asked, int most, boolean ifFree, boolean isOutermost) {
    this.label = label;
    this.isOutermost = isOutermost;
    if (VirtualThreads.isVirtual(encountering.thread) && !Parking.aVirtualThreadOpensARegion) {
      Parking.aVirtualThreadOpensARegion = true;
    }
    this.extras = ThreadBudget.take(most, ifFree, encountering, isOutermost);
    this.recording = Recorder.regionBegins(label, asked, encountering);
  }

  /**
   * Begins a region: takes threads from the {@link ThreadBudget}, all at once and without waiting.
   *
   * @param label position of the directive
   * @param asked the number of threads, including the calling one; 0: the calling one and the free
   *     ones
   * @param ifFree whether the region gets fewer threads than requested when the budget is used up
   * @return the region; the calling thread ends it with {@link #close}
   */
  public static Region open(String label, int asked, boolean ifFree) {
    return open(label, asked, ifFree, member() == null);
  }

  /**
   * Begins a region, possibly inside regions that have the calling thread alone and are not
   * counted.
   *
   * @param label position of the directive
   * @param asked the number of threads, including the calling one; 0: the calling one and the free
   *     ones
   * @param ifFree whether the region gets fewer threads than requested when the budget is used up
   * @param isOutermost whether no region around it is counted
   * @return the region; the calling thread ends it with {@link #close}
   */
  public static Region open(String label, int asked, boolean ifFree, boolean isOutermost) {
    int most = asked == 0 ? Integer.MAX_VALUE : asked - 1;
    return new Region(label, asked, most, ifFree || asked == 0, isOutermost);
  }

  /**
   * Begins a region outside of all others that has the calling thread alone until it {@link
   * #takeMore takes more}.
   *
   * @param label position of the directive
   * @return the region; the calling thread ends it with {@link #close(int)}
   */
  public static Region openAlone(String label) {
    return new Region(label, 0, 0, true, true);
  }

  /**
   * Returns the number of threads of the region.
   *
   * @return 1 or more, the encountering thread included
   */
  public int threads() {
    return extras + 1;
  }

  /**
   * Returns threads to the budget before they have begun.
   *
   * @param threads the number of remaining threads, including the encountering one
   */
  public void shrinkTo(int threads) {
    ThreadBudget.giveBack(extras + 1 - threads);
    extras = threads - 1;
  }

  /**
   * Takes threads from the budget while the region runs, whether or not they are free. Calls of
   * this method and of {@link #giveBack} must not overlap.
   *
   * @param most the largest number of threads
   * @return the number of threads taken; fewer at {@link ThreadBudget#limit}
   */
  public int takeMore(int most) {
    int taken = ThreadBudget.takeMore(most);
    extras += taken;
    return taken;
  }

  /** Returns one of the region's threads to the budget while the region runs. */
  public void giveBack() {
    ThreadBudget.giveBack(1);
    extras--;
  }

  /** Ends the region. Called by the thread that opened it, when it is outside the region again. */
  public void close() {
    close(threads());
  }

  /**
   * Ends a region whose number of threads has changed.
   *
   * @param threads the mean number of its threads
   */
  public void close(int threads) {
    ThreadBudget.end(extras, encountering, isOutermost);
    Recorder.regionEnds(recording, encountering, threads);
  }

  /**
   * Throws a failure of the region to the code around it, unchanged.
   *
   * @param failure the exception that left the region
   * @param elsewhere whether another thread has thrown it; then the calling position is attached
   * @return never; for {@code throw}
   */
  public RuntimeException rethrow(Throwable failure, boolean elsewhere) {
    throw Throwables.sneak(elsewhere ? Failures.at(failure, "in the region " + label) : failure);
  }

  /**
   * The calling thread's member.
   *
   * @return null outside every region
   */
  public static Object member() {
    return Context.current().member;
  }

  /**
   * Sets or removes the calling thread's member.
   *
   * @param member the member; null to be outside
   * @return the member it had before, to be restored later
   */
  public static Object exchangeMember(Object member) {
    Context context = Context.current();
    Object before = context.member;
    context.member = member;
    return before;
  }
}
