package dev.hocket.directives;

import dev.hocket.core.Blocking;
import dev.hocket.core.Body;
import dev.hocket.core.Region;
import dev.hocket.core.SpinHistory;
import dev.hocket.core.ThreadBudget;
import dev.hocket.directives.region.Initializers;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.RandomAccess;

/**
 * For code that Hocket compiled: parallel regions and the constructs inside them (OpenMP 5.2,
 * chapters 10, 11 and 15). A construct belongs to the innermost region that its thread is in,
 * wherever in the source it is; outside of all regions it works as in a team of one thread.
 *
 * <p>The {@code label} is the position of the directive, for messages and recordings. Memory:
 * actions before a region happen-before it, and actions in it happen-before the code after it. The
 * same holds, among the threads of the team, for a barrier and for the end of a work-sharing
 * construct without {@code nowait}.
 */
public final class Teams {
  private Teams() {}

  /**
   * Runs the body of a {@code parallel} region on the calling thread and the others of a team, and
   * returns when all have ended. An exception on one thread stops the others at their next barrier
   * or chunk, and is re-thrown here, with those of other threads suppressed. An interrupt of the
   * calling thread stays set until after the region.
   *
   * @param condition whether there is a team; if false, the calling thread runs alone
   * @param label the position of the directive
   * @param body the code of the region
   * @throws IllegalStateException if 4,000 threads of the calling thread's worker wait already
   */
  public static void parallel(boolean condition, String label, Body body) {
    run(Settings.threadsIn(Member.current()), condition, label, body, false);
  }

  /**
   * Does the same as {@link #parallel(boolean, String, Body)} with {@code num_threads}.
   *
   * @param threads the number of threads; a team is smaller only beyond {@link ThreadBudget#limit}
   * @param condition whether there is a team; if false, the calling thread runs alone
   * @param label the position of the directive
   * @param body the code of the region
   * @throws IllegalArgumentException if the number is less than 1
   * @throws IllegalStateException if 4,000 threads of the calling thread's worker wait already
   */
  public static void parallel(int threads, boolean condition, String label, Body body) {
    checkThreads(threads, label);
    run(threads, condition, label, body, false);
  }

  /**
   * Runs {@code parallel for} and {@code parallel sections}, like {@link #parallel(boolean, String,
   * Body)}. The body must consist of one work-sharing construct that does not wait at its end.
   * After its own part, the calling thread runs the parts of threads that have not begun, under
   * their numbers.
   *
   * @param condition whether there is a team; if false, the calling thread runs alone
   * @param label the position of the directive
   * @param body the code of the region
   * @throws IllegalStateException if 4,000 threads of the calling thread's worker wait already
   */
  public static void parallelWork(boolean condition, String label, Body body) {
    run(Settings.threadsIn(Member.current()), condition, label, body, true);
  }

  /**
   * Does the same as {@link #parallelWork(boolean, String, Body)} with {@code num_threads}.
   *
   * @param threads the number of threads; a team is smaller only beyond {@link ThreadBudget#limit}
   * @param condition whether there is a team; if false, the calling thread runs alone
   * @param label the position of the directive
   * @param body the code of the region
   * @throws IllegalArgumentException if the number is less than 1
   * @throws IllegalStateException if 4,000 threads of the calling thread's worker wait already
   */
  public static void parallelWork(int threads, boolean condition, String label, Body body) {
    checkThreads(threads, label);
    run(threads, condition, label, body, true);
  }

  /**
   * Runs the body of a region with {@code num_threads(strict: …)}.
   *
   * @param isWork whether the body is as {@link #parallelWork(boolean, String, Body)} requires
   * @param threads the number of threads, which the team must have
   * @param condition whether there is a team; if false, the calling thread runs alone
   * @param label the position of the directive
   * @param body the code of the region
   * @throws IllegalArgumentException if the number is less than 1
   * @throws IllegalStateException if the team would be smaller
   */
  public static void parallelStrictly(
      boolean isWork, int threads, boolean condition, String label, Body body) {
    checkThreads(threads, label);
    run(threads, true, condition, label, body, isWork);
  }

  private static void checkThreads(int threads, String label) {
    if (threads < 1) {
      throw new IllegalArgumentException(
          "num_threads(" + threads + ") at " + label + ": a team has at least 1 thread");
    }
  }

  private static void run(int wanted, boolean condition, String label, Body body, boolean isWork) {
    run(wanted, false, condition, label, body, isWork);
  }

