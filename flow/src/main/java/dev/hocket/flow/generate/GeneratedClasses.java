package dev.hocket.flow.generate;

import dev.hocket.flow.link.Invocations;
import dev.hocket.flow.walk.Thrown;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.SoftReference;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/**
 * Defines the classes of sections as hidden classes of this package. Runs of the same algorithm,
 * and sections with the same code, share a class, so that the JIT's work on it is reused.
 */
final class GeneratedClasses {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private static final MethodType CONSTRUCTOR = MethodType.methodType(void.class, Object[].class);
  private static final MethodType MAKER =
      MethodType.methodType(GeneratedCode.class, Object[].class);

  /** Most programs have fewer sections. A run keeps its own, also when they are dropped here. */
  private static final int MOST = 1_000;

  /**
   * Soft references: a generated class keeps the program's classes and their loader alive, which
   * may have to be unloaded.
   */
  private static SoftReference<Map<Key, GeneratedClasses>> known = new SoftReference<>(null);

  private final MethodHandle maker;

  /** Two classes are equal if their code and the methods it calls are equal. */
  private record Key(ByteBuffer code, List<Invocations.Target> targets) {}

  private GeneratedClasses(Key key) {
    Object[] handles = key.targets().stream().map(Invocations.Target::handle).toArray();
    try {
      MethodHandles.Lookup made =
          LOOKUP.defineHiddenClassWithClassData(key.code().array(), handles, false);
      maker = made.findConstructor(made.lookupClass(), CONSTRUCTOR).asType(MAKER);
    } catch (IllegalAccessException | NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  static synchronized GeneratedClasses of(byte[] code, List<Invocations.Target> targets) {
    return known().computeIfAbsent(new Key(ByteBuffer.wrap(code), targets), GeneratedClasses::new);
  }

  private static Map<Key, GeneratedClasses> known() {
    Map<Key, GeneratedClasses> classes = known.get();
    if (classes == null) {
      classes = new Recent<>(MOST);
      known = new SoftReference<>(classes);
    }
    return classes;
  }

  GeneratedCode make(Object[] values) {
    try {
      return (GeneratedCode) maker.invokeExact(values);
    } catch (Throwable t) {
      throw Thrown.sneak(t);
    }
  }
}
