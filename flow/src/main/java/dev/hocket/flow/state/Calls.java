package dev.hocket.flow.state;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The effects of calls: calls of the program's methods are followed, those of JDK methods looked up
 * in {@link JdkMethods}, and lambdas run where they are called. All other code is unknown.
 */
final class Calls {
  private static final int MOST_PARAMETERS = 4;

  private final StateAnalysis analysis;
  private final Knowledge known;
  private final ClassFiles files;
  private final String self;
  private final Program program;

  /** An argument that is an object of the analysed class itself; null if there is none. */
  private Place own;

  Calls(StateAnalysis analysis, ClassFiles files, String self) {
    this.analysis = analysis;
    this.known = analysis.known();
    this.files = files;
    this.self = self;
    this.program = new Program(files, self);
  }

  /** Returns the value of a call. */
  StateValue call(Code.Site site, List<StateValue> values) {
    StateValue result = called(site, values);
    Type type = Type.getReturnType(site.desc());
    if (type == Type.VOID_TYPE) {
      return null;
    }
    if (analysis.types().isHarmless(type)) {
      analysis.staticUse().noteDropped(type, result);
      return analysis.types().as(type, result);
    }
    return analysis.staticUse().constants(type, result);
  }

  private StateValue called(Code.Site site, List<StateValue> values) {
    if (site.owner().equals("java/lang/Object") && site.name().equals("<init>")) {
      return StateValue.CLEAN;
    }
    boolean isVirtual =
        site.opcode() == Opcodes.INVOKEVIRTUAL || site.opcode() == Opcodes.INVOKEINTERFACE;
    if (isVirtual && !site.owner().startsWith("[")) {
      return virtual(site, values);
    }
    return exact(site, values);
  }

  /** Follows a call of one method: static, of a constructor, private, or of a superclass. */
  private StateValue exact(Code.Site site, List<StateValue> values) {
    if (StateTypes.isOfJdk(site.owner())) {
      return jdk(site, values);
    }
    StateValue result = follow(site.owner(), site, values);
    if (result == null) {
      // A native method, or one that is missing.
      analysis.staticUse().noteAny();
    }
    return result != null ? result : unknown(site, values);
  }

  private StateValue follow(String owner, Code.Site site, List<StateValue> values) {
    return isOfLibrary(owner) && values.stream().noneMatch(this::leadsToState)
        ? ofLibrary(site, values)
        : analysis.run(owner, site.name(), site.desc(), values);
  }

  private boolean leadsToState(StateValue value) {
    return known.reach(value).stream().anyMatch(place -> place.isState() && !place.isShareable());
  }

  boolean isOfLibrary(String type) {
    return program.isLibrary(type);
  }

  /** Calls library code that gets no state: it may change all its arguments, and connect them. */
  private StateValue ofLibrary(Code.Site site, List<StateValue> values) {
    StateValue all = analysis.unknowns().of(site.result());
    for (StateValue value : values) {
      if (value.size() == 1) {
        all = all.or(afterUnknown(value));
        analysis.changeByLibrary(value);
      }
    }
    analysis.puts().connect(all);
    analysis.unknowns().noteThrown(all);
    return all;
  }

  void setOwn(Place argument) {
    own = argument;
  }

  /** Follows a call that the class of the receiver decides. */
  private StateValue virtual(Code.Site site, List<StateValue> values) {
    StateValue receiver = values.getFirst();
    if (own != null && receiver.equals(StateValue.of(own)) && isOfProgram(site.owner())) {
      StateValue found = follow(self, site, values);
      if (found != null) {
        return found;
      }
    }
    StateValue objects = known.objects(receiver);
    StateValue result = StateValue.CLEAN;
    boolean isOpen = objects.other() || objects.made().isEmpty();
    Set<String> done = new LinkedHashSet<>();
    for (Made made : objects.made()) {
      if (made.isLambda() && made.function().equals(site.name())) {
        result = result.or(lambda(made, values.subList(1, values.size()), site));
      } else if (isOfProgram(made.type()) && done.add(made.type())) {
        StateValue found = follow(made.type(), site, values);
        found = found == null ? inherited(made, site, values) : found;
        isOpen |= found == null;
        result = found == null ? result : result.or(found);
      } else {
        isOpen |= !isOfProgram(made.type());
      }
    }
    List<StateValue> others = new ArrayList<>(values);
    if (receiver.places().contains(Place.SELF)) {
      boolean isOverridable = files.isOverridable(site.owner(), site.name(), site.desc());
      StateValue found = follow(isOverridable ? self : site.owner(), site, values);
      if (found != null && receiver.equals(StateValue.of(Place.SELF))) {
        return result.or(found);
      }
      if (found != null) {
        result = result.or(found);
        others.set(0, receiver.without(Place.SELF));
      }
    }
    result = result.or(StateValue.of(receiver.unnamed()));
    return isOpen ? result.or(open(site, others)) : result;
  }

