import java.io.IOException;

/** The handler as sequential code, with two directives. */
class WithHocket implements Handler {
  @Override
  public void show(Window window, Library library) {
    window.busy(true);
    try {
      String query = window.query();
      Library.Report report;
      //#omp target virtual(worker) await
      report = library.find(query);
      window.title(report.title());
      int done = 0;
      while (done < report.pages() && !window.isCancelled()) {
        String page;
        //#omp target virtual(worker) await
        page = library.page(report, done);
        window.add(page);
        window.progress(++done, report.pages());
      }
      window.status(done + " pages");
    } catch (IOException e) {
      window.error(e.getMessage());
    } finally {
      window.busy(false);
    }
  }
}
