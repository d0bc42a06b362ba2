/** The library routines under the names that programs for the older OpenMP compiler of Java use. */
module dev.hocket.pyjama {
  requires transitive dev.hocket.directives;

  exports pj;
}