  /**
   * Follows a call of a method that a class of the program inherits from one of the JDK; null if
   * the method is unknown. That class may call methods that the program overrides, with all its
   * objects.
   */
  private StateValue inherited(Made made, Code.Site site, List<StateValue> values) {
    String above = made.type();
    List<ClassNode> own = new ArrayList<>();
    while (above != null && isOfProgram(above)) {
      ClassNode type = files.find(above);
      if (type == null || files.declaring(above, site.name(), site.desc()) != null) {
        return null;
      }
      own.add(type);
      above = type.superName;
    }
    if (above == null || JdkMethods.find(above, site.name(), site.desc()) == null) {
      return null;
    }
    Code.Site inJdk =
        new Code.Site(site.opcode(), above, site.name(), site.desc(), site.at(), site.result());
    StateValue result = jdk(inJdk, values);
    StateValue given = known.contents(values.getFirst());
    for (StateValue value : values.subList(1, values.size())) {
      given = value.size() == 1 ? given.or(value).or(known.contents(value)) : given;
    }
    for (ClassNode type : own) {
      result = result.or(runAll(type, values.getFirst(), given, Calls::isOfObject));
    }
    return result;
  }

  private static boolean isOfProgram(String type) {
    return !StateTypes.isOfJdk(type);
  }

  /** Follows a call whose receiver is not known to be an object that the function has made. */
  private StateValue open(Code.Site site, List<StateValue> values) {
    if (StateTypes.isOfJdk(site.owner())) {
      return jdk(site, values);
    }
    StateValue declared = follow(site.owner(), site, values);
    boolean isClosed =
        analysis.reads().isAsDeclared(site.owner())
            || !files.isOverridable(site.owner(), site.name(), site.desc());
    if (declared != null && isClosed) {
      return declared;
    }
    Set<String> kinds = files.kinds(site.owner());
    if (!kinds.isEmpty()) {
      return ofKinds(kinds, site, values);
    }
    StateValue unknown = unknown(site, values);
    return declared == null ? unknown : declared.or(unknown);
  }

  /** Follows a call of a method in all classes that the receiver may have. */
  private StateValue ofKinds(Set<String> kinds, Code.Site site, List<StateValue> values) {
    StateValue result = StateValue.CLEAN;
    for (String kind : kinds) {
      StateValue found = follow(kind, site, values);
      result = result.or(found == null ? unknown(site, values) : found);
    }
    return result;
  }

  /** Calls code that may keep, change and return all its arguments. */
  StateValue unknown(Code.Site site, List<StateValue> values) {
    boolean hasReceiver = site.opcode() != Opcodes.INVOKESTATIC;
    StateValue result = analysis.unknowns().of(site.result());
    for (int i = 0; i < values.size(); i++) {
      StateValue value = values.get(i);
      int parameter = hasReceiver ? i - 1 : i;
      if (!value.isShareable()
          && !files.isReadOnly(site.owner(), site.name(), site.desc(), parameter)) {
        leakToUnknown(site.at(), "passes to " + site.target() + Leaks.UNKNOWN, value);
        if (StateTypes.isOfJdk(site.owner()) || !isOfLibrary(site.owner())) {
          analysis.changeByOthers(value);
        } else {
          analysis.changeByLibrary(value);
        }
        result = result.or(afterUnknown(value));
      }
    }
    if (!analysis.reads().isReading()) {
      analysis.puts().connect(result);
      analysis.unknowns().noteThrown(result);
    }
    return result;
  }

  /**
   * Returns what code that is not known may make of a value. Counters and the like of the function
   * are taken to stay in what runs at the same time, such as a task that counts.
   */
  private StateValue afterUnknown(StateValue value) {
    Set<Place> reached = known.reach(value);
    return reached.stream().noneMatch(Place::isShareable)
        ? value.or(StateValue.of(reached))
        : StateValue.of(
                reached.stream()
                    .filter(place -> !place.isShareable())
                    .collect(Collectors.toUnmodifiableSet()))
            .or(StateValue.OTHER);
  }

