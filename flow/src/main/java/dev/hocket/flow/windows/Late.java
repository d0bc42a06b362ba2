package dev.hocket.flow.windows;

/** The policy for an event all of whose windows are closed. */
public enum Late {
  /** The event is ignored. */
  DROP,
  /** The event is returned at once, in a window of its own that {@link Window#isLate} marks. */
  ALONE,
  /** The call throws a {@link LateException}; the flow's policy for failures decides. */
  FAIL
}
