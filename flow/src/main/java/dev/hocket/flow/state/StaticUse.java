package dev.hocket.flow.state;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The static fields that an analysed function uses through code of objects: lambdas, and classes
 * whose objects it makes.
 */
// Which code calls these objects is not known, so all of them count.
final class StaticUse {
  /** Marks the end of a source's packets, and has no state. */
  private static final String END = "dev.hocket.flow.Flow.END";

  private final StateAnalysis analysis;

  /** The static fields that the code reads, unless their values never change. */
  private final Set<String> statics = new TreeSet<>();

  /**
   * The static fields that the code reads, whose values never change, but which may get others or
   * have code.
   */
  private final Set<String> variables = new TreeSet<>();

  /** The static fields that get other values. */
  private final Set<String> written = new TreeSet<>();

  /** The classes of the program whose objects the code makes, or gets from static fields. */
  private final Set<String> made = new TreeSet<>();

  /** The objects that the code makes and that other code may get. */
  private StateValue gone = StateValue.CLEAN;

  private boolean isAny;

  /** Whether the code that is analysed promises to change nothing. */
  private boolean isTrusted;

  StaticUse(StateAnalysis analysis) {
    this.analysis = analysis;
  }

  Set<String> statics() {
    return statics;
  }

  /** All static fields that the code uses. */
  Set<String> all() {
    Set<String> all = new TreeSet<>(statics);
    all.addAll(variables);
    all.addAll(written);
    return all;
  }

  boolean isAny() {
    return isAny;
  }

  /** Notes that the code may come to any static field, by reflection for instance. */
  void noteAny() {
    isAny |= !isTrusted;
  }

  /**
   * Notes that a method of the JDK without a rule may come to any static field, by reflection: it
   * gets, is of, or returns something that stands for classes, their members or their loaders.
   */
  void noteReflection(Code.Site site) {
    boolean isReflection =
        Stream.concat(
                Stream.of(Type.getObjectType(site.owner()), Type.getReturnType(site.desc())),
                Arrays.stream(Type.getArgumentTypes(site.desc())))
            .anyMatch(StaticUse::isReflective);
    if (isReflection) {
      noteAny();
    }
  }

  /** Notes that the code may change settings of the JVM. */
  void noteSettings() {
    noteChanged(Place.ofSettings());
  }

  /** Notes that the code makes an object, if that is a variable of threads. */
  void noteThreadVariable(Type type) {
    if (analysis.types().isThreadVariable(type)) {
      noteChanged(Place.ofThreadVariable());
    }
  }

  private void noteChanged(Place place) {
    if (!isTrusted) {
      analysis.known().note(statics, place.staticName());
      analysis.effects().change(place);
    }
  }

  /** Notes that the code may write a line to a logger. */
  void noteLogging() {
    if (!isTrusted) {
      analysis.known().note(statics, JdkSettings.LOGGING);
      analysis.effects().call(Place.ofLogging());
    }
  }

  /**
   * Returns the objects that all code can get, if the result of a method of the JDK without a rule
   * may be one: to change it is to change a setting.
   */
  StateValue shared(Code.Site site, boolean isStatic) {
    Type returned = Type.getReturnType(site.desc());
    if (isTrusted
        || analysis.types().isHarmless(returned)
        || !JdkSettings.mayReturnShared(isStatic, site.owner(), site.name(), site.desc())) {
      return StateValue.CLEAN;
    }
    Place settings = Place.ofSettings();
    analysis.known().note(statics, settings.staticName());
    return StateValue.of(settings);
  }

  /** Returns whether a type stands for classes, their members or their loaders. */
  static boolean isReflective(Type type) {
    String name = type.getClassName();
    return name.equals(Class.class.getName())
        || name.equals(ClassLoader.class.getName())
        || name.startsWith("java.lang.reflect.")
        || name.startsWith("java.lang.invoke.");
  }

  /** Returns what a static field holds. */
  StateValue get(FieldInsnNode insn) {
    Type type = Type.getType(insn.desc);
    if (isDoubtful(insn, type)) {
      analysis.noteKind(type.getInternalName());
    }
    if (analysis.types().isHarmless(type)) {
      noteMade(type);
      if (!analysis.calls().isOfLibrary(insn.owner)) {
        getHarmless(insn, type);
      }
      return StateValue.clean(type);
    }
    if (analysis.calls().isOfLibrary(insn.owner) && !StateTypes.isOfJdk(insn.owner)) {
      // The analysis takes libraries to protect their own static fields.
      return name(insn).equals(END) ? StateValue.CLEAN : StateValue.OTHER;
    }
    Place place = Place.ofStatic(insn.owner.replace('/', '.'), insn.name);
    analysis.known().note(statics, place.staticName());
    return StateValue.of(place);
  }

