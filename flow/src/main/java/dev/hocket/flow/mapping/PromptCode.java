package dev.hocket.flow.mapping;

import dev.hocket.flow.state.Types;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Finds the methods whose code never waits: neither for another thread nor for anything outside the
 * program.
 */
// The code of a method, of the methods it calls and of the classes whose objects it makes may use
// only JDK methods that PromptMethods lists. A call through an interface is not followed: prompt
// code uses only objects that prompt code has made (PromptNodes checks the arguments), and all
// methods of a class whose objects it makes are checked. If a class file is missing or code does
// anything unknown, the method may wait.
final class PromptCode {
  private static final int MOST_METHODS = 2_000;

  private static final Set<String> FACTORIES =
      Set.of(
          "java/lang/invoke/LambdaMetafactory",
          "java/lang/invoke/StringConcatFactory",
          "java/lang/runtime/ObjectMethods",
          "java/lang/runtime/SwitchBootstraps");

  private static final Set<String> COLLECTIONS =
      Set.of("java/util/List", "java/util/Set", "java/util/Map");

  private static final String FLOW = "dev/hocket/flow/";

  /** The knowledge about a method. */
  enum Kind {
    /** The method never waits. */
    PROMPT,
    /** The method may wait, as far as is known. */
    UNKNOWN,
    /** The method calls one whose purpose is to wait. */
    WAITS
  }

