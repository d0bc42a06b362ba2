package dev.hocket.compiler.resume;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Moves the creation of an object after the arguments of its constructor if one of these suspends.
 * An object whose constructor has not run has a type that cannot be passed on (JVMS 4.10.1.2), so
 * no frame could keep it.
 *
 * <p>javac generates {@code new T; dup; arguments; invokespecial <init>}. Here {@code new T; pop}
 * stays at the front, so that the class is initialised at the same time as before, and the rest
 * moves behind the arguments. Around a {@code switch} expression that contains a {@code try}, javac
 * keeps the objects in locals; these are removed as well.
 */
final class NewMover {
  private final String owner;
  private final MethodNode method;

  /**
   * The labels of the moved {@code new} instructions; the verifier names the new objects by them.
   */
  private final Set<Label> moved = new HashSet<>();

  private NewMover(String owner, MethodNode method) {
    this.owner = owner;
    this.method = method;
  }

  static void move(String owner, MethodNode method, List<MethodInsnNode> points) {
    NewMover mover = new NewMover(owner, method);
    mover.labelAll();
    mover.find(Set.copyOf(points));
    if (!mover.moved.isEmpty()) {
      Typing.walk(owner, method, mover::change);
      mover.dropFromFrames();
    }
  }

  /**
   * Gives each {@code new} a unique label. The first label between the previous instruction and the
   * {@code new} identifies the object. After an instruction between two such labels has been
   * removed, frames may name the second label, so it is replaced by the first.
   */
  private void labelAll() {
    Map<Object, LabelNode> firsts = new HashMap<>();
    for (AbstractInsnNode n : method.instructions.toArray()) {
      if (n.getOpcode() == Opcodes.NEW) {
        method.instructions.insertBefore(n, new LabelNode());
        List<LabelNode> labels = labelsBefore(n);
        labels.forEach(label -> firsts.put(label, labels.getLast()));
      }
    }
    changeFrames(type -> firsts.containsKey(type) ? firsts.get(type) : type);
  }

  /** The labels directly before an instruction, last one first. */
  private static List<LabelNode> labelsBefore(AbstractInsnNode n) {
    List<LabelNode> labels = new ArrayList<>();
    for (AbstractInsnNode before = n.getPrevious();
        before != null && before.getOpcode() < 0;
        before = before.getPrevious()) {
      if (before instanceof LabelNode label) {
        labels.add(label);
      }
    }
    return labels;
  }

  private void find(Set<AbstractInsnNode> points) {
    Typing.walk(
        owner,
        method,
        (n, types) -> {
          if (points.contains(n)) {
            types.stack().forEach(this::add);
            types.locals().forEach(this::add);
          }
        });
  }

  private void add(Object type) {
    if (type instanceof Label label) {
      moved.add(label);
    }
  }

  private void change(AbstractInsnNode n, Typing types) {
    switch (n.getOpcode()) {
      case Opcodes.DUP -> {
        if (moved.contains(types.stack().getLast())) {
          method.instructions.set(n, new InsnNode(Opcodes.POP));
        }
      }
      case Opcodes.ASTORE -> {
        if (moved.contains(types.stack().getLast())) {
          method.instructions.remove(n);
        }
      }
      case Opcodes.ALOAD -> {
        if (moved.contains(types.local(((VarInsnNode) n).var))) {
          method.instructions.remove(n);
        }
      }
      case Opcodes.INVOKESPECIAL -> changeConstruction((MethodInsnNode) n, types);
      default -> {
        // The instruction uses no object whose constructor has not run.
      }
    }
  }

  private void changeConstruction(MethodInsnNode call, Typing types) {
    List<Type> arguments = List.of(Type.getArgumentTypes(call.desc));
    int size = arguments.stream().mapToInt(Type::getSize).sum();
    if (!moved.contains(types.stackBelow(size).getLast())) {
      return;
    }
    Code code = new Code();
    code.storeAll(arguments, method.maxLocals);
    code.anew(Type.getObjectType(call.owner));
    code.dup();
    code.loadAll(arguments, method.maxLocals);
    method.maxLocals += size;
    method.instructions.insertBefore(call, code.instructions());
  }

  private void dropFromFrames() {
    for (AbstractInsnNode n : method.instructions) {
      if (n instanceof FrameNode frame) {
        frame.stack = frame.stack.stream().filter(type -> !isMoved(type)).toList();
      }
    }
    changeFrames(type -> isMoved(type) ? Opcodes.TOP : type);
  }

  private void changeFrames(UnaryOperator<Object> change) {
    for (AbstractInsnNode n : method.instructions) {
      if (n instanceof FrameNode frame) {
        frame.stack = frame.stack.stream().map(change).toList();
        frame.local = frame.local.stream().map(change).toList();
      }
    }
  }

  private boolean isMoved(Object frameType) {
    return frameType instanceof LabelNode label && moved.contains(label.getLabel());
  }
}
