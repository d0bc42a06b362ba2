package dev.hocket.directives;

import dev.hocket.core.EventLoop;
import dev.hocket.core.Targets;
import dev.hocket.core.ThreadBudget;
import dev.hocket.core.Worker;

/**
 * The library routines of OpenMP 5.2, chapter 18, in Java case, and those of paper 1, section 3.3,
 * table 1, under the paper's names. {@link Targets} has the latter and more under Java names.
 *
 * <p>A routine answers for the innermost region that the calling thread is in. A block is outside
 * every region, even if its thread runs it in the middle of one.
 */
public final class Omp {
  private static final double NANOS_OF_SECOND = 1e9;

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

  /**
   * The calling thread's number in its team (OpenMP 5.2, section 18.2.4).
   *
   * @return 0 for the thread that encountered the region, and outside every region
   */
  public static int getThreadNum() {
    Member member = Member.current();
    return member == null ? 0 : member.number;
  }

  /**
   * The size of the calling thread's team (section 18.2.2).
   *
   * @return 1 outside every region
   */
  public static int getNumThreads() {
    Member member = Member.current();
    return member == null ? 1 : member.team.size();
  }

  /**
   * How many threads a region without {@code num_threads} may get here (section 18.2.3).
   *
   * @return the number asked for, or else the budget, but at most the limit
   */
  public static int getMaxThreads() {
    int asked = Settings.threadsIn(Member.current());
    return Math.min(asked == 0 ? ThreadBudget.size() : asked, ThreadBudget.limit());
  }

  /**
   * Asks for a number of threads for regions without {@code num_threads} (section 18.2.1): inside a
   * region for those that the calling thread encounters there, outside for all of the process.
   *
   * @param threads 1 or more
   * @throws IllegalArgumentException if it is less than 1
   */
  public static void setNumThreads(int threads) {
    Settings.setNumThreads(Member.current(), threads);
  }

  /**
   * The processors (section 18.3.1).
   *
   * @return their number
   */
  public static int getNumProcs() {
    return Runtime.getRuntime().availableProcessors();
  }

  /**
   * Whether the calling thread is in a region with more than one thread (section 18.2.5).
   *
   * @return false outside every region
   */
  public static boolean inParallel() {
    return getActiveLevel() > 0;
  }

  /**
   * Whether a region that asks for threads gets no more than are free (section 18.2.6).
   *
   * @param dynamic false unless it was changed
   */
  public static void setDynamic(boolean dynamic) {
    Settings.setDynamic(dynamic);
  }

  /**
   * What {@link #setDynamic} has set, or {@code OMP_DYNAMIC} (section 18.2.7).
   *
   * @return whether it is so
   */
  public static boolean getDynamic() {
    return Settings.isDynamic();
  }

  /**
   * Whether {@code cancel} has an effect (section 18.2.8).
   *
   * @return true, unless {@code OMP_CANCELLATION} is false
   */
  public static boolean getCancellation() {
    return Settings.isCancellation();
  }

  /**
   * Sets the meaning of {@code schedule(runtime)}, for the whole process (section 18.2.11).
   *
   * @param schedule as in {@code Schedule.DYNAMIC.chunk(4)}
   */
  public static void setSchedule(Schedule schedule) {
    Settings.setSchedule(schedule);
  }

  /**
   * What {@code schedule(runtime)} means (section 18.2.12).
   *
   * @return {@code OMP_SCHEDULE}, or static, unless it was changed
   */
  public static Schedule getSchedule() {
    return Settings.schedule();
  }

  /**
   * How many threads all regions of the process may have together (section 18.2.13).
   *
   * @return {@code OMP_THREAD_LIMIT}, or 128
   */
  public static int getThreadLimit() {
    return ThreadBudget.limit();
  }

  /**
   * How deep regions may nest (section 18.2.14).
   *
   * @return a number that is no limit
   */
  public static int getSupportedActiveLevels() {
    return Integer.MAX_VALUE;
  }

  /**
   * Sets how deep regions with more than one thread may nest, in the whole process (section
   * 18.2.15).
   *
   * @param levels 0 or more
   * @throws IllegalArgumentException if it is negative
   */
  public static void setMaxActiveLevels(int levels) {
    Settings.setMaxActiveLevels(levels);
  }

  /**
   * How deep regions with more than one thread may nest (section 18.2.16).
   *
   * @return {@code OMP_MAX_ACTIVE_LEVELS}, or no limit, unless it was changed
   */
  public static int getMaxActiveLevels() {
    return Settings.maxActiveLevels();
  }