  private static void run(
      int wanted, boolean isStrict, boolean condition, String label, Body body, boolean isWork) {
    Member around = Member.current();
    if (!condition) {
      Member.runAlone(around, body);
      return;
    }
    Blocking.checkRoom();
    int asked = Settings.mayNest(around) ? wanted : 1;
    boolean isOutermost = around == null || around.isUncounted();
    if (isWork && asked == 0 && isOutermost && Width.isShared() && !Initializers.areRunning()) {
      Width.run(label, around, body);
      return;
    }
    Region region = Region.open(label, asked, Settings.isDynamic(), isOutermost);
    Team team;
    try {
      TeamThread[] others = hire(region, around, body);
      if (isStrict && others.length + 1 < wanted) {
        TeamThreads.release(others);
        throw tooSmall(wanted, others.length + 1, label);
      }
      Share start;
      Member first;
      try {
        boolean isCrowded = others.length > 0 && ThreadBudget.inUse() > ThreadBudget.size();
        team = new Team(label, others.length + 1, around, isCrowded);
        team.has(Thread.currentThread(), others);
        start = new Share(team.size());
        SpinHistory waits = others.length > 0 ? others[0].waits : new SpinHistory();
        first = new Member(team, 0, start, waits);
      } catch (Throwable noMemory) {
        TeamThreads.release(others);
        throw noMemory;
      }
      runIn(team, first, start, others, body, isWork);
    } finally {
      region.close();
    }
    if (team.outcome.hasFailed()) {
      throw region.rethrow(team.outcome.failure(), team.outcome.hasFailedElsewhere());
    }
  }

  private static IllegalStateException tooSmall(int wanted, int threads, String label) {
    return new IllegalStateException(
        "num_threads(strict: %d) at %s: the team would have only %d; see OMP_THREAD_LIMIT,"
                .formatted(wanted, label, threads)
            + " OMP_DYNAMIC and OMP_MAX_ACTIVE_LEVELS, and whether a static initialiser runs");
  }

  /**
   * Hires the other threads of the region. In a static initialiser it hires none, because they
   * would wait for its class.
   */
  private static TeamThread[] hire(Region region, Member around, Body body) {
    TeamThread[] others = TeamThreads.hire(region.threads() - 1);
    if (others.length > 0 && isInInitializer(others[0], around, body.getClass())) {
      TeamThreads.release(others);
      others = new TeamThread[0];
    }
    if (others.length < region.threads() - 1) {
      region.shrinkTo(others.length + 1);
    }
    return others;
  }

  // Walking the stack takes microseconds, and so does waking a thread. Consecutive regions by the
  // same code on the same thread, inside the same region, do neither. An initialiser may have begun
  // between the two; Initializers reports that.
  private static boolean isInInitializer(TeamThread first, Member around, Class<?> code) {
    Thread caller = Thread.currentThread();
    boolean isKnown =
        around == null
            ? first.lastStarter == caller && first.lastBody == code
            : around.lastBody == code;
    if (isKnown && first.isAwake()) {
      return false;
    }
    boolean initializes = Initializers.areRunning();
    if (around == null) {
      first.lastStarter = initializes ? null : caller;
      first.lastBody = code;
    } else {
      around.lastBody = initializes ? null : code;
    }
    return initializes;
  }

  private static void runIn(
      Team team, Member first, Share start, TeamThread[] others, Body body, boolean isWork) {
    if (others.length == 0) {
      first.run(body);
      team.leave(first);
      return;
    }
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    for (int i = 0; i < others.length; i++) {
      others[i].offer(team, i + 1, start, body, loader);
    }
    first.run(body);
    team.left();
    if (isWork) {
      takeOver(team, first, start, others, body);
    }
    team.awaitEnd(first);
    TeamThreads.release(others);
  }

  /**
   * Runs the parts of the threads that have not begun. If other programs keep the processors busy,
   * a thread may wait for one for longer than the whole region takes.
   */
  private static void takeOver(
      Team team, Member first, Share start, TeamThread[] others, Body body) {
    // The order matters: a part of an ordered loop waits for earlier parts.
    for (int i = 0; i < others.length; i++) {
      if (others[i].withdraw()) {
        try {
          new Member(team, i + 1, start, others[0].waits).run(body);
        } catch (Throwable noMemory) {
          team.fail(first, noMemory);
        } finally {
          team.left();
        }
      }
    }
  }

  /**
   * Begins a loop, for {@code for}. The caller evaluates the loop's head, then calls {@link
   * Loop#deal}.
   *
   * @param label the position of the directive
   * @return the calling thread's part
   * @throws IllegalStateException if the construct is inside another one that shares work or that
   *     only some threads reach
   */
  public static Loop loop(String label) {
    return new Loop(Member.currentOrAlone(), "for", label, false);
  }

  /**
   * Begins a loop with {@code ordered}.
   *
   * @param label the position of the directive
   * @return the calling thread's part
   */
  public static Loop orderedLoop(String label) {
    return new Loop(Member.currentOrAlone(), "for", label, true);
  }

  /**
   * The elements of a shared loop, for several threads. An iterator must not be used by several
   * threads, so any iterable except a list with random access is copied.
   *
   * @param <T> the type of the elements
   * @param all the iterable; it must not change during the loop
   * @return its elements
   */
  @SuppressWarnings("unchecked")
  public static <T> List<T> elements(Iterable<? extends T> all) {
    if (all instanceof RandomAccess && all instanceof List<?> list) {
      return (List<T>) list;
    }
    if (all instanceof Collection<?> collection) {
      return (List<T>) Arrays.asList(collection.toArray());
    }
    List<T> copy = new ArrayList<>();
    all.forEach(copy::add);
    return copy;
  }

