package org.example;

/** An enum of a library, whose constants lead to something mutable. */
public enum Shade {
  DARK(1),
  LIGHT(9);

  private final long[] code;

  Shade(long code) {
    this.code = new long[] {code};
  }

  public long[] code() {
    return code;
  }
}
