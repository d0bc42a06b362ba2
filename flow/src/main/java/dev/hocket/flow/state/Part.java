package dev.hocket.flow.state;

/** How one value is related to another that it may share a mutable object with. */
public enum Part {
  /** It is the other value. */
  IS,
  /** It leads to the other value, which is a part of it. */
  AROUND,
  /** It is, or leads to, what the other value leads to. */
  OF
}