  private void leakToUnknown(String at, String what, StateValue value) {
    analysis.leaks().addToUnknown(at, what, value);
  }

  // Lambdas.

  /** Returns the value of an invokedynamic instruction: a lambda, a text, a number. */
  StateValue dynamic(Code code, InvokeDynamicInsnNode insn, List<StateValue> values) {
    Type type = Type.getReturnType(insn.desc);
    if (!insn.bsm.getOwner().equals("java/lang/invoke/LambdaMetafactory")) {
      // Text, the components of a record, the case of a switch.
      Code.Site site =
          new Code.Site(Opcodes.INVOKESTATIC, "", insn.name, insn.desc, code.at(insn), null);
      analysis.reads().read(site, values, JdkMethods.READING);
      return analysis.types().isHarmless(type)
          ? StateValue.clean(type)
          : analysis.unknowns().of(code.unknown(insn));
    }
    Made lambda = code.lambda(insn);
    known.capture(lambda, values);
    if (!values.stream().allMatch(StateValue::isClean)) {
      analysis.noteKind(lambda.type());
    }
    return StateValue.of(lambda);
  }

  /** Runs the code of a lambda. */
  StateValue lambda(Made lambda, List<StateValue> arguments, Code.Site from) {
    List<StateValue> values = new ArrayList<>(known.captured(lambda));
    values.replaceAll(analysis.stores()::atAnyTime);
    Type[] shape = lambda.shape().getArgumentTypes();
    for (int i = 0; i < shape.length; i++) {
      StateValue given = i < arguments.size() ? arguments.get(i) : StateValue.OTHER;
      analysis.staticUse().noteDropped(shape[i], given);
      values.add(
          given.size() != shape[i].getSize()
              ? StateValue.clean(shape[i])
              : analysis.types().as(shape[i], given));
    }
    Handle handle = lambda.code();
    Type[] parameters = Type.getArgumentTypes(handle.getDesc());
    boolean isNew = handle.getTag() == Opcodes.H_NEWINVOKESPECIAL;
    boolean isStatic = handle.getTag() == Opcodes.H_INVOKESTATIC;
    int receivers = isStatic || isNew ? 0 : 1;
    for (int i = 0; i < parameters.length && i + receivers < values.size(); i++) {
      // Boxed on one side only.
      StateValue value = values.get(i + receivers);
      values.set(
          i + receivers,
          value.size() == parameters[i].getSize() ? value : StateValue.clean(parameters[i]));
    }
    if (isNew) {
      Made made = new Made(lambda.method(), lambda.instruction(), handle.getOwner());
      analysis.noteKind(made.type());
      analysis.staticUse().noteThreadVariable(Type.getObjectType(made.type()));
      values.addFirst(StateValue.of(made));
      call(at(handle, Opcodes.INVOKESPECIAL, from, made), values);
      return StateValue.of(made);
    }
    int opcode =
        switch (handle.getTag()) {
          case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
          case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
          case Opcodes.H_INVOKESPECIAL -> Opcodes.INVOKESPECIAL;
          default -> Opcodes.INVOKEVIRTUAL;
        };
    Type declared = Type.getReturnType(handle.getDesc());
    String type = declared.getSort() == Type.OBJECT ? declared.getInternalName() : "[";
    Made made = new Made(lambda.method(), -1 - lambda.instruction(), type);
    StateValue result = call(at(handle, opcode, from, made), values);
    if (result == null || result.size() == 2) {
      return StateValue.CLEAN;
    }
    analysis.staticUse().noteDropped(lambda.shape().getReturnType(), result);
    return analysis.types().as(lambda.shape().getReturnType(), result);
  }

  private static Code.Site at(Handle handle, int opcode, Code.Site from, Made made) {
    return new Code.Site(
        opcode, handle.getOwner(), handle.getName(), handle.getDesc(), from.at(), made);
  }

