package dev.hocket.compiler.resume;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Makes lambdas and method references resumable if they implement an async method. The object that
 * javac creates for such a lambda implements only the plain method, so an awaiting caller would
 * continue too early. This class changes the object to implement the twin. It inherits the plain
 * method, an entry to the twin, from a generated interface.
 */
final class LambdaTwins {
  private final ClassNode type;
  private final Functions functions;
  private final Map<Shape, ClassNode> entries = new LinkedHashMap<>();
  private final Set<MethodNode> implementing = new HashSet<>();

  /** The properties of an object that determine its generated interface. */
  private record Shape(
      List<String> implemented, String method, List<String> descriptors, int line) {}

  /**
   * Generated interfaces for objects that keep javac's method; they determine which of several
   * inherited twins the object has.
   */
  private final Map<Shape, ClassNode> deciders = new LinkedHashMap<>();

  private LambdaTwins(ClassNode type, Functions functions) {
    this.type = type;
    this.functions = functions;
  }

  /** Changes how a class creates such objects, and adds missing marks to calls in their code. */
  static LambdaTwins implement(ClassNode type, Functions functions) {
    LambdaTwins twins = new LambdaTwins(type, functions);
    for (MethodNode method : List.copyOf(type.methods)) {
      for (AbstractInsnNode n : method.instructions) {
        if (n instanceof InvokeDynamicInsnNode node) {
          Metafactory.of(node).ifPresent(lambda -> twins.implement(node, lambda));
        }
      }
    }
    return twins;
  }

  /** All generated interfaces. */
  List<ClassNode> entries() {
    return Stream.of(entries, deciders).flatMap(made -> made.values().stream()).toList();
  }

  /** Whether a lambda is called only through its twin. */
  boolean hasOnlyTwin(MethodNode lambda) {
    return implementing.contains(lambda);
  }

  private void implement(InvokeDynamicInsnNode node, Metafactory lambda) {
    String implemented = Call.resultOf(node.desc).getInternalName();
    if (!functions.interfaces().contains(implemented) || lambda.isSerializable()) {
      return;
    }
    Optional<MethodNode> own = own(lambda.code());
    Optional<Handle> resumable =
        own.isPresent() ? own.flatMap(m -> lambda(m, lambda)) : reference(lambda, node);
    if (resumable.isPresent()) {
      int line = own.map(Positions::firstLine).orElseGet(() -> Positions.line(node));
      Shape shape = new Shape(List.of(implemented), node.name, lambda.descriptors(), line);
      ClassNode entry = entries.computeIfAbsent(shape, this::entry);
      lambda.twin(resumable.get(), entry.name).writeTo(node);
    } else if (!lambda.markers().isEmpty() || functions.shared().containsKey(implemented)) {
      List<String> interfaces = new ArrayList<>(List.of(implemented));
      lambda.markers().forEach(marker -> interfaces.add(marker.getInternalName()));
      Shape shape = new Shape(interfaces, node.name, lambda.descriptors(), 0);
      lambda.marked(deciders.computeIfAbsent(shape, this::decider).name).writeTo(node);
    }
  }

  /** The method that javac has generated for a lambda. */
  private Optional<MethodNode> own(Handle code) {
    return type.methods.stream()
        .filter(method -> method.name.startsWith("lambda$"))
        .filter(method -> Methods.is(method, Opcodes.ACC_SYNTHETIC))
        .filter(method -> code.getOwner().equals(type.name))
        .filter(method -> code.getName().equals(method.name))
        .filter(method -> code.getDesc().equals(method.desc))
        .findFirst();
  }

  private Optional<Handle> lambda(MethodNode method, Metafactory lambda) {
    if (!Marks.awaits(method) && !markReference(method)) {
      return Optional.empty();
    }
    implementing.add(method);
    return Optional.of(lambda.code());
  }

  /**
   * Marks the call in a lambda that javac has generated for a method reference, such as {@code
   * super::m}. Apart from conversions, the lambda only makes that call, so the call is awaited.
   * Returns false for other lambdas; the calls of the user's lambdas have their own marks.
   */
  private boolean markReference(MethodNode lambda) {
    List<AbstractInsnNode> code = Arrays.asList(lambda.instructions.toArray());
    if (!lambda.tryCatchBlocks.isEmpty()
        || code.stream().anyMatch(JumpInsnNode.class::isInstance)) {
      return false;
    }
    List<MethodInsnNode> calls =
        code.stream()
            .filter(MethodInsnNode.class::isInstance)
            .map(MethodInsnNode.class::cast)
            .filter(call -> !call.owner.startsWith("java/"))
            .toList();
    if (calls.size() != 1) {
      return false;
    }
    MethodInsnNode call = calls.getFirst();
    boolean refers = functions.refersTo(call.owner, call.name, call.desc);
    if (refers) {
      lambda.instructions.insert(call, Marks.mark());
    }
    return refers;
  }

  private Optional<Handle> reference(Metafactory lambda, InvokeDynamicInsnNode node) {
    Handle code = lambda.code();
    if (!functions.refersTo(code.getOwner(), code.getName(), code.getDesc())) {
      return Optional.empty();
    }
    if (!ResultAdapter.isNeeded(lambda)) {
      return Optional.of(code);
    }
    String name = "lambda$" + code.getName() + "$result$" + type.methods.size();
    MethodNode adapter = ResultAdapter.of(lambda, name, Positions.line(node));
    type.methods.add(adapter);
    implementing.add(adapter);
    return Optional.of(
        new Handle(
            Opcodes.H_INVOKESTATIC, type.name, name, adapter.desc, Methods.isInterface(type)));
  }

  private ClassNode extending(Shape shape) {
    ClassNode entry = new ClassNode();
    entry.version = type.version;
    entry.access = Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT | Opcodes.ACC_SYNTHETIC;
    entry.name = type.name + "$$Resumable$" + (entries().size() + 1);
    entry.superName = Names.OBJECT;
    entry.interfaces = new ArrayList<>(shape.implemented());
    entry.sourceFile = type.sourceFile;
    return entry;
  }

  /**
   * Generates an interface whose twin takes precedence over those of several interfaces; it calls
   * the plain method.
   */
  private ClassNode decider(Shape shape) {
    ClassNode decider = extending(shape);
    for (String descriptor : shape.descriptors()) {
      MethodNode plain = method(Opcodes.ACC_PUBLIC, shape.method(), descriptor);
      decider.methods.add(Forwarder.toPlain(decider, plain));
    }
    return decider;
  }

  /** Generates an interface in which the plain method is an entry to the twin. */
  private ClassNode entry(Shape shape) {
    ClassNode entry = extending(shape);
    for (String descriptor : shape.descriptors()) {
      MethodNode plain = method(Opcodes.ACC_PUBLIC, shape.method(), descriptor);
      Entry.writeVirtual(entry, plain, shape.line());
      entry.methods.add(plain);
      int twin = Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_SYNTHETIC;
      entry.methods.add(method(twin, shape.method(), Call.twinOf(descriptor)));
    }
    return entry;
  }

  private static MethodNode method(int access, String name, String descriptor) {
    return new MethodNode(access, name, descriptor, null, null);
  }
}
