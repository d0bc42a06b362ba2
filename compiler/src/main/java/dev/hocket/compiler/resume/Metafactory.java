package dev.hocket.compiler.resume;

import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/**
 * The arguments of {@link LambdaMetafactory} that create a lambda or method reference.
 *
 * @param erased the erased type of the interface's method
 * @param code the method that runs: it gets the captured values, then the arguments
 * @param exact the type of the interface's method with the interface's type arguments
 * @param flags the flags for {@code altMetafactory}
 * @param markers additional interfaces
 * @param bridges additional types of the interface's method
 */
record Metafactory(
    Type erased, Handle code, Type exact, int flags, List<Type> markers, List<Type> bridges) {
  private static final String OWNER = Type.getInternalName(LambdaMetafactory.class);

  static final Handle SIMPLE =
      handle(
          "metafactory",
          MethodType.methodType(
              CallSite.class,
              MethodHandles.Lookup.class,
              String.class,
              MethodType.class,
              MethodType.class,
              MethodHandle.class,
              MethodType.class));

  private static final Handle ALTERNATIVE =
      handle(
          "altMetafactory",
          MethodType.methodType(
              CallSite.class,
              MethodHandles.Lookup.class,
              String.class,
              MethodType.class,
              Object[].class));

  private static Handle handle(String name, MethodType type) {
    return new Handle(Opcodes.H_INVOKESTATIC, OWNER, name, type.descriptorString(), false);
  }

  /** Reads the arguments from an instruction; empty if it creates something else. */
  static Optional<Metafactory> of(InvokeDynamicInsnNode node) {
    if (!node.bsm.getOwner().equals(OWNER)) {
      return Optional.empty();
    }
    List<Object> rest = new ArrayList<>(Arrays.asList(node.bsmArgs));
    Type erased = (Type) rest.removeFirst();
    Handle code = (Handle) rest.removeFirst();
    Type exact = (Type) rest.removeFirst();
    int flags = rest.isEmpty() ? 0 : (Integer) rest.removeFirst();
    List<Type> markers = list(flags, LambdaMetafactory.FLAG_MARKERS, rest);
    List<Type> bridges = list(flags, LambdaMetafactory.FLAG_BRIDGES, rest);
    return Optional.of(new Metafactory(erased, code, exact, flags, markers, bridges));
  }

  private static List<Type> list(int flags, int flag, List<Object> rest) {
    List<Type> list = new ArrayList<>();
    for (int n = (flags & flag) == 0 ? 0 : (Integer) rest.removeFirst(); n > 0; n--) {
      list.add((Type) rest.removeFirst());
    }
    return list;
  }

  boolean isSerializable() {
    return (flags & LambdaMetafactory.FLAG_SERIALIZABLE) != 0;
  }

  /** The descriptors of all types that the interface's method has. */
  List<String> descriptors() {
    List<String> descriptors = new ArrayList<>(List.of(erased.getDescriptor()));
    bridges.forEach(bridge -> descriptors.add(bridge.getDescriptor()));
    return descriptors;
  }

  /**
   * The arguments that create the twin of the interface's method.
   *
   * @param resumable the method whose twin runs
   * @param marker the name of an additional interface
   */
  Metafactory twin(Handle resumable, String marker) {
    Handle twin =
        new Handle(
            resumable.getTag(),
            resumable.getOwner(),
            resumable.getName(),
            Call.twinOf(resumable.getDesc()),
            resumable.isInterface());
    List<Type> twins = bridges.stream().map(Metafactory::twinOf).toList();
    return new Metafactory(twinOf(erased), twin, twinOf(exact), flags, markers, twins)
        .marked(marker);
  }

  /** A copy with an additional interface. */
  Metafactory marked(String marker) {
    List<Type> allMarkers = new ArrayList<>(markers);
    allMarkers.add(Type.getObjectType(marker));
    int withMarkers = flags | LambdaMetafactory.FLAG_MARKERS;
    return new Metafactory(erased, code, exact, withMarkers, allMarkers, bridges);
  }

  private static Type twinOf(Type method) {
    return Type.getMethodType(Call.twinOf(method.getDescriptor()));
  }

  /** Replaces the arguments of an instruction by these. */
  void writeTo(InvokeDynamicInsnNode node) {
    List<Object> arguments = new ArrayList<>(List.of(erased, code, exact, flags));
    addList(arguments, LambdaMetafactory.FLAG_MARKERS, markers);
    addList(arguments, LambdaMetafactory.FLAG_BRIDGES, bridges);
    node.bsm = ALTERNATIVE;
    node.bsmArgs = arguments.toArray();
  }

  private void addList(List<Object> arguments, int flag, List<Type> list) {
    if ((flags & flag) != 0) {
      arguments.add(list.size());
      arguments.addAll(list);
    }
  }
}
