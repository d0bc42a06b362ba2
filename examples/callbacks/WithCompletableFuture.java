import java.awt.EventQueue;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A chain of stages; the loop is a stage that makes the next one. */
class WithCompletableFuture implements Handler {
  @Override
  public void show(Window window, Library library) {
    window.busy(true);
    String query = window.query();
    background(() -> library.find(query))
        .thenComposeAsync(
            report -> {
              window.title(report.title());
              return pages(window, library, report, 0);
            },
            EventQueue::invokeLater)
        .whenCompleteAsync(
            (done, failure) -> {
              if (failure == null) {
                window.status(done + " pages");
              } else {
                Throwable cause = failure;
                while (cause instanceof CompletionException) {
                  cause = cause.getCause();
                }
                window.error(cause.getMessage());
              }
              window.busy(false);
            },
            EventQueue::invokeLater);
  }

  private static CompletableFuture<Integer> pages(
      Window window, Library library, Library.Report report, int done) {
    if (done == report.pages() || window.isCancelled()) {
      return CompletableFuture.completedFuture(done);
    }
    return background(() -> library.page(report, done))
        .thenComposeAsync(
            page -> {
              window.add(page);
              window.progress(done + 1, report.pages());
              return pages(window, library, report, done + 1);
            },
            EventQueue::invokeLater);
  }

  private static <T> CompletableFuture<T> background(Callable<T> task) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return task.call();
          } catch (IOException e) {
            throw new CompletionException(e);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