  private static final ClassValue<Map<String, Kind>> KNOWN =
      new ClassValue<>() {
        @Override
        protected Map<String, Kind> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  private final ClassLoader loader;
  private final Map<String, ClassNode> classes = new HashMap<>();

  PromptCode(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * Finds out whether a function waits.
   *
   * @param owner the function's class
   * @param hasState whether an object of the class is made for it
   */
  Kind of(Class<?> owner, String name, String desc, boolean hasState) {
    return KNOWN
        .get(owner)
        .computeIfAbsent(
            name + desc, any -> new Walk().of(Type.getInternalName(owner), name, desc, hasState));
  }

  /**
   * Returns whether all methods of objects of a class never wait.
   *
   * @param exactly whether the objects are of that class, and not of one below it
   */
  boolean isPrompt(Class<?> type, boolean exactly) {
    return KNOWN
            .get(type)
            .computeIfAbsent(
                exactly ? "its objects" : "all objects", any -> new Walk().of(type, exactly))
        == Kind.PROMPT;
  }

  private static boolean isOfJdk(String type) {
    return type.startsWith("[")
        || type.startsWith("java/")
        || type.startsWith("javax/")
        || type.startsWith("jdk/")
        || type.startsWith("sun/")
        || type.startsWith("com/sun/");
  }

  private ClassNode find(String type) {
    if (!classes.containsKey(type)) {
      classes.put(type, read(type));
    }
    return classes.get(type);
  }

  private ClassNode read(String type) {
    try (InputStream in = loader == null ? null : loader.getResourceAsStream(type + ".class")) {
      if (in == null) {
        return null;
      }
      ClassNode node = new ClassNode();
      new ClassReader(in).accept(node, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
      return node;
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  /** A method whose code must be checked. */
  private record Body(ClassNode owner, MethodNode method) {}

  /** Follows the code of one function. */
  private final class Walk {
    private final Set<MethodNode> seen = new HashSet<>();
    private final Set<String> begun = new HashSet<>();
    private final Set<String> made = new HashSet<>();
    private final Set<Class<?>> known = new HashSet<>();
    private final Deque<Body> open = new ArrayDeque<>();
    private Kind kind = Kind.PROMPT;

    Kind of(String owner, String name, String desc, boolean hasState) {
      begin(owner);
      if (hasState) {
        state(owner);
      }
      call(owner, name, desc);
      for (Type parameter : Type.getArgumentTypes(desc)) {
        if (parameter.getSort() == Type.OBJECT && isEnum(parameter.getInternalName())) {
          begin(parameter.getInternalName());
        }
      }
      return followed();
    }

    Kind of(Class<?> type, boolean exactly) {
      if (exactly) {
        valueOf(type);
      } else {
        valuesOf(type);
      }
      return followed();
    }

    /** Checks all classes whose objects are of a type. */
    private void valuesOf(Class<?> type) {
      if (type.isArray()) {
        valuesOf(type.getComponentType());
        return;
      }
      if (!known.add(type) || isOfJdk(Type.getInternalName(type)) || type.isPrimitive()) {
        return;
      }
      valueOf(type);
      if (type.isSealed()) {
        for (Class<?> below : type.getPermittedSubclasses()) {
          valuesOf(below);
        }
      } else if (!Modifier.isFinal(type.getModifiers())) {
        unknown();
      }
    }

    /** Checks the class of an object that other code has made, and the objects in its fields. */
    private void valueOf(Class<?> type) {
      make(Type.getInternalName(type));
      for (Class<?> c = type; c != null; c = c.getSuperclass()) {
        for (Field field : c.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers())) {
            inside(field.getGenericType());
          }
        }
      }
    }

    private void inside(java.lang.reflect.Type field) {
      switch (field) {
        case Class<?> type -> valuesOf(type);
        case ParameterizedType of -> {
          inside(of.getRawType());
          for (java.lang.reflect.Type argument : of.getActualTypeArguments()) {
            inside(argument);
          }
        }
        case WildcardType any -> inside(any.getUpperBounds()[0]);
        default -> unknown();
      }
    }

    private Kind followed() {
      while (!open.isEmpty() && kind != Kind.WAITS) {
        if (seen.size() > MOST_METHODS) {
          unknown();
          break;
        }
        look(open.pop());
      }
      return kind;
    }

    private void unknown() {
      kind = kind == Kind.WAITS ? kind : Kind.UNKNOWN;
    }

    /**
     * Checks the object of the function. Only the parts of its class that the function uses count.
     */
    private void state(String owner) {
      call(owner, "<init>", "()V");
      ClassNode type = find(owner);
      if (type != null && !type.superName.equals("java/lang/Object")) {
        // A method of a superclass may call one of this class.
        make(owner);
      }
    }

    private void enqueue(ClassNode owner, MethodNode method) {
      if (seen.add(method)) {
        open.push(new Body(owner, method));
      }
    }

    /** Checks the initialisation of a class and of its superclasses. */
    private void begin(String type) {
      if (isOfJdk(type) || !begun.add(type)) {
        return;
      }
      ClassNode node = find(type);
      if (node == null) {
        unknown();
        return;
      }
      node.methods.stream()
          .filter(method -> method.name.equals("<clinit>"))
          .forEach(method -> enqueue(node, method));
      if (node.superName != null) {
        begin(node.superName);
      }
    }

    /**
     * Notes that an object of a class is made: code that knows only a supertype may call any of its
     * methods.
     */
    private void make(String type) {
      if (isOfJdk(type)) {
        if (!PromptMethods.mayBeExtended(type)) {
          unknown();
        }
        return;
      }
      if (!made.add(type)) {
        return;
      }
      begin(type);
      ClassNode node = find(type);
      if (node == null) {
        unknown();
        return;
      }
      node.methods.stream()
          .filter(method -> (method.access & Opcodes.ACC_STATIC) == 0)
          .forEach(method -> enqueue(node, method));
      if (node.superName != null) {
        make(node.superName);
      }
      node.interfaces.stream().filter(above -> !isOfJdk(above)).forEach(this::make);
    }

    private void call(String owner, String name, String desc) {
      if (isOfJdk(owner)) {
        switch (PromptMethods.kind(owner, name)) {
          case PROMPT -> {}
          case WAITS -> kind = Kind.WAITS;
          case UNKNOWN -> unknown();
        }
      } else if (!declared(owner, name, desc)) {
        unknown();
      }
    }

    /** Follows a call to where the method is declared; false if it is not found. */
    private boolean declared(String owner, String name, String desc) {
      ClassNode node = find(owner);
      if (node == null) {
        return false;
      }
      for (MethodNode method : node.methods) {
        if (method.name.equals(name) && method.desc.equals(desc)) {
          enqueue(node, method);
          return true;
        }
      }
      for (String above : node.interfaces) {
        if (!isOfJdk(above) && declared(above, name, desc)) {
          return true;
        }
      }
      String above = node.superName == null ? "java/lang/Object" : node.superName;
      if (!isOfJdk(above)) {
        return declared(above, name, desc);
      }
      call(above, name, desc);
      return true;
    }

    private void look(Body body) {
      if ((body.method().access & (Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_NATIVE)) != 0) {
        unknown();
      }
      for (AbstractInsnNode insn : body.method().instructions) {
        switch (insn) {
          case MethodInsnNode call -> {
            // The constants of an enum may have code of their own.
            if (call.getOpcode() == Opcodes.INVOKESTATIC || isEnum(call.owner)) {
              begin(call.owner);
            }
            call(call.owner, call.name, call.desc);
          }
          case FieldInsnNode field -> field(field);
          case InvokeDynamicInsnNode made -> made(made);
          case TypeInsnNode type when type.getOpcode() == Opcodes.NEW -> make(type.desc);
          case LdcInsnNode constant -> constant(constant.cst);
          default -> {
            if (insn.getOpcode() == Opcodes.MONITORENTER) {
              unknown();
            }
          }
        }
      }
    }

    private void constant(Object constant) {
      boolean plain =
          constant instanceof Number
              || constant instanceof String
              || constant instanceof Type type && type.getSort() != Type.METHOD;
      if (!plain) {
        unknown();
      }
    }

    private void made(InvokeDynamicInsnNode insn) {
      if (!FACTORIES.contains(insn.bsm.getOwner())) {
        unknown();
        return;
      }
      for (Object argument : insn.bsmArgs) {
        if (argument instanceof Handle handle && handle.getTag() >= Opcodes.H_INVOKEVIRTUAL) {
          if (handle.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
            make(handle.getOwner());
          }
          begin(handle.getOwner());
          call(handle.getOwner(), handle.getName(), handle.getDesc());
        }
      }
    }

    private void field(FieldInsnNode insn) {
      boolean isStatic =
          insn.getOpcode() == Opcodes.GETSTATIC || insn.getOpcode() == Opcodes.PUTSTATIC;
      if (isOfJdk(insn.owner)) {
        if (isStatic && !PromptMethods.isConstant(insn.owner)) {
          unknown();
        }
        return;
      }
      if (insn.owner.startsWith(FLOW) && insn.name.equals("END")) {
        return;
      }
      if (isStatic) {
        begin(insn.owner);
      }
      FieldNode field = declared(insn.owner, insn.name);
      if (field == null || (field.access & Opcodes.ACC_VOLATILE) != 0) {
        unknown();
      } else if (insn.getOpcode() == Opcodes.GETSTATIC
          && ((field.access & Opcodes.ACC_FINAL) == 0
              || !isConstant(field.desc) && !isOfStrings(insn.owner, field))) {
        // Another thread may change it, and the method may wait for that.
        unknown();
      }
    }

    /** Returns whether a static field holds an immutable collection of strings. */
    private boolean isOfStrings(String owner, FieldNode field) {
      ClassNode node = find(owner);
      boolean found = false;
      for (MethodNode method : node == null ? List.<MethodNode>of() : node.methods) {
        for (AbstractInsnNode insn : method.instructions) {
          if (insn instanceof FieldInsnNode put
              && put.getOpcode() == Opcodes.PUTSTATIC
              && put.owner.equals(owner)
              && put.name.equals(field.name)) {
            if (!makesOfStrings(put.getPrevious())) {
              return false;
            }
            found = true;
          }
        }
      }
      return found;
    }

    /** Returns whether an instruction is the last one of {@code List.of("a", "b")} or the like. */
    private boolean makesOfStrings(AbstractInsnNode insn) {
      if (!(insn instanceof MethodInsnNode of
          && of.getOpcode() == Opcodes.INVOKESTATIC
          && COLLECTIONS.contains(of.owner)
          && of.name.equals("of"))) {
        return false;
      }
      AbstractInsnNode argument = of;
      for (Type type : Type.getArgumentTypes(of.desc)) {
        argument = argument.getPrevious();
        if (type.getSort() != Type.OBJECT
            || !(argument instanceof LdcInsnNode constant && constant.cst instanceof String)) {
          return false;
        }
      }
      return true;
    }

    private FieldNode declared(String owner, String name) {
      ClassNode node = isOfJdk(owner) ? null : find(owner);
      if (node == null) {
        return null;
      }
      for (FieldNode field : node.fields) {
        if (field.name.equals(name)) {
          return field;
        }
      }
      for (String above : node.interfaces) {
        FieldNode found = declared(above, name);
        if (found != null) {
          return found;
        }
      }
      return node.superName == null ? null : declared(node.superName, name);
    }

    /** Returns whether values of a type never change. */
    private boolean isConstant(String desc) {
      Type type = Type.getType(desc);
      if (type.getSort() != Type.OBJECT) {
        return type.getSort() != Type.ARRAY
            // The array of an enum's constants, which only its own code sees.
            || desc.startsWith("[L") && isEnum(type.getElementType().getInternalName());
      }
      try {
        Class<?> known = Class.forName(type.getClassName(), false, loader);
        return Types.isImmutable(known) && !Types.hasElements(known);
      } catch (ClassNotFoundException | LinkageError e) {
        return false;
      }
    }

    private boolean isEnum(String type) {
      ClassNode node = isOfJdk(type) ? null : find(type);
      return node != null && (node.access & Opcodes.ACC_ENUM) != 0;
    }
  }
}
