package dev.hocket.directives;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.hocket.core.Region;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** The protocols of tasks: each task is taken once, and no wait for tasks misses their end. */
final class TaskRaces {
  private TaskRaces() {}

  /** A deque with some tasks. */
  static class Queued {
    final TaskDeque deque = new TaskDeque();
    final Task creator = Task.implicit();

    Queued(int tasks) {
      for (int i = 0; i < tasks; i++) {
        deque.push(creator.child("Task.java:1", false, () -> {}));
      }
    }

    int pop() {
      return deque.pop(Long.MIN_VALUE) == null ? 0 : 1;
    }

    int steal() {
      return deque.steal(null) == null ? 0 : 1;
    }
  }

  @JCStressTest
  @State
  @Description("TaskDeque, 1 and 2 against 3 and 4: the thread and a thief take the last task")
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the thread has it")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the thief has it")
  public static class PopVsSteal extends Queued {
    public PopVsSteal() {
      super(1);
    }

    @Actor
    public void owner(II_Result r) {
      r.r1 = pop();
    }

    @Actor
    public void thief(II_Result r) {
      r.r2 = steal();
    }
  }

  @JCStressTest
  @State
  @Description("TaskDeque: a thief takes two tasks, and the thread pops, pushes and pops")
  @Outcome(id = "3", expect = ACCEPTABLE, desc = "each task is taken once")
  public static class ThiefVsPush extends Queued {
    private int own;
    private int stolen;

    public ThiefVsPush() {
      super(2);
    }

    @Actor
    public void owner() {
      own = pop();
      deque.push(creator.child("Task.java:2", false, () -> {}));
      own += pop();
    }

    @Actor
    public void thief() {
      stolen = steal() + steal();
    }

    @Arbiter
    public void rest(I_Result r) {
      r.r1 = own + stolen;
      while (pop() == 1) {
        r.r1++;
      }
    }
  }

  /** A team of the two actors. */
  static class Working extends TeamRaces.Pair {
    void in(Member member, Runnable code) {
      Object outer = Region.exchangeMember(member);
      try {
        code.run();
      } finally {
        Region.exchangeMember(outer);
      }
    }
  }

  @JCStressTest
  @State
  @Description("Member, the end of the last child against the taskwait; Team, a push against sleep")
  @Outcome(id = "3, 3, 3", expect = ACCEPTABLE, desc = "both have waited for all tasks")
  public static class TaskwaitVsEnd extends Working {
    private int count;

    private int create(int number) {
      Member member = member(number);
      int[] found = new int[1];
      in(
          member,
          () -> {
            int[] ended = new int[3];
            for (int i = 0; i < 3; i++) {
              int mine = i;
              Tasks.create(true, false, "Task.java:1", () -> ended[mine] = 1);
            }
            Tasks.await("Wait.java:1");
            found[0] = ended[0] + ended[1] + ended[2];
            Tasks.create(true, false, "Task.java:2", () -> add());
            team.barrier(member, "Barrier.java:1", false);
          });
      return found[0];
    }

    private synchronized void add() {
      count++;
    }

    @Actor
    public void one(III_Result r) {
      r.r1 = create(0);
    }

    @Actor
    public void other(III_Result r) {
      r.r2 = create(1);
    }

    @Arbiter
    public synchronized void all(III_Result r) {
      r.r3 = count + 1;
    }
  }

  /** Two tasks that the second actor, or both, may find ready to run. */
  static class Ordered extends Working {
    final Task creator = Task.implicit();
    final Dependent first;
    final Dependent second;

    Ordered(String access) {
      Object box = new Object();
      first = add(access, box);
      second = add(access, box);
    }

    private Dependent add(String access, Object box) {
      Task child = creator.child("Task.java:1", false, () -> {});
      return creator.order(child, new Depends().variable(access, box, null), null);
    }

    Task popped(int number) {
      return team.makeTasks().of(number).pop(Long.MIN_VALUE);
    }
  }

  @JCStressTest
  @State
  @Description("Dependent, 1 and 2 against 3 and 4: a task is created while the one before it ends")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "it is queued once")
  public static class CreationVsEnd extends Ordered {
    private Dependent third;

    public CreationVsEnd() {
      super("in");
    }

    @Actor
    public void creator() {
      third =
          new Dependent(
              creator.child("Task.java:2", false, () -> {}), null, new Dependences(), null);
      third.waitsFor(first);
      third.stepDone(member(0));
    }

    @Actor
    public void worker() {
      first.ended(member(1));
    }

    @Arbiter
    public void all(II_Result r) {
      r.r1 = third.isReady() ? 1 : 0;
      for (int number = 0; number < 2; number++) {
        while (popped(number) != null) {
          r.r2++;
        }
      }
    }
  }

  @JCStressTest
  @State
  @Description("Dependences: two tasks of a mutexinoutset become ready and end")
  @Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "both have run, one at a time")
  public static class ExclusionVsEnd extends Ordered {
    private final AtomicInteger inside = new AtomicInteger();
    private int run;
    private int overlaps;

    public ExclusionVsEnd() {
      super("mutexinoutset");
    }

    private void runAll(Dependent mine, int number) {
      Member member = member(number);
      mine.stepDone(member);
      for (Task task = popped(number); task != null; task = popped(number)) {
        overlaps += inside.incrementAndGet() == 1 ? 0 : 1;
        run++;
        inside.decrementAndGet();
        task.startLater(member);
      }
    }

    @Actor
    public void one() {
      runAll(first, 0);
    }

    @Actor
    public void other() {
      runAll(second, 1);
    }

    @Arbiter
    public void all(II_Result r) {
      r.r1 = run;
      r.r2 = overlaps;
    }
  }

  @JCStressTest
  @State
  @Description("Task, cancel against steal: a task that no thread has begun is dropped")
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "no task runs behind the end of the group")
  public static class CancelVsSteal extends Working {
    private volatile boolean isOver;
    private volatile int late;

    @Actor
    public void canceller(II_Result r) {
      Member member = member(0);
      in(
          member,
          () -> {
            TaskGroup group = new TaskGroup(member, "Group.java:1");
            for (int i = 0; i < 5; i++) {
              Tasks.create(true, false, "Task.java:1", () -> late |= isOver ? 1 : 0);
            }
            group.cancel();
            group.end();
            isOver = true;
          });
      r.r1 = isOver ? 1 : 0;
      team.leave(member);
    }

    @Actor
    public void thief() {
      Member member = member(1);
      in(member, () -> Tasks.yield("Yield.java:1"));
      team.leave(member);
    }

    @Arbiter
    public void all(II_Result r) {
      r.r2 = late;
    }
  }

  @JCStressTest
  @State
  @Description("Team, cancel against 1 and 2 of a barrier: nobody waits for a thread that has left")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "the thread has left the region at the barrier")
  public static class CancelVsBarrier extends Working {
    @Actor
    public void canceller() {
      team.cancel();
      team.leave(member(0));
    }

    @Actor
    public void other(I_Result r) {
      Member member = member(1);
      in(
          member,
          () -> {
            try {
              team.barrier(member, "Barrier.java:1", false);
            } catch (Stop left) {
              r.r1 = 1;
            }
          });
      team.leave(member);
    }
  }
}
