package dev.hocket.directives;

import dev.hocket.core.Body;
import dev.hocket.core.Region;
import dev.hocket.core.Span;
import dev.hocket.core.SpinHistory;
import dev.hocket.core.Wait;
import dev.hocket.directives.region.Constructs;
import dev.hocket.directives.region.Initializers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A thread's membership in a {@link Team}. Only that thread creates and uses it. */
final class Member {
  /**
   * The time for which a thread spins before it parks, in nanoseconds: a few times the cost of a
   * wake-up.
   */
  static final long SPIN_NANOS = 100_000;

  /**
   * The number of times a thread yields its processor before it parks, if there are more threads
   * than processors or spinning has not paid off.
   */
  private static final int YIELDS = 10;

  private static final int LOOKS_PER_CLOCK = 32;

  /** The largest number of queued tasks per thread; further tasks run immediately. */
  private static final int MOST_QUEUED = 256;

  /** The member for outermost regions with {@code if(false)}; null before the first such region. */
  private static final ThreadLocal<Member> OUTERMOST = new ThreadLocal<>();

  final Team team;
  final int number;
  final Constructs constructs = new Constructs();

  /**
   * The number of threads that {@link Omp#setNumThreads} has set for inner regions; 0 if it was not
   * called.
   */
  int numThreads;

  /** The task that the thread is running; null until it is needed. */
  private Task task;

  /** The first of the unused objects for tasks that run at once; null if there is none. */
  private Task unused;

  /** The smallest number in the thread's deque of a task inside {@link #task}. */
  private long firstInside = Long.MIN_VALUE;

  /** The number of Hocket's locks that the thread has acquired in the region. */
  int locks;

  /** The loop the thread is in, for {@code ordered}. */
  Loop loop;

  /** The code of the last region that the thread began inside this one; null in an initialiser. */
  Class<?> lastBody;

  /** Whether the {@link Width} of the region counts the thread, so that it may pause. */
  boolean countsInWidth;

  /**
   * The numbers of work-sharing constructs and of {@code single} constructs that the thread has
   * encountered.
   */
  private long encountered;

  private int singles;

  /**
   * The member for regions with {@code if(false)} inside this one; null before the first such
   * region.
   */
  private Member inner;

  /** Whether a region is using this member. */
  private boolean isTaken;

  /** The last construct of the thread that needed shared state. */
  private Share position;

  /** The history of earlier waits of the thread, including those in other teams. */
  private final SpinHistory spinning;

  Member(Team team, int number, Share start, SpinHistory spinning) {
    this.team = team;
    this.number = number;
    this.position = start;
    this.spinning = spinning;
  }

  /** The calling thread's place in the innermost region it is in; null outside. */
  static Member current() {
    return (Member) Region.member();
  }

  /**
   * Returns {@link #current}, or the member of a new team of one, which lasts as long as the caller
   * uses it.
   */
  static Member currentOrAlone() {
    Member member = current();
    return member != null ? member : alone();
  }

  private static Member alone() {
    return aloneIn(null);
  }

  private static Member aloneIn(Member around) {
    return new Member(new Team("", 1, around, false), 0, new Share(1), new SpinHistory());
  }

  // A region with if(false) costs a few nanoseconds, for programs that decide this for each call:
  // its member is created once per enclosing member, and reused. The region marks the member as
  // taken, so that other code that the thread runs meanwhile, such as a block of an event loop,
  // finds it taken and creates its own.

  /** Runs a region's code on the calling thread alone; throws the code's exceptions. */
  static void runAlone(Member around, Body body) {
    Member kept = around == null ? OUTERMOST.get() : around.inner;
    Member mine = kept == null || kept.isTaken ? aloneIn(around) : kept;
    if (kept == null) {
      mine.keepIn(around);
    }
    mine.isTaken = true;
    Region.exchangeMember(mine);
    Throwable thrown = null;
    try {
      body.run();
    } catch (Throwable t) {
      thrown = Stop.isOf(mine.team, t) ? null : t;
    }
    if (mine.task != null) {
      mine.runTasks(null, null, "the end of the region", mine.team::isQuiet);
      thrown = TaskFailures.both(thrown, mine.task.close());
      mine.task = null;
    }
    Region.exchangeMember(around);
    mine.numThreads = 0;
    // A team that has ended early is not reused.
    mine.isTaken = mine.team.outcome.isEarly();
    if (mine.isTaken && kept == mine) {
      aloneIn(around).keepIn(around);
    }
    if (thrown != null) {
      throw Member.<Error>sneak(thrown);
    }
  }

  /** Whether the thread is only in regions of {@link #runAlone}. */
  boolean isUncounted() {
    return isTaken && (team.encountering == null || team.encountering.isUncounted());
  }

  private void keepIn(Member around) {
    if (around == null) {
      OUTERMOST.set(this);
    } else {
      around.inner = this;
    }
  }

  @SuppressWarnings("unchecked")
  static <X extends Throwable> X sneak(Throwable thrown) throws X {
    throw (X) thrown;
  }

