package dev.hocket.bench.kernels;

import dev.hocket.bench.processes.Programs;
import dev.hocket.core.Targets;
import java.awt.EventQueue;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import javax.swing.SwingWorker;

/** The handlers of paper 1, figures 14 and 15, in all the ways in which they can compute. */
final class Ways implements AutoCloseable {
  private static final int CORES = Runtime.getRuntime().availableProcessors();

  /** The number of threads; SwingWorker has as many. */
  private static final int MANY = 10;

  static {
    Targets.create("many", MANY);
  }

  private final Object program;
  private final ExecutorService pool = Executors.newFixedThreadPool(CORES);
  private final ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();

  Ways() throws IOException, ReflectiveOperationException {
    program = Programs.load("KernelHandlers");
  }

  /**
   * The handlers that leave the event thread and the one that stays on it, by name; Hocket's comes
   * first.
   */
  Map<String, Consumer<Request>> offloading() throws ReflectiveOperationException {
    Map<String, Consumer<Request>> handlers = new LinkedHashMap<>();
    handlers.put("Hocket, target virtual(worker) await", handler("handler"));
    handlers.put("Hocket, a worker of " + MANY + " threads", handler("handlerOfMany"));
    handlers.put("sequential", Ways::sequential);
    handlers.put("SwingWorker", Ways::swingWorker);
    handlers.put("ExecutorService + invokeLater", request -> executor(pool, request));
    handlers.put("a virtual thread each + invokeLater", request -> executor(virtual, request));
    return handlers;
  }

  /** The handlers that use every core for one event and those that use one core. */
  Map<String, Consumer<Request>> parallel() throws ReflectiveOperationException {
    Map<String, Consumer<Request>> handlers = new LinkedHashMap<>();
    handlers.put("asynchronous and parallel", handler("parallelAwaitingHandler"));
    handlers.put("asynchronous", handler("handler"));
    handlers.put("parallel", handler("parallelHandler"));
    handlers.put("sequential", Ways::sequential);
    handlers.put("ExecutorService + invokeLater", request -> executor(pool, request));
    return handlers;
  }

  @SuppressWarnings("unchecked")
  private Consumer<Request> handler(String name) throws ReflectiveOperationException {
    return (Consumer<Request>) program.getClass().getMethod(name).invoke(program);
  }

  private static void sequential(Request request) {
    request.showBegin();
    request.compute();
    request.showEnd();
  }

  private static void swingWorker(Request request) {
    request.showBegin();
    new SwingWorker<Void, Void>() {
      @Override
      protected Void doInBackground() {
        request.compute();
        return null;
      }

      @Override
      protected void done() {
        request.showEnd();
      }
    }.execute();
  }

  private static void executor(Executor pool, Request request) {
    request.showBegin();
    pool.execute(() -> {
      request.compute();
      EventQueue.invokeLater(request::showEnd);
    });
  }

  @Override
  public void close() {
    pool.close();
    virtual.close();
  }
}
