package dev.hocket.flow;

import dev.hocket.core.Awaitable;
import dev.hocket.core.Blocking;
import dev.hocket.core.Completion;
import dev.hocket.core.Coroutine;
import dev.hocket.core.Wait;
import dev.hocket.flow.engine.Execution;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.graph.Statistics;
import dev.hocket.flow.walk.Thrown;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/** One run of a {@link Flow}. Any thread may call its methods. */
public final class Run {
  private final String name;
  private final Execution execution;
  private final Assembly assembly;

  Run(String name, Assembly assembly) {
    this.name = name;
    this.execution = assembly.execution();
    this.assembly = assembly;
  }

  /**
   * Returns a stage of the result.
   *
   * @return completed with the result of the flow, or exceptionally with what a function threw,
   *     with a {@link CancellationException} if the run was cancelled; on a thread of a section.
   *     {@link #cancel} stops the run; cancelling the stage does not
   */
  public CompletionStage<Object> completion() {
    return execution.done().minimalCompletionStage();
  }

  /**
   * Waits for the result. A target's thread that waits gives up its place, so the target runs other
   * work meanwhile.
   *
   * @return the result
   * @throws CancellationException if the run was cancelled; if the calling thread is interrupted,
   *     it cancels the run, waits until its functions have returned, and its interrupt status is
   *     set
   */
  @Awaitable
  public Object await() {
    Thread waiting = Thread.currentThread();
    Wait wait = Wait.of("the result of flow " + name, execution.done()::isDone);
    execution.done().whenComplete((result, failure) -> LockSupport.unpark(waiting));
    try {
      Blocking.await(wait);
    } catch (InterruptedException e) {
      cancel();
      Blocking.awaitUninterruptibly(wait);
      waiting.interrupt();
    }
    return result();
  }

  /**
   * {@link #await()} in a handler that Hocket compiled, under {@code //#omp await(await())}:
   * suspends the handler until the run has ended. A cancel of the handler cancels the run, and ends
   * the wait at once; then functions may still be returning.
   *
   * @param handler the handler
   * @return the result
   * @throws CancellationException as {@link #await()} does
   */
  public Object await(Coroutine handler) {
    return execution.done().isDone()
            || Thread.currentThread().isInterrupted()
            || !handler.canSuspend()
        ? await()
        : handler.await(new Ending());
  }

  /** The result of a run that has ended. */
  private Object result() {
    // The original object, which join would wrap.
    Throwable failure = execution.done().handle((result, thrown) -> thrown).join();
    if (failure != null) {
      throw Thrown.sneak(failure);
    }
    return execution.done().join();
  }

  /** The wait of a suspended handler. */
  private final class Ending implements Completion<Object> {
    /** Null after the wait, so that the run keeps no handler. */
    private final AtomicReference<Runnable> waiting = new AtomicReference<>();

    @Override
    public boolean start(Runnable wake) {
      waiting.set(wake);
      execution
          .done()
          .whenComplete((result, failure) -> {
            Runnable handler = waiting.getAndSet(null);
            if (handler != null) {
              handler.run();
            }
          });
      return true;
    }

    @Override
    public boolean withdraw() {
      if (waiting.getAndSet(null) == null) {
        return false;
      }
      cancel();
      return true;
    }

    @Override
    public Object result() {
      return Run.this.result();
    }

    @Override
    public String toString() {
      return "the result of flow " + name;
    }
  }

  /**
   * Stops the run: interrupts the functions that run, and drops the packets in flight.
   *
   * @return false if the run had ended or been stopped before
   */
  public boolean cancel() {
    return execution.cancel();
  }

  /**
   * Ends the run early: takes no more values from sources, interrupts a source that waits for
   * something outside the program, and handles the packets in flight to the end.
   */
  public void end() {
    execution.end();
  }

  /**
   * Replaces a function while the run continues. The run begins no packets until those in flight
   * have ended, hands the state of each call over, and continues with the new function. No packet
   * is lost or handled twice: packets before the change get the former function, later ones the
   * new.
   *
   * @param function the name of the function, for all its calls, or the id of one call
   * @param by has a function of the same name and number of arguments, of a class that the flow's
   *     class loader finds
   * @param handOver makes the object of the new function from that of the former; called for each
   *     call, copy and key, and not at all if the new function is static
   * @return false if the run has ended, or no packet has ended for ten seconds; the run then keeps
   *     its function
   * @throws FlowException if the new function does not fit, or this run cannot pause; what {@code
   *     handOver} throws is thrown as it is. The run then keeps its function
   */
  public boolean replace(String function, Library by, UnaryOperator<Object> handOver) {
    return assembly.replace(
        (graph, bindings) -> Replacement.of(graph, bindings, function, by), handOver);
  }

  /**
   * {@link #replace(String, Library, UnaryOperator)} for a function that is written as a lambda or
   * in Clojure.
   *
   * @param function the name of the function, for all its calls, or the id of one call
   * @param successor makes the new code from the former, which it may call to use its state
   * @return false if the run keeps its function
   * @throws FlowException if the new function does not fit, or this run cannot pause
   */
  public boolean replace(String function, UnaryOperator<FlowFn> successor) {
    return assembly.replace(
        (graph, bindings) -> Replacement.of(graph, bindings, function, successor),
        former -> successor.apply((FlowFn) former));
  }

  /**
   * Counts the work that the run has done so far.
   *
   * @return the numbers
   */
  public Statistics statistics() {
    return execution.statistics();
  }

  /**
   * Lists the nodes of the graph by their present sections, like {@link Flow#explain}, with the
   * measured costs of their calls so far.
   *
   * @return lines of text
   */
  public String explain() {
    return assembly.explain();
  }
}