  /**
   * How many regions the calling thread is in (section 18.2.17).
   *
   * @return 0 outside every region
   */
  public static int getLevel() {
    Member member = Member.current();
    return member == null ? 0 : member.team.level;
  }

  /**
   * How many regions with more than one thread the calling thread is in (section 18.2.20).
   *
   * @return 0 outside every region
   */
  public static int getActiveLevel() {
    Member member = Member.current();
    return member == null ? 0 : member.team.activeLevel;
  }

  /**
   * The number that the calling thread, or the one that encountered the regions it is in, has at a
   * level (section 18.2.18).
   *
   * @param level 0 for outside, {@link #getLevel} for the innermost region
   * @return the number, or -1 if there is no such level
   */
  public static int getAncestorThreadNum(int level) {
    Member ancestor = ancestor(level);
    return ancestor != null ? ancestor.number : level == 0 ? 0 : -1;
  }

  /**
   * The size of the team at a level (section 18.2.19).
   *
   * @param level 0 for outside, {@link #getLevel} for the innermost region
   * @return the size, or -1 if there is no such level
   */
  public static int getTeamSize(int level) {
    Member ancestor = ancestor(level);
    return ancestor != null ? ancestor.team.size() : level == 0 ? 1 : -1;
  }

  /**
   * The accelerators (section 18.7.4).
   *
   * @return 0
   */
  public static int getNumDevices() {
    return 0;
  }

  /**
   * Whether the calling thread runs on the host (section 18.7.7).
   *
   * @return true
   */
  public static boolean isInitialDevice() {
    return true;
  }

  /**
   * The time that has passed since a moment in the past, the same for all threads (section
   * 18.10.1).
   *
   * @return seconds
   */
  public static double getWtime() {
    return System.nanoTime() / NANOS_OF_SECOND;
  }

  /**
   * The resolution of {@link #getWtime} (section 18.10.2).
   *
   * @return seconds
   */
  public static double getWtick() {
    return 1 / NANOS_OF_SECOND;
  }

  /**
   * Makes a lock that a thread sets once (section 18.9.1).
   *
   * @return the lock, unset
   */
  public static OmpLock initLock() {
    return new OmpLock(false);
  }

  /**
   * Makes a lock that its owner may set again (section 18.9.1).
   *
   * @return the lock, unset
   */
  public static OmpLock initNestLock() {
    return new OmpLock(true);
  }

  /**
   * Waits until no other thread has the lock, and sets it (section 18.9.4).
   *
   * @param lock the lock
   * @throws IllegalStateException if the calling thread has set it and it does not nest, or it has
   *     been destroyed
   */
  public static void setLock(OmpLock lock) {
    lock.set();
  }

  /**
   * The same as {@link #setLock}, under OpenMP's name for nestable locks.
   *
   * @param lock the lock
   */
  public static void setNestLock(OmpLock lock) {
    lock.set();
  }

  /**
   * Undoes the last {@link #setLock} of the calling thread (section 18.9.5).
   *
   * @param lock the lock
   * @throws IllegalMonitorStateException if the calling thread has not set it
   */
  public static void unsetLock(OmpLock lock) {
    lock.unset();
  }

  /**
   * The same as {@link #unsetLock}, under OpenMP's name for nestable locks.
   *
   * @param lock the lock
   */
  public static void unsetNestLock(OmpLock lock) {
    lock.unset();
  }

  /**
   * Sets the lock if that needs no wait (section 18.9.6).
   *
   * @param lock the lock
   * @return whether the calling thread has set it now
   */
  public static boolean testLock(OmpLock lock) {
    return lock.test() > 0;
  }

  /**
   * Sets the lock if that needs no wait (section 18.9.6).
   *
   * @param lock the lock
   * @return how often the calling thread has set it now; 0 if another has it
   */
  public static int testNestLock(OmpLock lock) {
    return lock.test();
  }

  /**
   * Ends the use of a lock (section 18.9.3).
   *
   * @param lock the lock, unset
   */
  public static void destroyLock(OmpLock lock) {
    lock.destroy();
  }

  /**
   * The same as {@link #destroyLock}, under OpenMP's name for nestable locks.
   *
   * @param lock the lock, unset
   */
  public static void destroyNestLock(OmpLock lock) {
    lock.destroy();
  }

  /**
   * The member at a level: of the calling thread, or of the thread that encountered the region
   * there.
   */
  private static Member ancestor(int level) {
    Member member = Member.current();
    while (member != null && member.team.level > level) {
      member = member.team.encountering;
    }
    return member != null && member.team.level == level ? member : null;
  }
}
