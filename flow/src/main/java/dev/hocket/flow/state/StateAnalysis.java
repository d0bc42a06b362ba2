package dev.hocket.flow.state;

import dev.hocket.flow.state.Stores.Stored;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Finds out what a function does with its state, its arguments and static fields: whether
 * references to state get out, and which arguments it may change.
 */
// An abstract interpretation of the function and of all code of the program that it calls, with
// what is known of the JDK (JdkMethods). A value is a set of places (this.list, its contents, an
// argument, a static field) and of objects made by the code (Made). What made objects and fields
// hold is one knowledge for the whole run, which only grows: the run is repeated until it grows no
// more. Not knowing means leak: code that is not known may keep, change and return all it gets.
public final class StateAnalysis {
  private final String self;
  private final ClassFiles files;
  private final StateTypes types;
  private final Steps steps = new Steps();
  private final Knowledge known = new Knowledge(steps);
  private final Calls calls;
  private final Unknowns unknowns = new Unknowns(known);
  private final Stores stores = new Stores(known);
  private final Puts puts;

  private final Map<Run, StateValue> results = new HashMap<>();
  private final Effects effects = new Effects(known);
  private final JdkReads reads;
  private final StaticUse staticUse;
  private final Set<Object> analysed = new HashSet<>();
  private final Leaks leaks;
  private String entry;
  private boolean isAsync;

  private StateAnalysis(Class<?> owner, Class<? extends Annotation> readOnly) {
    this.self = Type.getInternalName(owner);
    this.files = new ClassFiles(owner.getClassLoader(), readOnly);
    this.types = new StateTypes(owner);
    this.leaks = new Leaks(known, types);
    this.reads = new JdkReads(this, owner.getClassLoader(), readOnly);
    this.calls = new Calls(this, files, self);
    this.staticUse = new StaticUse(this);
    this.puts = new Puts(this);
  }

