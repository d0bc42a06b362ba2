package dev.hocket.events;

/** In place of a value: why a branch that was chosen has none. */
sealed interface Failed {
  /** What to throw where the branch was waited for. */
  Throwable exception();

  /** Whether it is the orderly end of a channel, of which nobody is told who does not ask. */
  boolean isEnd();

  /** A failure as it is. */
  record Thrown(Throwable exception, boolean isEnd) implements Failed {}

  /** A channel takes or gives no more; {@code cause} is null after an orderly close. */
  record Closed(Port channel, Throwable cause) implements Failed {
    @Override
    public Throwable exception() {
      return new ChannelClosedException(channel.name(), cause);
    }

    @Override
    public boolean isEnd() {
      return cause == null;
    }
  }

  /** Throws any throwable as it is; the return type is for {@code throw sneak(t)}. */
  @SuppressWarnings("unchecked")
  static <X extends Throwable> RuntimeException sneak(Throwable thrown) throws X {
    throw (X) thrown;
  }
}
