package dev.hocket.directives;

/**
 * For code that Hocket compiled: boxes for local variables that are shared with a block and
 * assigned after their declaration. The variable is declared as a box, and {@link #value} is read
 * and written instead; everything else about the variable stays as the user wrote it.
 *
 * <p>The field is plain: the encounter of a block happens-before the block and the block
 * happens-before its synchronisation point, and between the two a program that shares a local must
 * synchronize, as in OpenMP.
 *
 * @param <T> the type of the variable
 */
public final class Shared<T> {
  /** The value of the variable. */
  public T value;

  /** Creates the box of a variable without an initialiser. */
  public Shared() {}

  /**
   * Creates the box of a variable with an initialiser.
   *
   * @param value the variable's first value
   */
  public Shared(T value) {
    this.value = value;
  }

  /** The box of a {@code boolean}. */
  public static final class Boolean {
    /** The value of the variable. */
    public boolean value;

    /** Creates the box of a variable without an initialiser. */
    public Boolean() {}

    /**
     * Creates the box of a variable with an initialiser.
     *
     * @param value the variable's first value
     */
    public Boolean(boolean value) {
      this.value = value;
    }
  }

  /** The box of a {@code byte}. */
  public static final class Byte {
    /** The value of the variable. */
    public byte value;

    /** Creates the box of a variable without an initialiser. */
    public Byte() {}

    /**
     * Creates the box of a variable with an initialiser.
     *
     * @param value the variable's first value
     */
    public Byte(byte value) {
      this.value = value;
    }
  }

  /** The box of a {@code short}. */
  public static final class Short {
    /** The value of the variable. */
    public short value;

    /** Creates the box of a variable without an initialiser. */
    public Short() {}

    /**
     * Creates the box of a variable with an initialiser.
     *
     * @param value the variable's first value
     */
    public Short(short value) {
      this.value = value;
    }
  }

  /** The box of a {@code char}. */
  public static final class Char {
    /** The value of the variable. */
    public char value;

    /** Creates the box of a variable without an initialiser. */
    public Char() {}

    /**
     * Creates the box of a variable with an initialiser.
     *
     * @param value the variable's first value
     */
    public Char(char value) {
      this.value = value;
    }
  }

  /** The box of an {@code int}. */
  public static final class Int {
    /** The value of the variable. */
    public int value;

    /** Creates the box of a variable without an initialiser. */
    public Int() {}

    /**
     * Creates the box of a variable with an initialiser.
     *
     * @param value the variable's first value
     */
    public Int(int value) {
      this.value = value;
    }
  }

  /** The box of a {@code long}. */
  public static final class Long {
    /** The value of the variable. */
    public long value;

    /** Creates the box of a variable without an initialiser. */
    public Long() {}

    /**
     * Creates the box of a variable with an initialiser.
     *
     * @param value the variable's first value
     */
    public Long(long value) {
      this.value = value;
    }
  }

  /** The box of a {@code float}. */
  public static final class Float {
    /** The value of the variable. */
    public float value;

    /** Creates the box of a variable without an initialiser. */
    public Float() {}

    /**
     * Creates the box of a variable with an initialiser.
     *
     * @param value the variable's first value
     */
    public Float(float value) {
      this.value = value;
    }
  }

  /** The box of a {@code double}. */
  public static final class Double {
    /** The value of the variable. */
    public double value;

    /** Creates the box of a variable without an initialiser. */
    public Double() {}

    /**
     * Creates the box of a variable with an initialiser.
     *
     * @param value the variable's first value
     */
    public Double(double value) {
      this.value = value;
    }
  }

  /**
   * Boxes a variable declared with {@code var}, whose type need not have a name.
   *
   * @param <T> the inferred type
   * @param value the variable's first value
   * @return the box
   */
  public static <T> Shared<T> of(T value) {
    return new Shared<>(value);
  }

  /**
   * Boxes a {@code boolean} declared with {@code var}.
   *
   * @param value the variable's first value
   * @return the box
   */
  public static Boolean of(boolean value) {
    return new Boolean(value);
  }

  /**
   * Boxes a {@code byte} declared with {@code var}.
   *
   * @param value the variable's first value
   * @return the box
   */
  public static Byte of(byte value) {
    return new Byte(value);
  }

  /**
   * Boxes a {@code short} declared with {@code var}.
   *
   * @param value the variable's first value
   * @return the box
   */
  public static Short of(short value) {
    return new Short(value);
  }

  /**
   * Boxes a {@code char} declared with {@code var}.
   *
   * @param value the variable's first value
   * @return the box
   */
  public static Char of(char value) {
    return new Char(value);
  }

  /**
   * Boxes an {@code int} declared with {@code var}.
   *
   * @param value the variable's first value
   * @return the box
   */
  public static Int of(int value) {
    return new Int(value);
  }

  /**
   * Boxes a {@code long} declared with {@code var}.
   *
   * @param value the variable's first value
   * @return the box
   */
  public static Long of(long value) {
    return new Long(value);
  }

  /**
   * Boxes a {@code float} declared with {@code var}.
   *
   * @param value the variable's first value
   * @return the box
   */
  public static Float of(float value) {
    return new Float(value);
  }

  /**
   * Boxes a {@code double} declared with {@code var}.
   *
   * @param value the variable's first value
   * @return the box
   */
  public static Double of(double value) {
    return new Double(value);
  }
}
