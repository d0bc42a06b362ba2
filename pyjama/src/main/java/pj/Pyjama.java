package pj;

import dev.hocket.directives.Omp;
import dev.hocket.directives.Schedule;
import java.util.List;

/**
 * The library routines under the names that programs for the older OpenMP compiler of Java use, so
 * that such programs run unchanged. New programs call {@link Omp}.
 */
public final class Pyjama {
  private static final List<Schedule> SCHEDULES =
      List.of(Schedule.STATIC, Schedule.DYNAMIC, Schedule.GUIDED, Schedule.AUTO);

  private Pyjama() {}

  /**
   * Requests a number of threads; a number below 1 is reported and ignored.
   *
   * @param threads 1 or more
   */
  public static void omp_set_num_threads(int threads) {
    if (threads < 1) {
      System.err.println(
          "Pyjama.omp_set_num_threads(" + threads + "): ignored; a team has at least 1 thread");
    } else {
      Omp.setNumThreads(threads);
    }
  }

  /**
   * Calls {@link Omp#getNumThreads}.
   *
   * @return the size of the team
   */
  public static int omp_get_num_threads() {
    return Omp.getNumThreads();
  }

  /**
   * The limit of threads. It is not the number that a region would get, because programs of the
   * older compiler expect the limit.
   *
   * @return {@link Omp#getThreadLimit}
   */
  public static int omp_get_max_threads() {
    return Omp.getThreadLimit();
  }

  /**
   * Calls {@link Omp#getThreadNum}.
   *
   * @return the thread's number in its team
   */
  public static int omp_get_thread_num() {
    return Omp.getThreadNum();
  }

  /**
   * Calls {@link Omp#getNumProcs}.
   *
   * @return the number of processors
   */
  public static int omp_get_num_procs() {
    return Omp.getNumProcs();
  }

  /**
   * Whether the calling thread is in a region, even in one with a single thread.
   *
   * @return false outside every region
   */
  public static boolean omp_in_parallel() {
    return Omp.getLevel() > 0;
  }

  /** Calls {@link Omp#setDynamic} with true. */
  public static void omp_set_dynamic() {
    Omp.setDynamic(true);
  }

  /**
   * Calls {@link Omp#getDynamic}.
   *
   * @return whether regions get only free threads
   */
  public static boolean omp_get_dynamic() {
    return Omp.getDynamic();
  }

  /**
   * Calls {@link Omp#getCancellation}.
   *
   * @return 1 for yes, 0 for no
   */
  public static int get_cancellation() {
    return Omp.getCancellation() ? 1 : 0;
  }

  /** Does nothing: regions nest. */
  public static void omp_set_nested() {}

  /**
   * Whether regions nest.
   *
   * @return true unless {@link #omp_set_max_active_levels} forbids it
   */
  public static boolean omp_get_nested() {
    return Omp.getMaxActiveLevels() > 1;
  }

  /**
   * Calls {@link Omp#setSchedule}.
   *
   * @param kind 1 static, 2 dynamic, 3 guided, 4 auto
   * @throws IndexOutOfBoundsException if the number is another one
   */
  public static void omp_set_schedule(int kind) {
    Omp.setSchedule(SCHEDULES.get(kind - 1));
  }

  /**
   * Calls {@link Omp#getSchedule}; the chunk is dropped.
   *
   * @return 1 static, 2 dynamic, 3 guided, 4 auto
   */
  public static int omp_get_schedule() {
    String schedule = Omp.getSchedule().toString();
    for (int i = 0; i < SCHEDULES.size(); i++) {
      if (schedule.startsWith(SCHEDULES.get(i).toString())) {
        return i + 1;
      }
    }
    throw new AssertionError(schedule);
  }

  /**
   * Calls {@link Omp#getThreadLimit}.
   *
   * @return the limit
   */
  public static int omp_get_thread_limit() {
    return Omp.getThreadLimit();
  }

  /**
   * Calls {@link Omp#setMaxActiveLevels}.
   *
   * @param levels 0 or more
   */
  public static void omp_set_max_active_levels(int levels) {
    Omp.setMaxActiveLevels(levels);
  }

  /**
   * Calls {@link Omp#getMaxActiveLevels}.
   *
   * @return the largest depth
   */
  public static int omp_get_max_active_levels() {
    return Omp.getMaxActiveLevels();
  }

  /**
   * Calls {@link Omp#getLevel}.
   *
   * @return the number of enclosing regions
   */
  public static int omp_get_level() {
    return Omp.getLevel();
  }

  /**
   * Calls {@link Omp#getActiveLevel}.
   *
   * @return the number of enclosing regions with more than one thread
   */
  public static int omp_get_active_level() {
    return Omp.getActiveLevel();
  }

  /**
   * The number of the thread that encountered the innermost region.
   *
   * @return the number in its team, 0 outside
   */
  public static int omp_get_ancestor_thread_num() {
    return Math.max(0, Omp.getAncestorThreadNum(Omp.getLevel() - 1));
  }

  /**
   * Calls {@link Omp#getNumThreads}.
   *
   * @return the size of the innermost team
   */
  public static int omp_get_team_size() {
    return Omp.getNumThreads();
  }

  /**
   * The device of blocks that do not name one.
   *
   * @return 0, the host
   */
  public static int omp_get_default_device() {
    return 0;
  }

  /**
   * Calls {@link Omp#getNumDevices}.
   *
   * @return 0
   */
  public static int omp_get_num_devices() {
    return Omp.getNumDevices();
  }

  /**
   * Calls {@link Omp#isInitialDevice}.
   *
   * @return true
   */
  public static boolean omp_is_initial_device() {
    return Omp.isInitialDevice();
  }

  /**
   * The time since a moment in the past, in nanoseconds (seconds in {@link Omp#getWtime}).
   *
   * @return nanoseconds
   */
  public static double omp_get_wtime() {
    return System.nanoTime();
  }

  /**
   * The resolution of {@link #omp_get_wtime}.
   *
   * @return nanoseconds
   */
  public static double omp_get_wtick() {
    return 1;
  }

  /**
   * Calls {@link Omp#virtual_target_register}.
   *
   * @param name the name that directives use
   */
  public static void omp_register_as_virtual_target(String name) {
    Omp.virtual_target_register(name);
  }

  /**
   * Calls {@link Omp#virtual_target_create} with a thread for each processor.
   *
   * @param name the name that directives use
   */
  public static void omp_create_virtual_target(String name) {
    omp_create_virtual_target(name, 0);
  }

  /**
   * Calls {@link Omp#virtual_target_create}.
   *
   * @param name the name that directives use
   * @param threads the largest number of blocks that run at once; 0 stands for the number of
   *     processors
   */
  public static void omp_create_virtual_target(String name, int threads) {
    Omp.virtual_target_create(name, threads == 0 ? Omp.getNumProcs() : threads);
  }
}
