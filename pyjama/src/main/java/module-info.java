/**
 * The library routines by the names they have in programs for the older OpenMP compiler of Java.
 */
module dev.hocket.pyjama {
  requires transitive dev.hocket.directives;

  exports pj;
}
