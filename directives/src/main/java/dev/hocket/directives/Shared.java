package dev.hocket.directives;

/**
 * For code that Hocket compiled: boxes for locals that are shared with a block and written after
 * their declaration. Such a local is declared as one of these, and {@link #value} is read and
 * written instead; everything else about the local stays as the user wrote it.
 *
 * <p>The field is plain: the encounter of a block happens-before the block and the block
 * happens-before its synchronisation point, and between the two a program that shares a local must
 * synchronize, as in OpenMP.
 *
 * @param <T> the type of the local
 */
public final class Shared<T> {
  /** What the local holds. */
  public T value;

  /** A local without an initialiser. */
  public Shared() {}

  /**
   * A local with an initialiser.
   *
   * @param value what the local holds first
   */
  public Shared(T value) {
    this.value = value;
  }

  /** A shared {@code boolean}. */
  public static final class Boolean {
    /** What the local holds. */
    public boolean value;

    /** A local without an initialiser. */
    public Boolean() {}

    /**
     * A local with an initialiser.
     *
     * @param value what the local holds first
     */
    public Boolean(boolean value) {
      this.value = value;
    }
  }

  /** A shared {@code byte}. */
  public static final class Byte {
    /** What the local holds. */
    public byte value;

    /** A local without an initialiser. */
    public Byte() {}

    /**
     * A local with an initialiser.
     *
     * @param value what the local holds first
     */
    public Byte(byte value) {
      this.value = value;
    }
  }

  /** A shared {@code short}. */
  public static final class Short {
    /** What the local holds. */
    public short value;

    /** A local without an initialiser. */
    public Short() {}

    /**
     * A local with an initialiser.
     *
     * @param value what the local holds first
     */
    public Short(short value) {
      this.value = value;
    }
  }

  /** A shared {@code char}. */
  public static final class Char {
    /** What the local holds. */
    public char value;

    /** A local without an initialiser. */
    public Char() {}

    /**
     * A local with an initialiser.
     *
     * @param value what the local holds first
     */
    public Char(char value) {
      this.value = value;
    }
  }

  /** A shared {@code int}. */
  public static final class Int {
    /** What the local holds. */
    public int value;

    /** A local without an initialiser. */
    public Int() {}

    /**
     * A local with an initialiser.
     *
     * @param value what the local holds first
     */
    public Int(int value) {
      this.value = value;
    }
  }

  /** A shared {@code long}. */
  public static final class Long {
    /** What the local holds. */
    public long value;

    /** A local without an initialiser. */
    public Long() {}

    /**
     * A local with an initialiser.
     *
     * @param value what the local holds first
     */
    public Long(long value) {
      this.value = value;
    }
  }

  /** A shared {@code float}. */
  public static final class Float {
    /** What the local holds. */
    public float value;

    /** A local without an initialiser. */
    public Float() {}

    /**
     * A local with an initialiser.
     *
     * @param value what the local holds first
     */
    public Float(float value) {
      this.value = value;
    }
  }

  /** A shared {@code double}. */
  public static final class Double {
    /** What the local holds. */
    public double value;

    /** A local without an initialiser. */
    public Double() {}

    /**
     * A local with an initialiser.
     *
     * @param value what the local holds first
     */
    public Double(double value) {
      this.value = value;
    }
  }

  /**
   * Boxes a local declared with {@code var}: its type need not have a name.
   *
   * @param <T> the inferred type
   * @param value what the local holds first
   * @return its box
   */
  public static <T> Shared<T> of(T value) {
    return new Shared<>(value);
  }

  /**
   * Boxes a {@code boolean} declared with {@code var}.
   *
   * @param value what the local holds first
   * @return its box
   */
  public static Boolean of(boolean value) {
    return new Boolean(value);
  }

  /**
   * Boxes a {@code byte} declared with {@code var}.
   *
   * @param value what the local holds first
   * @return its box
   */
  public static Byte of(byte value) {
    return new Byte(value);
  }

  /**
   * Boxes a {@code short} declared with {@code var}.
   *
   * @param value what the local holds first
   * @return its box
   */
  public static Short of(short value) {
    return new Short(value);
  }

  /**
   * Boxes a {@code char} declared with {@code var}.
   *
   * @param value what the local holds first
   * @return its box
   */
  public static Char of(char value) {
    return new Char(value);
  }

  /**
   * Boxes a {@code int} declared with {@code var}.
   *
   * @param value what the local holds first
   * @return its box
   */
  public static Int of(int value) {
    return new Int(value);
  }

  /**
   * Boxes a {@code long} declared with {@code var}.
   *
   * @param value what the local holds first
   * @return its box
   */
  public static Long of(long value) {
    return new Long(value);
  }

  /**
   * Boxes a {@code float} declared with {@code var}.
   *
   * @param value what the local holds first
   * @return its box
   */
  public static Float of(float value) {
    return new Float(value);
  }

  /**
   * Boxes a {@code double} declared with {@code var}.
   *
   * @param value what the local holds first
   * @return its box
   */
  public static Double of(double value) {
    return new Double(value);
  }
}