  /**
   * Returns whether a static field of the program may hold an object of the program, although its
   * type is one of the JDK that several threads may use.
   */
  private boolean isDoubtful(FieldInsnNode insn, Type declared) {
    if (!analysis.types().isThreadSafeData(declared)
        || !analysis.types().mayBeOfProgram(declared)
        || analysis.calls().isOfLibrary(insn.owner)) {
      return false;
    }
    ClassNode type = analysis.files().find(insn.owner);
    return type == null
        || analysis.files().isVariable(insn.owner, insn.name)
        || !Initialiser.isOfJdkOnly(analysis.types(), type, insn.name);
  }

  private void getHarmless(FieldInsnNode insn, Type type) {
    boolean mayHaveCode = analysis.types().mayBeOfProgram(type);
    if (analysis.types().isThreadSafeData(type)) {
      analysis.known().note(statics, name(insn));
    } else if (mayHaveCode || analysis.files().isVariable(insn.owner, insn.name)) {
      analysis.known().note(variables, name(insn));
    }
    if (mayHaveCode) {
      analysis.effects().call(Place.ofStatic(insn.owner.replace('/', '.'), insn.name));
    }
  }

  /** Returns a value of a type; if that is an enum of the program, it is one of the constants. */
  StateValue constants(Type type, StateValue value) {
    List<Field> constants = analysis.types().changingConstants(type);
    if (constants.isEmpty() || analysis.calls().isOfLibrary(type.getInternalName())) {
      return value;
    }
    StateValue found = value;
    for (Field constant : constants) {
      Place place = Place.ofStatic(constant.getDeclaringClass().getName(), constant.getName());
      analysis.known().note(statics, place.staticName());
      found = found.or(StateValue.of(place));
    }
    return found;
  }

  private static String name(FieldInsnNode insn) {
    return insn.owner.replace('/', '.') + "." + insn.name;
  }

  /** Runs code that promises to change nothing: it may look at objects by reflection. */
  void trust(Runnable code) {
    boolean outer = isTrusted;
    isTrusted = true;
    code.run();
    isTrusted = outer;
  }

  void noteWritten(FieldInsnNode insn) {
    analysis.known().note(written, name(insn));
  }

  /** Notes a class of which the code makes or gets objects that the analysis does not follow. */
  void noteMade(Type type) {
    if (!isTrusted && type.getSort() == Type.OBJECT) {
      noteMade(type.getInternalName());
    }
  }

  private void noteMade(String type) {
    if (!StateTypes.isOfJdk(type) && !analysis.calls().isOfLibrary(type)) {
      made.add(type.replace('/', '.'));
    }
  }

  /** Notes that code which is not known may get a value. */
  void noteGone(StateValue value) {
    if (isTrusted) {
      return;
    }
    StateValue after = gone.or(value.size() == 1 ? value : StateValue.CLEAN);
    analysis.known().note(!after.equals(gone));
    gone = after;
  }

  /** Notes that a value becomes one of a type whose objects the analysis does not follow. */
  void noteDropped(Type type, StateValue value) {
    if (!value.isClean()
        && analysis.types().isHarmless(type)
        && analysis.types().mayBeOfProgram(type)) {
      noteGone(value);
      value.places().forEach(analysis.effects()::call);
    }
  }

  /** Finds what the objects may use that the function makes and other code may get. */
  CodeUse ofObjects(StateValue result) {
    analysis.steps().restart();
    return find(() -> noteGone(result));
  }

  /** Finds what the methods of a class may use. */
  CodeUse ofMethods(Class<?> type) {
    String name = Type.getInternalName(type);
    Set<String> kinds = new LinkedHashSet<>(analysis.files().kinds(name));
    kinds.add(name);
    return find(() -> {
      analysis.reads().begin(name);
      kinds.forEach(this::runMethods);
    });
  }

  /**
   * Finds what code may use that names a class: it may call the static methods and constructors.
   */
  CodeUse ofStatics(Class<?> type) {
    ClassNode in = analysis.files().find(Type.getInternalName(type));
    return in == null ? CodeUse.ANY : find(() -> runStatics(in));
  }

  private void runStatics(ClassNode in) {
    StateValue object = StateValue.of(Place.ofArgument(0));
    StateValue others = StateValue.of(Place.ofArgument(1)).or(StateValue.OTHER);
    noteGone(analysis.calls().runAll(in, object, others, StaticUse::isOpenStatic));
  }

  private static boolean isOpenStatic(MethodNode method) {
    return (method.access & Opcodes.ACC_PUBLIC) != 0 && !Calls.isOfObject(method);
  }

