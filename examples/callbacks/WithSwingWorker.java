import java.util.concurrent.ExecutionException;
import javax.swing.SwingWorker;

/** A worker finds the report and starts another for each page; values needed later are fields. */
class WithSwingWorker implements Handler {
  private Window window;
  private Library library;
  private Library.Report report;
  private int done;

  @Override
  public void show(Window window, Library library) {
    this.window = window;
    this.library = library;
    done = 0;
    window.busy(true);
    String query = window.query();
    new SwingWorker<Library.Report, Void>() {
      @Override
      protected Library.Report doInBackground() throws Exception {
        return library.find(query);
      }

      @Override
      protected void done() {
        try {
          report = get();
          window.title(report.title());
          nextPage();
        } catch (ExecutionException e) {
          fail(e);
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
    }.execute();
  }

  private void nextPage() {
    if (done == report.pages() || window.isCancelled()) {
      window.status(done + " pages");
      window.busy(false);
      return;
    }
    new SwingWorker<String, Void>() {
      @Override
      protected String doInBackground() throws Exception {
        return library.page(report, done);
      }

      @Override
      protected void done() {
        try {
          window.add(get());
          window.progress(++done, report.pages());
          nextPage();
        } catch (ExecutionException e) {
          fail(e);
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
    }.execute();
  }

  private void fail(ExecutionException e) {
    window.error(e.getCause().getMessage());
    window.busy(false);
  }
}
