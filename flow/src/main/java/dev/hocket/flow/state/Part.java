package dev.hocket.flow.state;

/** The relation of one value to another with which it may share a mutable object. */
public enum Part {
  /** The value is the other value. */
  IS,
  /** The value refers to the other value, which is a part of it. */
  AROUND,
  /** The value is, or refers to, an object that the other value refers to. */
  OF
}
