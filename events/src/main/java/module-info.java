/** First-class events: protocols of communication that compose, synchronous and asynchronous. */
module dev.hocket.events {
  exports dev.hocket.events;
  exports dev.hocket.events.io;

  requires transitive dev.hocket.core;
}