  private void runMethods(String type) {
    StateValue object = StateValue.of(Place.ofArgument(0));
    StateValue others = StateValue.of(Place.ofArgument(1)).or(StateValue.OTHER);
    if (analysis.files().find(type) == null) {
      isAny = true;
    }
    for (ClassNode in : analysis.files().above(type)) {
      noteGone(
          analysis
              .calls()
              .runAll(
                  in, object, others, method -> Calls.isOfObject(method) && isOpen(method, in)));
    }
  }

  /**
   * Returns whether code may call a method that does not name its class, so that the analysis of
   * that code has not followed the call: Clojure calls public methods, others may override one, and
   * streams of objects call private ones.
   */
  private boolean isOpen(MethodNode method, ClassNode in) {
    boolean isWide = (method.access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0;
    boolean isPrivate = (method.access & Opcodes.ACC_PRIVATE) != 0;
    return isWide
        || (isPrivate
            ? analysis.types().isSerializable(in.name)
            : isDeclaredFrom(in.superName, method));
  }

  /** Returns whether a class or one above it declares a method; of those not found, some may. */
  private boolean isDeclaredFrom(String type, MethodNode method) {
    for (String above = type; above != null && !StateTypes.isOfJdk(above); ) {
      ClassNode node = analysis.files().find(above);
      if (node == null || ClassFiles.method(node, method.name, method.desc) != null) {
        return true;
      }
      above = node.superName;
    }
    return false;
  }

  /**
   * Finds what lambdas of a class may use that implement an interface.
   *
   * @param type the interface
   * @param captured the names of the classes of the values that they capture, sorted
   * @param mayBe whether a method may have their code
   */
  CodeUse ofLambdas(String around, String type, List<String> captured, Predicate<Handle> mayBe) {
    ClassNode in = analysis.files().find(around);
    if (in == null) {
      return CodeUse.ANY;
    }
    boolean isFound = false;
    for (MethodNode method : in.methods) {
      Code code = new Code(in, method);
      for (AbstractInsnNode insn : method.instructions) {
        if (insn instanceof InvokeDynamicInsnNode dynamic
            && dynamic.bsm.getOwner().equals("java/lang/invoke/LambdaMetafactory")
            && Type.getReturnType(dynamic.desc).getInternalName().equals(type)
            && Arrays.stream(Type.getArgumentTypes(dynamic.desc))
                .map(Type::getClassName)
                .sorted()
                .toList()
                .equals(captured)
            && mayBe.test((Handle) dynamic.bsmArgs[1])) {
          Made lambda = code.lambda(dynamic);
          analysis.known().capture(lambda, anyOf(Type.getArgumentTypes(dynamic.desc)));
          noteGone(StateValue.of(lambda));
          isFound = true;
        }
      }
    }
    return isFound ? find(() -> {}) : CodeUse.ANY;
  }

  /** Returns values of some types, which are not known otherwise. */
  private List<StateValue> anyOf(Type[] types) {
    return Arrays.stream(types)
        .map(type ->
            analysis.types().isHarmless(type)
                ? StateValue.clean(type)
                : StateValue.of(Place.ofArgument(0)))
        .toList();
  }

  /** Finds what code may use, and all lambdas that other code may get. */
  private CodeUse find(Runnable code) {
    StaticUse before = copy();
    clear();
    Set<Place> changed = Set.of();
    try {
      changed =
          analysis
              .effects()
              .ofStaticsOnly(() -> {
                do {
                  analysis.startRound();
                  code.run();
                  runLambdas();
                } while (analysis.known().grows());
              });
    } catch (Steps.TooLarge | StackOverflowError e) {
      isAny = true;
    }
    CodeUse found = found(changed);
    add(before);
    return found;
  }

  private void runLambdas() {
    for (Made one : analysis.known().madeIn(gone)) {
      if (one.isLambda()) {
        analysis.reads().runByOthers(one, site());
      } else {
        noteMade(one.type());
      }
    }
  }

  private StaticUse copy() {
    StaticUse copy = new StaticUse(analysis);
    copy.add(this);
    return copy;
  }

  private void clear() {
    statics.clear();
    variables.clear();
    written.clear();
  }

  private void add(StaticUse other) {
    statics.addAll(other.statics);
    variables.addAll(other.variables);
    written.addAll(other.written);
  }

  private Code.Site site() {
    return new Code.Site(0, "", "", "()V", "", null);
  }

  private CodeUse found(Set<Place> changed) {
    return new CodeUse(
        all(),
        names(changed, false),
        names(changed, true),
        Set.copyOf(written),
        isAny,
        Set.copyOf(made));
  }

  private static Set<String> names(Set<Place> places, boolean inside) {
    return places.stream()
        .filter(place -> inside == place.depth() > 0)
        .map(Place::staticName)
        .collect(Collectors.toSet());
  }
}
