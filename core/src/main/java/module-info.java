/** Targets, event loops, blocks, failures and recording: what every front end of Hocket runs on. */
module dev.hocket.core {
  exports dev.hocket.core;

  // All are optional at run time: core loads and works where they are missing.
  requires static java.desktop;
  requires static java.management;
  requires static jdk.jfr;

  uses dev.hocket.core.LoopDriver;
}
