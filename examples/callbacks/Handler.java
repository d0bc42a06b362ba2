/** The handler of a request for a report. */
interface Handler {
  /** Shows a report; called on the event thread. */
  void show(Window window, Library library);
}
