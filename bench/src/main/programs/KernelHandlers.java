import dev.hocket.bench.kernels.Kernel;
import dev.hocket.bench.kernels.Request;
import java.util.function.Consumer;

/**
 * The handlers of paper 1, figure 14, as their author would write them; {@code hocket bench
 * kernels} and {@code hocket bench handlers} run them.
 */
public final class KernelHandlers {
  /** A handler that shows the begin, computes, and shows the end. */
  public Consumer<Request> handler() {
    return request -> {
      request.showBegin();
      //#omp target virtual(worker) await
      request.compute();
      request.showEnd();
    };
  }

  /** The same handler on a target called {@code many}. */
  public Consumer<Request> handlerOfMany() {
    return request -> {
      request.showBegin();
      //#omp target virtual(many) await
      request.compute();
      request.showEnd();
    };
  }

  /** A handler that works on every core while the event thread waits. */
  public Consumer<Request> parallelHandler() {
    return request -> {
      request.showBegin();
      Kernel kernel = request.kernel();
      int items = kernel.items();
      long sum = 0;
      //#omp parallel for schedule(dynamic) reduction(+: sum)
      for (int i = 0; i < items; i++) {
        sum += kernel.part(i, i + 1);
      }
      request.computed(sum);
      request.showEnd();
    };
  }

  /** A handler that works on every core while the event thread continues. */
  public Consumer<Request> parallelAwaitingHandler() {
    return request -> {
      request.showBegin();
      Kernel kernel = request.kernel();
      int items = kernel.items();
      long sum = 0;
      //#omp target virtual(worker) await
      //#omp parallel for schedule(dynamic) reduction(+: sum)
      for (int i = 0; i < items; i++) {
        sum += kernel.part(i, i + 1);
      }
      request.computed(sum);
      request.showEnd();
    };
  }
}
