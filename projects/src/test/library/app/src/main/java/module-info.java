/** Awaits the library's method on the event thread. */
module org.example.app {
  requires java.desktop;
  requires org.example.steps;
}
