package dev.hocket.directives;

import dev.hocket.core.Body;
import dev.hocket.core.Completion;
import dev.hocket.core.Coroutine;
import dev.hocket.directives.jdk.JdkWaits;
import dev.hocket.directives.region.Access;
import java.lang.reflect.Array;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * For code that Hocket compiled: the clauses {@code depend} of one task, as the locations that they
 * list. Two tasks of the same creator are ordered if they list the same location, unless both only
 * read it.
 *
 * <p>A variable that refers to an object lists the variable and the object, so two variables that
 * refer to the same array mean the same location. An element of an array lists the element, and is
 * ordered with tasks that list the whole array.
 */
public final class Depends {
  /**
   * A location.
   *
   * @param holder the box of a variable, an object, or the name of a class; identity matters
   * @param part the index of an element or the name of a field in the holder; null for the whole
   */
  record Location(Object holder, Object part) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Location location
          && location.holder == holder
          && (part == null ? location.part == null : part.equals(location.part));
    }

    @Override
    public int hashCode() {
      return 31 * System.identityHashCode(holder) + (part == null ? 0 : part.hashCode());
    }
  }

  private final Map<Location, Access> all = new LinkedHashMap<>();

  /** Creates an empty list. */
  public Depends() {}

  Map<Location, Access> all() {
    return all;
  }

  /**
   * Lists a local variable.
   *
   * @param access the keyword in the clause
   * @param box the box that holds the variable's value
   * @param value the variable's value; null for a primitive value
   * @return this
   */
  public Depends variable(String access, Object box, Object value) {
    return add(Access.of(access), box, null).object(Access.of(access), value);
  }

  /**
   * Lists a field.
   *
   * @param access the keyword in the clause
   * @param holder the object, or for a static field the name of the class as a constant
   * @param name the name of the class and the field
   * @param value the field's value; null for a primitive value
   * @return this
   */
  public Depends field(String access, Object holder, String name, Object value) {
    return add(Access.of(access), holder, name).object(Access.of(access), value);
  }

  /**
   * Lists an element of an array.
   *
   * @param access the keyword in the clause
   * @param sample not used; its type makes javac check the number of indices
   * @param array the array
   * @param indices the index in the array, and in the arrays that are its elements
   * @return this
   * @throws ArrayIndexOutOfBoundsException if there is no such element
   */
  public Depends element(String access, Object sample, Object array, int... indices) {
    Object in = array;
    for (int i = 0; i < indices.length; i++) {
      boolean isLast = i == indices.length - 1;
      Object element = Array.get(in, indices[i]);
      // A task that lists the whole array then waits for tasks that list elements, and vice versa.
      add(Access.INOUTSET, in, null);
      add(isLast ? Access.of(access) : Access.INOUTSET, in, indices[i]);
      in = element;
    }
    boolean isObject = !isPrimitive(array, indices.length);
    return isObject ? object(Access.of(access), in) : this;
  }

  private static boolean isPrimitive(Object array, int depth) {
    Class<?> type = array.getClass();
    for (int i = 0; i < depth && type.isArray(); i++) {
      type = type.getComponentType();
    }
    return type.isPrimitive();
  }

  /** Lists an object. Values whose identity a program cannot rely on are not locations. */
  private Depends object(Access access, Object value) {
    boolean isValue =
        value == null
            || value instanceof String
            || value instanceof Number && value.getClass().getName().startsWith("java.lang.")
            || value instanceof Boolean
            || value instanceof Character
            || value instanceof Enum;
    return isValue ? this : add(access, value, null);
  }

  private Depends add(Access access, Object holder, Object part) {
    all.merge(new Location(holder, part), access, Access::and);
    return this;
  }

  /**
   * The turn of a new block. In a region, the calling thread waits for the tasks that the block
   * depends on, and runs tasks meanwhile.
   *
   * @param order the order of the run; null in code that is always in a region
   * @param label the position of the directive
   * @param clauses the locations that the block depends on
   * @return the turn, which must be ended
   */
  public static Turn next(Order order, String label, Depends clauses) {
    Member member = Member.current();
    if (member != null) {
      return member.orderBlock(label, clauses);
    }
    Turn turn = new Turn(null);
    order.add(turn, clauses);
    return turn;
  }

  /**
   * Creates a task with {@code depend} in code that also creates blocks with it. Outside of regions
   * it runs at once, after the blocks that it depends on.
   *
   * @param order the order of the run
   * @param deferred the value of the clause {@code if}
   * @param isFinal the value of the clause {@code final}
   * @param label the position of the directive
   * @param clauses the locations that the task depends on
   * @param body the code of the task
   */
  public static void create(
      Order order, boolean deferred, boolean isFinal, String label, Depends clauses, Body body) {
    if (Member.current() != null) {
      Tasks.create(deferred, isFinal, label, clauses, body);
      return;
    }
    Turn turn = next(order, label, clauses);
    try {
      // A block in place: its wait lets event loops and pools go on.
      TargetBlocks.run(TargetBlocks.here(), false, label, turn.over(body));
    } finally {
      turn.end();
    }
  }

  /**
   * For code that Hocket compiled: the order of the blocks with {@code depend}, and of tasks
   * outside of regions, that one run of a method or block creates. In a region, the order is that
   * of the tasks of the creating task.
   */
  public static final class Order {
    private final Dependences all = new Dependences();

    /** Creates the order of a run. */
    public Order() {}

    private void add(Turn turn, Depends clauses) {
      Dependent place;
      synchronized (this) {
        place = all.add(turn, clauses);
      }
      place.stepDone(null);
    }
  }

  /**
   * For code that Hocket compiled: the turn of a block with {@code depend}. The block begins when
   * the earlier blocks and tasks that it depends on have ended, and suspends until then.
   */
  public static final class Turn {
    private final CompletableFuture<Void> begun = new CompletableFuture<>();

    /** The team whose threads wait for the turn; null outside of regions. */
    private final Team team;

    private Dependent place;

    Turn(Team team) {
      this.team = team;
    }

    void at(Dependent dependent) {
      place = dependent;
    }

    boolean hasBegun() {
      return begun.isDone();
    }

    /** Lets the block begin; called once. */
    void begin() {
      begun.complete(null);
      if (team != null) {
        team.wake();
      }
    }

    /** Waits until the block may begin. */
    public void await() {
      begun.join();
    }

    /**
     * Does the same as {@link #await()} in a block that can be suspended.
     *
     * @param coroutine the coroutine of the block
     */
    public void await(Coroutine coroutine) {
      JdkWaits.join(begun, coroutine);
    }

    /**
     * Code that first waits for the turn, as the body of a block. While it waits it needs no
     * thread.
     *
     * @param code the code, which does not suspend itself
     * @return the body
     */
    public Body over(Body code) {
      if (hasBegun()) {
        return code;
      }
      return Coroutine.body(handler -> {
        if (hasBegun() || !handler.canSuspend()) {
          await();
          code.run();
        } else {
          handler.await(new Begin(code));
        }
      });
    }

    /** The wait for the turn, whose result is the end of the code that follows. */
    private final class Begin implements Completion<Void> {
      private final Body code;

      /** Resumes the block; null after that or after a cancellation. */
      private final AtomicReference<Runnable> waiting = new AtomicReference<>();

      Begin(Body code) {
        this.code = code;
      }

      @Override
      public boolean start(Runnable wake) {
        waiting.set(wake);
        begun.thenRun(() -> {
          Runnable resumes = waiting.getAndSet(null);
          if (resumes != null) {
            resumes.run();
          }
        });
        return true;
      }

      @Override
      public boolean withdraw() {
        return waiting.getAndSet(null) != null;
      }

      @Override
      public Void result() {
        try {
          code.run();
        } catch (Throwable thrown) {
          throw Member.<Error>sneak(thrown);
        }
        return null;
      }

      @Override
      public String toString() {
        return "the blocks and tasks before it";
      }
    }

    /** Ends the turn: the block has ended, or will never run. Ending it twice is harmless. */
    public void end() {
      place.ended(Member.current());
    }
  }
}
