package dev.hocket.events.model;

import static java.util.stream.Collectors.toSet;

import dev.hocket.events.choice.Choice;
import dev.hocket.events.waiting.Synchronization;
import dev.hocket.events.waiting.Waiter;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The points at which other threads may run in the middle of an operation of the library: before it
 * reads or writes a field that is not final, and at each spin. A copy of the library's classes
 * calls this class there; the run decides what the call does. Classes with a lock that parks are
 * left out, because the code that decides which thread continues may need that lock itself.
 */
public final class SwitchPoints {

  /** The action at such a point. */
  interface Points {
    default void read() {}

    /** Notes a write; accesses by a variable handle count too, although some of them only read. */
    default void write() {}

    /** Called in a loop that polls a condition, or that stops after some attempts. */
    default void look() {}
  }

  private static final Points NONE = new Points() {};

  /**
   * A field whose accessors count at the place of their call, because a caller with a lock that
   * parks must not be switched there.
   */
  private static final String WAITING_VALUE = Waiter.class.getName().replace('.', '/') + ".value";

  private static final ClassDesc HERE = SwitchPoints.class.describeConstable().orElseThrow();
  private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);

  private static volatile Points points = NONE;

  private SwitchPoints() {}

  /** Called by the library, on any thread. */
  public static void read() {
    if (Thread.currentThread().isVirtual()) {
      points.read();
    }
  }

  /** Called by the library, on any thread. */
  public static void write() {
    if (Thread.currentThread().isVirtual()) {
      points.write();
    }
  }

  /** Called by the library, on any thread. */
  public static void look() {
    if (Thread.currentThread().isVirtual()) {
      points.look();
    }
  }

  /** Sets the action of virtual threads at switch points from now on. */
  static void set(Points newPoints) {
    points = newPoints;
  }

  /**
   * Copies the classes of a package and of those below it that are not exported, with the calls in
   * them.
   */
  static void addTo(Path classes, String packageName, Path copy) throws IOException {
    ClassFile format =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(SwitchPoints.class.getClassLoader())));
    Path folder = Path.of(packageName.replace('.', '/'));
    List<ClassModel> models = new ArrayList<>();
    Path exported = classes.resolve(folder).resolve("io");
    try (Stream<Path> files = Files.walk(classes.resolve(folder))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        if (!file.startsWith(exported)) {
          models.add(format.parse(file));
        }
      }
    }
    Set<String> changing = new HashSet<>();
    models.forEach(model -> changingFields(model, changing));
    if (!changing.remove(WAITING_VALUE)) {
      throw new AssertionError("no field " + WAITING_VALUE);
    }
    Set<String> parking =
        models.stream().filter(SwitchPoints::parks).map(SwitchPoints::outermost).collect(toSet());
    models.removeIf(model -> parking.contains(outermost(model)));
    for (ClassModel model : models) {
      Path file = copy.resolve(model.thisClass().asInternalName() + ".class");
      Files.createDirectories(file.getParent());
      Files.write(file, format.transformClass(model, withCalls(changing)));
    }
  }

  private static boolean parks(ClassModel model) {
    return model.methods().stream().anyMatch(m -> m.flags().has(AccessFlag.SYNCHRONIZED))
        || model.fields().stream()
            .anyMatch(f -> f.fieldType().stringValue().startsWith("Ljava/util/concurrent/locks/"));
  }

  private static String outermost(ClassModel model) {
    return model.thisClass().asInternalName().replaceFirst("\\$.*", "");
  }

  private static void changingFields(ClassModel model, Set<String> found) {
    model.fields().stream()
        .filter(field -> !field.flags().has(AccessFlag.FINAL))
        .forEach(field ->
            found.add(model.thisClass().asInternalName() + "." + field.fieldName().stringValue()));
  }

  private static ClassTransform withCalls(Set<String> changing) {
    return ClassTransform.transformingMethodBodies((code, element) -> {
      point(element, changing).ifPresent(point -> code.invokestatic(HERE, point, NOTHING));
      code.with(element);
    });
  }

  private static Optional<String> point(CodeElement element, Set<String> changing) {
    return switch (element) {
      case InvokeInstruction call when isOf("java/lang/Thread", call) ->
          Optional.of("look").filter(look -> call.name().equalsString("onSpinWait"));
      case InvokeInstruction call when isOf("java/lang/invoke/VarHandle", call) ->
          Optional.of("write");
      case InvokeInstruction call when isOfWaiter(call) && call.name().equalsString("value") ->
          Optional.of("read");
      case InvokeInstruction call when isOfWaiter(call) && call.name().equalsString("setValue") ->
          Optional.of("write");
      case FieldInstruction access
          when changing.contains(
              access.owner().asInternalName() + "." + access.name().stringValue()) ->
          Optional.of(isRead(access) ? "read" : "write");
      default -> Optional.empty();
    };
  }

  private static boolean isOf(String owner, InvokeInstruction call) {
    return call.owner().asInternalName().equals(owner);
  }

  private static boolean isOfWaiter(InvokeInstruction call) {
    return Stream.of(Waiter.class, Synchronization.class, Choice.class)
        .anyMatch(type -> isOf(type.getName().replace('.', '/'), call));
  }

  private static boolean isRead(FieldInstruction access) {
    return access.opcode() == Opcode.GETFIELD || access.opcode() == Opcode.GETSTATIC;
  }
}
