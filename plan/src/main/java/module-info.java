/** What a recording shows: reads JDK Flight Recorder files that Hocket's events are in. */
module dev.hocket.plan {
  requires jdk.jfr;

  exports dev.hocket.plan;
}
