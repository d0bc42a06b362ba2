/** The basis of every front end: targets, event loops, blocks, failures and recording. */
module dev.hocket.core {
  exports dev.hocket.core;

  // All of these are optional at run time: core loads and works without them.
  requires static java.desktop;
  requires static java.management;
  requires static jdk.jfr;

  uses dev.hocket.core.LoopDriver;
}
