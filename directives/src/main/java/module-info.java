/** The run-time library behind the {@code //#omp} directives. */
module dev.hocket.directives {
  requires transitive dev.hocket.core;

  exports dev.hocket.directives;
  exports dev.hocket.directives.jdk;
}
