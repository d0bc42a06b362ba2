package dev.hocket.directives;

import dev.hocket.core.EventLoop;
import dev.hocket.core.Targets;
import dev.hocket.core.ThreadBudget;
import dev.hocket.core.Worker;

/**
 * The library routines of OpenMP 5.2, chapter 18, with names in Java case, and those of paper 1,
 * section 3.3, table 1, under the paper's names. {@link Targets} has the latter and more under Java
 * names.
 *
 * <p>A routine concerns the innermost region that the calling thread is in. A block is outside all
 * regions, even if its thread runs it in the middle of one.
 */
public final class Omp {
  private static final double NANOS_OF_SECOND = 1e9;

  private Omp() {}

  /**
   * Registers the calling thread's event loop under a name.
   *
   * @param name the name that directives use
   * @return the loop
   * @throws IllegalStateException if the calling thread runs no known event loop, or the name is
   *     taken
   * @see Targets#register(String)
   */
  public static EventLoop virtual_target_register(String name) {
    return Targets.register(name);
  }

  /**
   * Creates a pool of threads.
   *
   * @param name the name that directives use
   * @param threads the largest number of blocks that run at once
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
   * The number of threads that a region without {@code num_threads} may get here (section 18.2.3).
   *
   * @return the requested number, or else the budget, but at most the limit
   */
  public static int getMaxThreads() {
    int asked = Settings.threadsIn(Member.current());
    return Math.min(asked == 0 ? ThreadBudget.size() : asked, ThreadBudget.limit());
  }

  /**
   * Requests a number of threads for regions without {@code num_threads} (section 18.2.1): in a
   * region, for those that the calling thread encounters in it; outside, for all of the process.
   *
   * @param threads 1 or more
   * @throws IllegalArgumentException if the number is less than 1
   */
  public static void setNumThreads(int threads) {
    Settings.setNumThreads(Member.current(), threads);
  }

  /**
   * The number of processors (section 18.3.1).
   *
   * @return 1 or more
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
   * Sets whether a region that requests threads gets only free ones (section 18.2.6).
   *
   * @param dynamic whether it gets only free ones; initially false
   */
  public static void setDynamic(boolean dynamic) {
    Settings.setDynamic(dynamic);
  }

  /**
   * The value set by {@link #setDynamic} or {@code OMP_DYNAMIC} (section 18.2.7).
   *
   * @return whether a region that requests threads gets only free ones
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
   * @param schedule for example {@code Schedule.DYNAMIC.chunk(4)}
   */
  public static void setSchedule(Schedule schedule) {
    Settings.setSchedule(schedule);
  }

  /**
   * The meaning of {@code schedule(runtime)} (section 18.2.12).
   *
   * @return the schedule that was set, or else {@code OMP_SCHEDULE}, or else static
   */
  public static Schedule getSchedule() {
    return Settings.schedule();
  }

  /**
   * The largest number of threads that all regions of the process may have together (section
   * 18.2.13).
   *
   * @return {@code OMP_THREAD_LIMIT}, or 128
   */
  public static int getThreadLimit() {
    return ThreadBudget.limit();
  }

  /**
   * The largest possible depth of nested regions (section 18.2.14).
   *
   * @return a number so large that it is no limit
   */
  public static int getSupportedActiveLevels() {
    return Integer.MAX_VALUE;
  }

  /**
   * Sets the largest depth of nested regions with more than one thread, for the whole process
   * (section 18.2.15).
   *
   * @param levels 0 or more
   * @throws IllegalArgumentException if it is negative
   */
  public static void setMaxActiveLevels(int levels) {
    Settings.setMaxActiveLevels(levels);
  }

  /**
   * The largest depth of nested regions with more than one thread (section 18.2.16).
   *
   * @return the depth that was set, or else {@code OMP_MAX_ACTIVE_LEVELS}, or else no limit
   */
  public static int getMaxActiveLevels() {
    return Settings.maxActiveLevels();
  }

  /**
   * The number of regions that the calling thread is in (section 18.2.17).
   *
   * @return 0 outside every region
   */
  public static int getLevel() {
    Member member = Member.current();
    return member == null ? 0 : member.team.level;
  }

  /**
   * The number of regions with more than one thread that the calling thread is in (section
   * 18.2.20).
   *
   * @return 0 outside every region
   */
  public static int getActiveLevel() {
    Member member = Member.current();
    return member == null ? 0 : member.team.activeLevel;
  }

  /**
   * The number in its team that the calling thread, or the thread that encountered the regions
   * around it, has at a level (section 18.2.18).
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
   * The number of accelerators (section 18.7.4).
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
   * The time since a fixed moment in the past, which is the same for all threads (section 18.10.1).
   *
   * @return the time in seconds
   */
  public static double getWtime() {
    return System.nanoTime() / NANOS_OF_SECOND;
  }

  /**
   * The resolution of {@link #getWtime} (section 18.10.2).
   *
   * @return the resolution in seconds
   */
  public static double getWtick() {
    return 1 / NANOS_OF_SECOND;
  }

  /**
   * Creates a lock that a thread can set only once (section 18.9.1).
   *
   * @return the lock, unset
   */
  public static OmpLock initLock() {
    return new OmpLock(false);
  }

  /**
   * Creates a lock that its owner may set several times (section 18.9.1).
   *
   * @return the lock, unset
   */
  public static OmpLock initNestLock() {
    return new OmpLock(true);
  }

  /**
   * Sets a lock; waits until no other thread has it (section 18.9.4).
   *
   * @param lock the lock
   * @throws IllegalStateException if the calling thread has already set a lock that does not nest,
   *     or the lock has been destroyed
   */
  public static void setLock(OmpLock lock) {
    lock.set();
  }

  /**
   * Does the same as {@link #setLock}, under OpenMP's name for nestable locks.
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
   * Does the same as {@link #unsetLock}, under OpenMP's name for nestable locks.
   *
   * @param lock the lock
   */
  public static void unsetNestLock(OmpLock lock) {
    lock.unset();
  }

  /**
   * Sets a lock if no wait is necessary (section 18.9.6).
   *
   * @param lock the lock
   * @return whether the call has set the lock
   */
  public static boolean testLock(OmpLock lock) {
    return lock.test() > 0;
  }

  /**
   * Sets a nestable lock if no wait is necessary (section 18.9.6).
   *
   * @param lock the lock
   * @return how many times the calling thread has now set the lock; 0 if another thread has it
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
   * Does the same as {@link #destroyLock}, under OpenMP's name for nestable locks.
   *
   * @param lock the lock, unset
   */
  public static void destroyNestLock(OmpLock lock) {
    lock.destroy();
  }

  /**
   * The member at a level: that of the calling thread, or of the thread that encountered the region
   * at that level.
   */
  private static Member ancestor(int level) {
    Member member = Member.current();
    while (member != null && member.team.level > level) {
      member = member.team.encountering;
    }
    return member != null && member.team.level == level ? member : null;
  }
}