  /** Runs the functions that a value is or leads to, on given arguments. */
  StateValue runFunctions(StateValue functions, StateValue argument, Code.Site site) {
    StateValue result = StateValue.of(functions.unnamed());
    boolean isKnown = !known.objects(functions).other();
    StateValue before;
    do {
      before = result;
      for (Made function : known.madeIn(functions)) {
        // A function may get the result of another one, as in a collector.
        result = result.or(runFunction(function, argument.or(result), site));
      }
    } while (!result.equals(before));
    if (!isKnown) {
      leakToUnknown(site.at(), "passes to a function whose code is not known", argument);
      analysis.changeByOthers(argument);
      analysis.changeByOthers(functions);
      result = result.or(analysis.unknowns().of(site.result())).or(argument);
    }
    return result;
  }

  private StateValue runFunction(Made function, StateValue argument, Code.Site site) {
    if (function.isLambda()) {
      return lambda(function, Collections.nCopies(MOST_PARAMETERS, argument), site);
    }
    if (isOfProgram(function.type())) {
      return runAll(function, argument, site);
    }
    // A function of the JDK, identity(), returns its argument.
    return function.type().startsWith("java/util/function/") ? argument : StateValue.CLEAN;
  }

  /** Returns what the functions without parameters return that a value is or leads to. */
  StateValue supplied(StateValue functions, Code.Site site) {
    StateValue result = StateValue.CLEAN;
    for (Made function : known.madeIn(functions)) {
      ClassNode type = function.isLambda() ? null : files.find(function.type());
      if (function.isLambda() && function.shape().getArgumentCount() == 0) {
        result = result.or(lambda(function, List.of(), site));
      } else if (type != null) {
        result =
            result.or(runAll(type, StateValue.of(function), StateValue.CLEAN, Calls::supplies));
      }
    }
    return result;
  }

  private static boolean supplies(MethodNode method) {
    return isOfObject(method) && Type.getArgumentCount(method.desc) == 0;
  }

  /** Runs all methods that an object of the program may offer as a function. */
  private StateValue runAll(Made object, StateValue argument, Code.Site site) {
    ClassNode type = files.find(object.type());
    return type == null
        ? unknown(site, List.of(StateValue.of(object), argument))
        : runAll(type, StateValue.of(object), argument, Calls::isOfObject);
  }

  /** Runs all methods of a class that count, on an object. */
  StateValue runAll(
      ClassNode type, StateValue object, StateValue argument, Predicate<MethodNode> counts) {
    StateValue result = StateValue.CLEAN;
    StateValue receiver = analysis.stores().atAnyTime(object);
    for (MethodNode method : type.methods) {
      if (method.instructions.size() > 0 && counts.test(method)) {
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        List<StateValue> values = new ArrayList<>(isStatic ? List.of() : List.of(receiver));
        for (Type parameter : Type.getArgumentTypes(method.desc)) {
          analysis.staticUse().noteDropped(parameter, argument);
          values.add(analysis.types().as(parameter, argument));
        }
        StateValue found = analysis.run(type.name, method.name, method.desc, values);
        result = found.size() == 2 ? result : result.or(found);
      }
    }
    return result;
  }

  /** Returns whether a method is one that code calls on an object. */
  static boolean isOfObject(MethodNode method) {
    return (method.access & Opcodes.ACC_STATIC) == 0 && !method.name.startsWith("<");
  }

  // The JDK.

  private StateValue jdk(Code.Site site, List<StateValue> values) {
    boolean hasReceiver = site.opcode() != Opcodes.INVOKESTATIC;
    List<StateValue> numbered = new ArrayList<>(values);
    if (!hasReceiver) {
      numbered.addFirst(StateValue.CLEAN);
    }
    if (JdkSettings.mayChange(!hasReceiver, site.owner(), site.name(), site.desc())) {
      analysis.staticUse().noteSettings();
    }
    if (!hasReceiver) {
      analysis.staticUse().noteThreadVariable(Type.getReturnType(site.desc()));
    }
    if (JdkSettings.isLogger(site.owner())) {
      analysis.staticUse().noteLogging();
    }
    JdkMethods.Rule rule = JdkMethods.find(site.owner(), site.name(), site.desc());
    if (rule == null) {
      analysis.staticUse().noteReflection(site);
      StateValue result =
          values.stream().allMatch(StateValue::isClean)
              ? analysis.unknowns().of(site.result())
              : unknown(site, values);
      return result.or(analysis.staticUse().shared(site, !hasReceiver));
    }
    analysis.reads().read(site, numbered, rule);
    return new JdkCall(analysis, site, numbered).apply(rule);
  }
}