  /**
   * Runs the code of the region on the calling thread. An exception of the code becomes the team's
   * failure.
   */
  void run(Body body) {
    Object outer = Region.exchangeMember(this);
    // The first member has the encountering thread, which works on it already.
    Span share = team.work == null || number == 0 ? null : team.work.enter();
    try {
      body.run();
    } catch (Throwable thrown) {
      team.fail(this, thrown);
    } finally {
      endTasks();
      Region.exchangeMember(outer);
      if (share != null) {
        share.close();
      }
    }
  }

  /** Passes on exceptions of tasks for which the region's code has not waited. */
  private void endTasks() {
    Throwable left = task == null ? null : task.close();
    if (left != null) {
      team.fail(this, left);
    }
  }

  long nextConstruct() {
    return ++encountered;
  }

  Share share(long construct, String label) {
    position = position.find(construct, label);
    return position;
  }

  /** Whether the thread is the first of its team to reach a {@code single} construct. */
  boolean claimSingle() {
    return team.claimSingle(singles++);
  }

  void checkMayShare(String construct, String label) {
    constructs.checkNone(construct, label);
  }

  /** Stops the thread if another thread of the team has failed, or the region is cancelled. */
  void checkTeam() {
    if (team.outcome.isEarly()) {
      throw team.stop();
    }
  }

  /** The task that the calling thread is running. */
  Task task() {
    if (task == null) {
      task = Task.implicit();
    }
    return task;
  }

  /**
   * The task that the calling thread is running; null if it is an implicit one that was never
   * needed.
   */
  Task taskIfAny() {
    return task;
  }

  // A thread that waits in a task runs only tasks inside that one (OpenMP's scheduling constraint).
  // They end before it, so the tasks on a thread's stack are inside one another. Each waits for
  // something deeper than itself, so no circle of waits comes about.
  //
  // While the thread has a lock, it runs only what it waits for itself. Any other task might want
  // the lock, and would wait for code below it on the same stack.

  void create(boolean deferred, boolean isFinal, String label, Depends clauses, Body body) {
    checkTeam();
    Task creator = task();
    boolean isAtOnce = !deferred || creator.isFinal || locks == 0 && isQueueFull();
    // A task without siblings waits for none, and no task will wait for it.
    boolean waitsForNone = clauses == null || !creator.hasChildren() && !creator.ordersBlocks();
    if (isAtOnce && waitsForNone) {
      runAtOnce(creator, isFinal, label, body);
      return;
    }
    Task created = creator.child(label, isFinal, body);
    if (isAtOnce) {
      awaitEarlier(creator, created, clauses);
      runNow(created, created.takeBody());
      created.startLater(this);
    } else if (clauses != null) {
      createInOrder(creator, created, clauses);
    } else {
      created.queued();
      team.makeTasks().of(number).push(created);
      team.wakeIdle();
    }
  }

  private void runAtOnce(Task creator, boolean isFinal, String label, Body body) {
    Task next = unused;
    if (next == null) {
      next = new Task();
    } else {
      unused = next.nextUnused;
    }
    next.begin(creator, label, isFinal);
    runNow(next, body);
    // A lock that the task has kept refers to it.
    if (next.becomesUnused() && locks == 0) {
      next.nextUnused = unused;
      unused = next;
    }
  }

  private void createInOrder(Task creator, Task created, Depends clauses) {
    // Tasks that wait for others are in no queue, so their number slows the creator down.
    boolean isAwaited =
        creator.ordersBlocks() || locks == 0 && creator.children() >= MOST_QUEUED * team.size();
    if (isAwaited) {
      awaitEarlier(creator, created, clauses);
      runNow(created, created.takeBody());
      created.startLater(this);
    } else {
      created.queued();
      team.makeTasks().of(number).countQueued();
      creator.order(created, clauses, null).stepDone(this);
    }
  }

  /** Runs other tasks until the tasks that a new one depends on have ended. */
  private void awaitEarlier(Task creator, Task created, Depends clauses) {
    Dependent place = creator.order(created, clauses, team);
    place.stepDone(this);
    if (!place.isReady()) {
      runTasks(creator, null, "what the task at " + created.label + " depends on", place::isReady);
    }
  }

  /** Enqueues a task that has waited for others. */
  void becameReady(Task ready) {
    team.makeTasks().of(number).putBack(ready);
    team.wakeIdle();
  }

  /** The turn of a block, after running tasks until those that the block depends on have ended. */
  Depends.Turn orderBlock(String label, Depends clauses) {
    Task creator = task();
    Depends.Turn turn = new Depends.Turn(team);
    creator.order(turn, clauses).stepDone(this);
    if (!turn.hasBegun()) {
      runTasks(creator, null, "what the block at " + label + " depends on", turn::hasBegun);
    }
    return turn;
  }

  private boolean isQueueFull() {
    TaskPool tasks = team.tasks();
    return team.size() == 1 || tasks != null && tasks.of(number).size() >= MOST_QUEUED;
  }

