package dev.hocket.compiler.resume;

import dev.hocket.directives.jdk.JdkWaits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Makes those methods of a class resumable that are marked or contain marked calls. */
public final class Resumption {
  private final ClassNode type;
  private final LambdaTwins lambdas;
  private final Resumers resumers;
  private final Holders holders;
  private final Map<String, String> waits;
  private final Map<MethodNode, ResumableMethod> resumable = new HashMap<>();
  private boolean changed;

  private Resumption(ClassNode type, Functions functions, Set<String> hidden) {
    this.type = type;
    this.holders = new Holders(type, hidden);
    this.lambdas = LambdaTwins.implement(type, functions);
    this.resumers = new Resumers(type, holders);
    this.waits = functions.waits();
    this.changed = !lambdas.entries().isEmpty();
  }

  /**
   * The result of translating a class file.
   *
   * @param classFile the translated class file
   * @param added generated classes that belong beside it, by name
   */
  public record Result(byte[] classFile, Map<String, byte[]> added) {}

  /**
   * Translates a class file.
   *
   * @param classFile the class file that javac has written
   * @param functions facts about functions that the class file does not contain
   * @param hidden internal names of the classes that it cannot access
   * @return the result, with the same array if there is nothing to translate
   * @throws RefusedMethodException if a method cannot be made resumable
   */
  public static Result of(byte[] classFile, Functions functions, Set<String> hidden)
      throws RefusedMethodException {
    ClassNode type = new ClassNode();
    ClassReader before = new ClassReader(classFile);
    before.accept(type, ClassReader.EXPAND_FRAMES);
    Resumption resumption = new Resumption(type, functions, hidden);
    for (MethodNode method : List.copyOf(type.methods)) {
      resumption.translate(method);
    }
    functions.shared().getOrDefault(type.name, List.of()).forEach(resumption::addShared);
    Map<String, byte[]> added = new LinkedHashMap<>();
    List<ClassNode> beside = new ArrayList<>(resumption.lambdas.entries());
    beside.addAll(resumption.holders.classes());
    for (ClassNode each : beside) {
      added.put(each.name.replace('/', '.'), Limits.write(each));
    }
    return new Result(
        resumption.changed ? Limits.write(type, before, resumption::costliest) : classFile, added);
  }

  private Optional<CostlyLine> costliest(MethodNode method) {
    return Optional.ofNullable(resumable.get(method)).flatMap(ResumableMethod::costliest);
  }

  private void translate(MethodNode method) throws RefusedMethodException {
    if (Methods.isAccessor(method) && !Twin.fits(method)) {
      return;
    }
    if (Methods.isAccessor(method) || isResumableBridge(method)) {
      Forwarder.toTwin(type, method).ifPresent(this::add);
    } else if (Methods.isBodiless(method)) {
      if (Methods.isMarkedResumable(method)) {
        add(Forwarder.toPlain(type, method));
      }
    } else {
      translateCode(method);
    }
  }

  /** Adds a twin that calls the plain method, where several interfaces have a twin. */
  private void addShared(String signature) {
    int descriptor = signature.indexOf('(');
    String name = signature.substring(0, descriptor);
    MethodNode plain = new MethodNode();
    plain.access = Opcodes.ACC_PUBLIC;
    plain.name = name;
    plain.desc = signature.substring(descriptor);
    plain.exceptions = List.of();
    add(Forwarder.toPlain(type, plain));
  }

  private static boolean isResumableBridge(MethodNode method) {
    return Methods.is(method, Opcodes.ACC_BRIDGE) && Methods.isMarkedResumable(method);
  }

  private void translateCode(MethodNode method) throws RefusedMethodException {
    Marks marks = Marks.takeFrom(type, method);
    marks.awaited().forEach(call -> callJdkWaits(method, call));
    changed |= !marks.waited().isEmpty() || !marks.awaited().isEmpty();
    Entry.waitFor(type, method, marks.waited());
    changed |= hide(method, Names.TAG_SCOPE);
    if (Methods.isBlock(method)) {
      changed |= hide(method, Names.COROUTINE_TYPE);
      suspend(method, marks.awaited());
    } else if (Methods.isMarkedResumable(method) || !marks.awaited().isEmpty()) {
      if (!Twin.fits(method)) {
        int line = Positions.firstLine(method);
        throw RefusedMethodException.tooManyParameters(method.name, line);
      }
      MethodNode entry = Twin.takeCodeOf(method);
      if (!lambdas.hasOnlyTwin(method)) {
        Entry.write(type, entry, Positions.firstLine(method));
        add(entry);
      }
      suspend(method, marks.awaited());
    }
  }

  /** Replaces an awaited call of a waiting method of the JDK by a call of {@link JdkWaits}. */
  private void callJdkWaits(MethodNode caller, MethodInsnNode call) {
    String ofJdk = waits.get(call.owner + "." + call.name + call.desc);
    if (ofJdk != null && call.getOpcode() != Opcodes.INVOKESTATIC) {
      call.setOpcode(Opcodes.INVOKESTATIC);
      call.owner = Names.JDK_WAITS;
      call.desc = "(L" + ofJdk + ";" + call.desc.substring(1);
      call.itf = false;
      narrowResult(caller, call);
    }
  }

  /** Casts the result to that of a method which overrides the JDK's with a more special one. */
  private static void narrowResult(MethodNode caller, MethodInsnNode call) {
    Type result = Call.resultOf(call.desc);
    if (result.getSort() >= Type.ARRAY && !result.getInternalName().equals(Names.OBJECT)) {
      Type[] parameters = Type.getArgumentTypes(call.desc);
      call.desc = Type.getMethodDescriptor(Type.getObjectType(Names.OBJECT), parameters);
      caller.instructions.insert(
          call, new TypeInsnNode(Opcodes.CHECKCAST, result.getInternalName()));
    }
  }

  private void suspend(MethodNode twin, List<MethodInsnNode> awaited)
      throws RefusedMethodException {
    ResumableMethod method = new ResumableMethod(type, twin, resumers, holders);
    InsnList dispatch = method.suspendAt(awaited);
    resumable.put(twin, method);
    if (Guard.isNeeded(twin)) {
      Guard.insert(type, twin);
    }
    twin.instructions.insert(dispatch);
    Frames.separate(twin);
  }

  /**
   * Removes a generated variable from the variable table, so that debuggers show only the user's.
   */
  private static boolean hide(MethodNode method, Type generated) {
    return method.localVariables != null
        && method.localVariables.removeIf(
            v -> v.desc.equals(generated.getDescriptor()) && v.name.contains("$"));
  }

  private void add(MethodNode method) {
    type.methods.add(method);
    changed = true;
  }
}