  private static final ClassValue<Map<String, Summary>> KNOWN =
      new ClassValue<>() {
        @Override
        protected Map<String, Summary> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  /**
   * Analyses a function. Each is analysed once.
   *
   * @param readOnly the annotation that promises that a method only reads
   */
  public static Summary of(
      Class<?> owner,
      String method,
      String descriptor,
      boolean isStatic,
      Class<? extends Annotation> readOnly) {
    Map<String, Summary> known = KNOWN.get(owner);
    String key = method + descriptor;
    Summary found = known.get(key);
    if (found == null) {
      found = new StateAnalysis(owner, readOnly).run(method, descriptor, isStatic);
      known.put(key, found);
    }
    return found;
  }

  /**
   * Returns whether a method may change the object that it is called on, or a static field, as far
   * as is known.
   *
   * @param type the class of that object
   * @param asDeclared whether other objects are taken to be of the classes that the code declares
   */
  public static boolean mayChangeReceiver(
      Class<?> type, Method method, Class<? extends Annotation> readOnly, boolean asDeclared) {
    StateAnalysis analysis = new StateAnalysis(type, readOnly);
    if (asDeclared) {
      analysis.reads.begin(analysis.self);
    }
    return !method.isAnnotationPresent(readOnly)
        && analysis.changesReceiver(method.getName(), Type.getMethodDescriptor(method));
  }

  /** Returns whether a method changes nothing, uses no static field and keeps nothing. */
  static boolean changesNothing(
      Class<?> type, Method method, Class<? extends Annotation> readOnly) {
    StateAnalysis analysis = new StateAnalysis(type, readOnly);
    analysis.reads.begin(analysis.self);
    return !analysis.changesReceiver(method.getName(), Type.getMethodDescriptor(method))
        && analysis.effects.isNothing();
  }

  /** Begins an analysis of what code of a class does to static fields. */
  static StaticUse staticUse(Class<?> type, Class<? extends Annotation> readOnly) {
    return new StateAnalysis(type, readOnly).staticUse;
  }

  private boolean changesReceiver(String method, String descriptor) {
    List<StateValue> given = new ArrayList<>();
    Place receiver = Place.ofArgument(0);
    given.add(StateValue.of(receiver));
    calls.setOwn(receiver);
    int next = 1;
    for (Type parameter : Type.getArgumentTypes(descriptor)) {
      given.add(
          types.isHarmless(parameter)
              ? StateValue.clean(parameter)
              : StateValue.of(Place.ofArgument(next)));
      next++;
    }
    ClassNode in = files.declaring(self, method, descriptor);
    if (in == null || ClassFiles.method(in, method, descriptor).instructions.size() == 0) {
      return true;
    }
    try {
      StateValue result;
      do {
        known.startRound();
        analysed.clear();
        leaks.clear();
        result = run(self, method, descriptor, given);
      } while (known.grows());
      // Code that gets an iterator also only reads the collection.
      findLater(result, known.reach(result));
    } catch (Steps.TooLarge | StackOverflowError e) {
      return true;
    }
    return !leaks.all().isEmpty()
        || !staticUse.statics().isEmpty()
        || effects.changes(receiver.root());
  }

  private Summary run(String method, String descriptor, boolean isStatic) {
    try {
      return analyse(method, descriptor, isStatic);
    } catch (Steps.TooLarge | StackOverflowError e) {
      return nothingKnown(method, descriptor, isStatic, Leaks.TOO_LARGE);
    }
  }

  private Summary analyse(String method, String descriptor, boolean isStatic) {
    List<StateValue> given = new ArrayList<>();
    if (!isStatic) {
      given.add(StateValue.of(Place.SELF));
    }
    Type[] parameters = Type.getArgumentTypes(descriptor);
    for (int i = 0; i < parameters.length; i++) {
      given.add(
          types.isHarmless(parameters[i])
              ? StateValue.clean(parameters[i])
              : StateValue.of(Place.ofArgument(i)));
    }
    StateValue result;
    do {
      known.startRound();
      analysed.clear();
      leaks.clear();
      if (!isStatic) {
        run(self, "<init>", "()V", List.of(StateValue.of(Place.SELF)));
      }
      ClassNode in = files.declaring(self, method, descriptor);
      if (in == null || ClassFiles.method(in, method, descriptor).instructions.size() == 0) {
        return nothingKnown(method, descriptor, isStatic, Leaks.NO_CODE);
      }
      entry = in.name + "." + method + descriptor;
      isAsync = ClassFiles.isAsync(ClassFiles.method(in, method, descriptor));
      result = run(self, method, descriptor, given);
      known.fields().forEach(this::findRuledOut);
    } while (known.grows());
    Set<Place> reached = known.reach(result);
    List<String> found = leaks.all();
    boolean changesResult = findLater(result, reached);
    CodeUse code = staticUse.ofObjects(result);
    return new Summary(
        found,
        effects.use(result, reached, Place::isArgument, Place::argument),
        effects.use(result, reached, Place::isStatic, Place::staticName),
        staticUse.all(),
        staticUse.isAny(),
        result.other() || !result.made().isEmpty() || reached.stream().anyMatch(Place::isState),
        known.madeIn(result).stream()
            .anyMatch(made -> known.isUnsteady(made) || isTakenForSafe(made)),
        known.leadsToOther(result),
        code,
        changesResult);
  }

  /** Returns whether several threads may use an object as the type of a variable may say. */
  private boolean isTakenForSafe(Made made) {
    return made.isLambda()
        ? StateTypes.isOfJdk(made.type())
            && !known.captured(made).isEmpty()
            && types.isThreadSafe(Type.getObjectType(made.type()))
        : types.isTakenForSafe(made.type());
  }

  /** Finds objects in the collections of a field that its declaration rules out. */
  private void findRuledOut(String field) {
    for (Place at = Place.ofField(field); at.depth() < Place.DEEPEST; at = at.contents()) {
      Place inside = at.contents();
      boolean isFound =
          known.objects(StateValue.of(at)).made().stream()
              .filter(holder -> !holder.isLambda() && types.isCollection(holder.type()))
              .map(holder -> known.objects(known.contents(StateValue.of(holder))))
              .flatMap(inIt -> inIt.made().stream())
              .anyMatch(part -> !part.isLambda() && types.isRuledOut(inside, part.type()));
      known.note(isFound && types.distrust(field));
    }
  }

  /**
   * Finds what code in the result changes when the result is used; returns whether it may change
   * the result.
   */
  private boolean findLater(StateValue result, Set<Place> reached) {
    Set<Made> made = known.madeIn(result);
    StateValue given = StateValue.of(reached).or(StateValue.OTHER);
    Code.Site site = new Code.Site(0, self, "", "()V", self, null);
    effects.findLater(() -> {
      analysed.clear();
      reads.runLater(made, given, site);
    });
    return effects.changesAnyOf(known.madeIn(result));
  }

  private Summary nothingKnown(String method, String descriptor, boolean isStatic, String why) {
    Set<Place> state = isStatic ? Set.of() : types.mutableFields();
    List<String> leaks =
        state.isEmpty()
            ? List.of()
            : List.of(
                "%s.%s%s, which may keep %s"
                    .formatted(self.replace('/', '.'), method, why, Leaks.said(state)));
    return Summary.unknown(leaks, Type.getArgumentTypes(descriptor).length);
  }

  ClassFiles files() {
    return files;
  }

  StaticUse staticUse() {
    return staticUse;
  }

  void startRound() {
    known.startRound();
    analysed.clear();
  }

  StateTypes types() {
    return types;
  }

  /** Notes that the code makes an object of the program, of this type or below it. */
  void noteKind(String type) {
    known.note(types.doubt(type));
  }

  Knowledge known() {
    return known;
  }

  Unknowns unknowns() {
    return unknowns;
  }

  Puts puts() {
    return puts;
  }

  Stores stores() {
    return stores;
  }

  Steps steps() {
    return steps;
  }

  Calls calls() {
    return calls;
  }

  Leaks leaks() {
    return leaks;
  }

  Effects effects() {
    return effects;
  }

  JdkReads reads() {
    return reads;
  }

  /** An analysis of a method, for the same arguments. */
  private record Run(
      String way, String type, String name, String desc, List<StateValue> arguments) {}

  /**
   * Analyses a method of the program and returns what its result may be; null if it has no code.
   */
  StateValue run(String type, String name, String desc, List<StateValue> arguments) {
    ClassNode in = files.declaring(type, name, desc);
    MethodNode method = in == null ? null : ClassFiles.method(in, name, desc);
    if (method == null || method.instructions.size() == 0) {
      return null;
    }
    Run key = new Run(reads.way(), in.name, name, desc, List.copyOf(arguments));
    Runnable code = () -> known.join(results, key, result(in, method, arguments));
    if (files.isReadOnly(in.name, name, desc, -1)) {
      staticUse.trust(() -> once(key, code));
    } else {
      once(key, code);
    }
    return results.getOrDefault(key, StateValue.clean(Type.getReturnType(desc)));
  }

  /** Analyses code that may call itself: once in each round, for the same values. */
  void once(Object key, Runnable code) {
    Set<Stored> outer = stores.begin();
    if (analysed.add(key)) {
      code.run();
    }
    known.note(stores.addMethod(key));
    stores.end(outer);
  }

  private StateValue result(ClassNode in, MethodNode method, List<StateValue> arguments) {
    StateInterpreter interpreter =
        new StateInterpreter(this, new Code(in, method), locals(arguments, method));
    try {
      analyzer(interpreter).analyze(in.name, method);
    } catch (AnalyzerException e) {
      // The analyser wraps TooLarge.
      steps.check();
      throw new IllegalStateException("class " + in.name + " cannot be analysed: " + e, e);
    }
    return interpreter.result();
  }

  private Analyzer<StateValue> analyzer(StateInterpreter interpreter) {
    return new Analyzer<>(interpreter) {
      @Override
      protected Frame<StateValue> newFrame(int locals, int stack) {
        return new StateFrame(StateAnalysis.this, locals, stack);
      }

      @Override
      protected Frame<StateValue> newFrame(Frame<? extends StateValue> other) {
        return new StateFrame(StateAnalysis.this, other);
      }
    };
  }

  /** Returns the arguments by the number of the local variable. */
  private static List<StateValue> locals(List<StateValue> arguments, MethodNode method) {
    List<StateValue> locals = new ArrayList<>();
    for (StateValue argument : arguments) {
      locals.add(argument);
      if (argument.size() == 2) {
        locals.add(null);
      }
    }
    return locals;
  }

  void putStatic(FieldInsnNode insn, StateValue value, String at) {
    staticUse.noteWritten(insn);
    staticUse.noteGone(value);
    if (!leaks.add(at, "stores in static field " + insn.name, value)) {
      leaks.add(at + " writes static field " + insn.name + ", which all functions share");
    }
  }

  /** Notes that a value may be changed, with all that is in it. */
  void changeAll(StateValue value) {
    Set<StateValue> seen = new HashSet<>();
    for (StateValue in = value; seen.add(in); in = known.contents(in)) {
      effects.change(in);
    }
  }

  /** Notes that code that is not known gets a value, and may change all that it leads to. */
  void changeByOthers(StateValue value) {
    changeByOthers(value, false);
  }

  /**
   * Notes that a library gets a value, and may change all that it leads to; it is taken not to
   * change what static fields of the program hold.
   */
  void changeByLibrary(StateValue value) {
    changeByOthers(value, true);
  }

  private void changeByOthers(StateValue value, boolean isLibrary) {
    effects.changeMadeIn(value);
    staticUse.noteGone(value);
    for (Place place : known.reach(value)) {
      effects.call(place);
      if (!isLibrary || !place.isStatic()) {
        effects.change(place);
        effects.change(place.contents());
      }
    }
  }

  void returned(String at, Code code, StateValue value) {
    if (code.name().equals(entry) && isAsync) {
      // The flow takes the stage itself.
      leaks.addToUnknown(at, "returns", value);
    } else if (code.name().equals(entry)) {
      leaks.add(at, "returns", value);
    }
  }
}
