/** Sizes pools of a running program by replaying what it has just done. */
module dev.hocket.tune {
  exports dev.hocket.tune;

  requires transitive dev.hocket.core;
  // Optional at run time: without it decisions are not recorded.
  requires static jdk.jfr;
}
