/** The handler of a request for a report. */
interface Handler {
  /** Called on the event thread. */
  void show(Window window, Library library);
}
