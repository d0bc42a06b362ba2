import java.awt.EventQueue;

/** One handler, written three times: guide, "From callback soup to one handler". */
public class Main {
  public static void main(String[] args) throws Exception {
    Handler[] handlers = {new WithHocket(), new WithSwingWorker(), new WithCompletableFuture()};
    for (String query : new String[] {"budget", "torn page", " "}) {
      show(handlers, query, 99);
    }
    show(handlers, "long", 2);
  }

  private static void show(Handler[] handlers, String query, int enough) throws Exception {
    for (Handler handler : handlers) {
      Window window = new Window(query, enough);
      EventQueue.invokeLater(() -> handler.show(window, new Library()));
      System.out.println(handler.getClass().getSimpleName() + ": " + window.shown());
    }
  }
}
