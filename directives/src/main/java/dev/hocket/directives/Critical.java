package dev.hocket.directives;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * For code that Hocket compiled: {@code //#omp critical[(name)]} (OpenMP 5.2, section 15.2). Of all
 * critical statements of one name in the program, one thread at a time is inside; the statements
 * without a name share one {@link PoliteLock lock}.
 *
 * <p>The lock belongs to the thread. A block that an event loop's thread runs while it waits to
 * enter is outside, and may enter before it. A block that the thread runs while it is inside, and
 * there waits for something else, is inside as well and enters at once, as with {@code
 * synchronized}: it could wait for ever otherwise, because the code below it on the stack, which
 * has the lock, cannot continue before this block has ended.
 */
public final class Critical {
  private static final ConcurrentMap<String, Critical> NAMED = new ConcurrentHashMap<>();

  private final PoliteLock lock;

  private Critical(String name) {
    lock = new PoliteLock(name.isEmpty() ? "critical" : "critical(" + name + ")");
  }

  /**
   * The lock for all statements of a name.
   *
   * @param name the name; empty for the statements without a name
   * @return the same object each time for the same name
   */
  public static Critical of(String name) {
    Critical known = NAMED.get(name);
    return known != null ? known : NAMED.computeIfAbsent(name, Critical::new);
  }

  /**
   * Enters the statement; waits until no other thread is inside.
   *
   * @param label the position of the directive
   * @throws IllegalStateException if 4,000 threads of the calling thread's worker wait already; the
   *     thread has not entered
   */
  public void enter(String label) {
    lock.lock(label);
    Teams.pushConstruct("critical", label);
  }

  /**
   * Leaves the statement that the calling thread entered last.
   *
   * @throws IllegalMonitorStateException if the calling thread is not inside
   */
  public void exit() {
    lock.unlock();
    Teams.popConstruct();
  }

  // Class files of an earlier compiler pass the name at entry and at exit.

  /**
   * Enters the statement of a name.
   *
   * @param name the name; empty for the statements without a name
   * @param label the position of the directive
   */
  public static void enter(String name, String label) {
    of(name).enter(label);
  }

  /**
   * Leaves the statement of a name that the calling thread entered last.
   *
   * @param name the name; empty for the statements without a name
   * @throws IllegalMonitorStateException if the calling thread is not inside
   */
  public static void exit(String name) {
    of(name).exit();
  }
}
