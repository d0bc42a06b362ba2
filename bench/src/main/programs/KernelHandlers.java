import dev.hocket.bench.Request;
import java.util.function.Consumer;

/** The handler of paper 1, figure 14, as its author writes it; {@code hocket bench kernels} runs it. */
public final class KernelHandlers {
  /** Shows that something begins, works, and shows the end. */
  public Consumer<Request> handler() {
    return request -> {
      request.showBegin();
      //#omp target virtual(worker) await
      request.compute();
      request.showEnd();
    };
  }

  /** The same on a target called {@code many}. */
  public Consumer<Request> handlerOfMany() {
    return request -> {
      request.showBegin();
      //#omp target virtual(many) await
      request.compute();
      request.showEnd();
    };
  }
}
