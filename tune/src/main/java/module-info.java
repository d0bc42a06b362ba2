/** Sizes pools of a running program by replaying their latest runs. */
module dev.hocket.tune {
  exports dev.hocket.tune;

  requires transitive dev.hocket.core;
  // This module is optional at run time: without it decisions are not recorded.
  requires static jdk.jfr;
}