  /**
   * Begins {@code sections}, whose sections are distributed one at a time.
   *
   * @param sections the number of sections
   * @param label the position of the directive
   * @return the calling thread's part
   */
  public static Loop sections(int sections, String label) {
    return new Loop(Member.currentOrAlone(), "sections", label, false)
        .deal(Schedule.DYNAMIC, sections);
  }

  /**
   * Begins a {@code single} construct, which the first thread that arrives runs.
   *
   * @param label the position of the directive
   * @return the calling thread's part
   */
  public static Single single(String label) {
    return new Single(Member.currentOrAlone(), label);
  }

  /**
   * Passes the calling thread's contributions to the region's {@code reduction} at the end of the
   * body. Every thread of the team calls it once.
   *
   * @param mine the contributions
   * @return for the last thread that arrives, the contributions of all threads; none for the others
   */
  public static Partials combine(Object... mine) {
    Member member = Member.currentOrAlone();
    // A region with if(false) uses the team of the one before it again.
    boolean isAlone = member.team.size() == 1;
    Contributions all = isAlone ? new Contributions(1) : member.team.own.combined();
    return all.arrive(member.number, false, mine) ? all.partials() : Partials.NONE;
  }

  /**
   * Waits, for {@code barrier}, until all threads of the team have arrived.
   *
   * @param label the position of the directive
   * @throws IllegalStateException if the barrier is inside a construct that not all threads reach
   */
  public static void barrier(String label) {
    Member member = Member.current();
    if (member != null) {
      member.constructs.checkNone("barrier", label);
      member.team.barrier(member, "the barrier at " + label, false);
    }
  }

  /**
   * Ends the region, for {@code cancel parallel}. Its threads leave it at the next barrier, chunk
   * of a loop or cancellation point, and tasks that have not begun are dropped.
   *
   * @return whether the calling thread leaves the region; false if {@code OMP_CANCELLATION} is
   *     false
   */
  public static boolean cancel() {
    if (Settings.isCancellation()) {
      Member.current().team.cancel();
    }
    return isCancelled();
  }

  /**
   * Whether the region is cancelled, for {@code cancellation point parallel}.
   *
   * @return whether the calling thread leaves the region
   */
  public static boolean isCancelled() {
    return Member.current().team.outcome.isCancelled();
  }

  /**
   * Chooses a thread by number, for {@code master} and {@code masked}.
   *
   * @param thread the number; 0 for {@code master}
   * @param label the position of the directive
   * @return true on the chosen thread, which must call {@link #exitMasked} at the end
   */
  public static boolean enterMasked(int thread, String label) {
    Member member = Member.current();
    if (member == null) {
      return thread == 0;
    }
    if (member.number != thread) {
      return false;
    }
    member.constructs.push("masked", label);
    return true;
  }

  /** Ends the statement that {@link #enterMasked} let the calling thread into. */
  public static void exitMasked() {
    popConstruct();
  }

  /**
   * Waits, for {@code ordered}, until all earlier iterations have left their ordered statements.
   *
   * @param label the position of the directive
   * @throws IllegalStateException if the enclosing loop has no clause {@code ordered}, if another
   *     construct is between the loop and the statement, or if the iteration has already left an
   *     ordered statement
   */
  public static void enterOrdered(String label) {
    Member member = Member.current();
    if (member == null) {
      return;
    }
    if (member.loop == null) {
      throw new IllegalStateException(
          "the ordered at " + label + " is in no loop of the region at " + member.team.label);
    }
    member.constructs.checkInLoop(label);
    member.loop.checkOrdered(label);
    member.loop.turns.enter(label);
    member.constructs.push("ordered", label);
  }

  /** Records that the statement of {@link #enterOrdered} has thrown an exception. */
  public static void failedOrdered() {
    Member member = Member.current();
    if (member != null) {
      member.loop.turns.failed();
    }
  }

  /** Ends the statement that {@link #enterOrdered} let the calling thread into. */
  public static void exitOrdered() {
    Member member = Member.current();
    if (member != null) {
      member.constructs.pop();
      member.loop.turns.exit();
    }
  }

  /**
   * Executes a full fence, for {@code flush}: makes the calling thread's writes visible, and makes
   * it see the writes of others.
   */
  public static void flush() {
    VarHandle.fullFence();
  }

  /** Records that the calling thread begins a statement that only one thread at a time runs. */
  static void pushConstruct(String name, String label) {
    Member member = Member.current();
    if (member != null) {
      member.constructs.push(name, label);
    }
  }

  static void popConstruct() {
    Member member = Member.current();
    if (member != null) {
      member.constructs.pop();
    }
  }
}