  void awaitChildren(String label) {
    Task waiting = task();
    if (waiting.hasChildren()) {
      runTasks(waiting, null, "the taskwait at " + label, () -> !waiting.hasChildren());
    }
    waiting.childrenEnded();
    checkTeam();
    Throwable thrown = waiting.takeFailureOfChildren();
    if (thrown != null) {
      throw Member.<Error>sneak(thrown);
    }
  }

  void yieldTask() {
    TaskPool tasks = team.tasks();
    if (tasks != null && locks == 0) {
      Task waiting = task();
      Task next = tasks.take(number, firstInside(waiting), waiting);
      if (next != null) {
        runQueued(next);
      }
    }
    checkTeam();
  }

  /**
   * Runs tasks until a wait has ended.
   *
   * @param waiting the waiting task, inside which the run tasks must be; null if any task may run
   * @param group the group that the task waits for; null if it waits for its children
   */
  void runTasks(Task waiting, TaskGroup group, String what, BooleanSupplier isOver) {
    boolean hasRun = false;
    while (!isOver.getAsBoolean()) {
      TaskPool tasks = team.tasks();
      Task next = null;
      if (tasks != null) {
        next =
            waiting != null && locks > 0
                ? takeAwaited(tasks.of(number), waiting, group)
                : tasks.take(number, firstInside(waiting), waiting);
      }
      if (next != null) {
        runQueued(next);
        hasRun = true;
      } else {
        if (hasRun) {
          team.wake();
          hasRun = false;
        }
        awaitOrTask(waiting, what, isOver);
      }
    }
    // The last task may have ended here, and other threads sleep until it has.
    if (hasRun && waiting == null) {
      team.wake();
    }
  }

  /** The smallest number of an own task that is inside a task which the thread is running. */
  private long firstInside(Task waiting) {
    return waiting == null ? Long.MIN_VALUE : firstInside;
  }

  private Task takeAwaited(TaskDeque own, Task waiting, TaskGroup group) {
    List<Task> others = new ArrayList<>();
    Task next = own.pop(firstInside);
    while (next != null && !(group == null ? next.parent == waiting : next.around == group)) {
      others.addFirst(next);
      next = own.pop(firstInside);
    }
    others.forEach(own::putBack);
    return next;
  }

  private void awaitOrTask(Task waiting, String what, BooleanSupplier isOver) {
    boolean takesNone = waiting != null && locks > 0;
    Wait wait =
        Wait.of(
            what,
            () -> {
              TaskPool tasks = team.tasks();
              return isOver.getAsBoolean()
                  || tasks != null
                      && !takesNone
                      && tasks.hasTask(number, firstInside(waiting), waiting);
            });
    if (spins(wait)) {
      return;
    }
    team.idles(number);
    try {
      sleep(wait);
    } finally {
      team.isBusy(number);
    }
  }

  private void runQueued(Task queued) {
    runNow(queued, queued.takeBody());
    queued.startLater(this);
    if (queued.ended()) {
      team.wake();
    }
    team.tasks().of(number).countEnded();
  }

  private void runNow(Task next, Body body) {
    Task outer = task;
    Loop outerLoop = loop;
    int outerThreads = numThreads;
    long outerFirst = firstInside;
    TaskPool tasks = team.tasks();
    firstInside = tasks == null ? Long.MIN_VALUE : tasks.of(number).next();
    task = next;
    loop = null;
    constructs.push("task", next.label);
    Throwable thrown = null;
    try {
      next.run(team, body);
    } catch (Throwable t) {
      thrown = Stop.isOf(team, t) ? null : t;
    }
    constructs.pop();
    numThreads = outerThreads;
    loop = outerLoop;
    task = outer;
    firstInside = outerFirst;
    thrown = TaskFailures.both(thrown, next.closeAtEnd());
    if (thrown != null && !next.failed(thrown)) {
      team.fail(this, thrown);
    }
  }

  /** Waits, spinning first. An interrupt does not end the wait and stays set. */
  void await(Wait wait) {
    if (!spins(wait)) {
      sleep(wait);
    }
  }

  private void sleep(Wait wait) {
    team.fallsAsleep(number);
    try {
      Initializers.await(wait, team.label, team::threads);
    } finally {
      team.wakesUp(number);
    }
  }

  private boolean spins(Wait wait) {
    if (team.isCrowded || !spinning.advises()) {
      for (int i = 0; i < YIELDS; i++) {
        if (wait.isOver()) {
          return true;
        }
        Thread.yield();
      }
      return false;
    }
    long start = System.nanoTime();
    do {
      for (int i = 0; i < LOOKS_PER_CLOCK; i++) {
        if (wait.isOver()) {
          spinning.paid();
          return true;
        }
        Thread.onSpinWait();
      }
    } while (System.nanoTime() - start < SPIN_NANOS);
    spinning.failed();
    return false;
  }
}
