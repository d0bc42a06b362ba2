package dev.hocket.flow.state;

import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;

/**
 * An object that the function makes, known by the instruction that makes it.
 *
 * @param method the method of the instruction
 * @param instruction the instruction's number in the method
 * @param type the internal name of the object's class, or of a JDK type above that class
 * @param code the code of a lambda or method reference, or null
 * @param function the name of the method by which the lambda is called, or null
 * @param shape the types of that method, or null
 */
record Made(String method, int instruction, String type, Handle code, String function, Type shape) {
  Made(String method, int instruction, String type) {
    this(method, instruction, type, null, null, null);
  }

  /** Only what is cheap and differs: sets of made objects are what an analysis works with most. */
  @Override
  public int hashCode() {
    return 31 * method.hashCode() + instruction;
  }

  /** Returns whether several threads may use the object, which has no contents: a counter. */
  boolean isShareable() {
    try {
      Class<?> found =
          isLambda() || !type.startsWith("java/util/")
              ? Object.class
              : Class.forName(type.replace('/', '.'));
      return Types.isChangingData(found) && !Types.hasElements(found);
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  boolean isLambda() {
    return code != null;
  }
}
