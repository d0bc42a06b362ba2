package dev.hocket.flow.state;

import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  /**
   * An analysis takes at most so many steps; a function that needs more counts as {@link
   * Summary#unknown}. A step is an instruction, or an object that a value leads to. The tests'
   * functions take at most 608; one that runs a flow leads through the engine and takes millions,
   * of 7 µs each.
   */
  private static final int MOST_STEPS = 100_000;

  private static final String WHAT_IS_IN = "what is in ";
  static final String UNKNOWN = ", which may keep it,";
  private static final String NO_CODE = " has no code that Hocket can read";
  private static final String TOO_LARGE = " calls more code than Hocket analyses";

  private final String self;
  private final ClassFiles files;
  private final StateTypes types;
  private final Calls calls;

  private final Map<Made, StateValue> held = new HashMap<>();

  /** What made objects lead to without giving it to those that ask for their elements. */
  private final Map<Made, StateValue> behind = new HashMap<>();

  private final Map<Made, List<StateValue>> captured = new HashMap<>();
  private final Map<Made, Set<String>> fieldsOf = new HashMap<>();

  /** For made objects that were put into arguments or what static fields hold, where they are. */
  private final Map<Made, Set<Place>> putInto = new HashMap<>();

  private final Map<String, StateValue> fields = new HashMap<>();
  private final Set<String> aliased = new HashSet<>();
  private final Map<String, StateValue> results = new HashMap<>();

  /** Arguments, and what static fields hold, that may be changed, or that the state leads to. */
  private final Set<Place> changed = new HashSet<>();

  private final Set<Place> kept = new HashSet<>();
  private final Set<String> statics = new TreeSet<>();
  private boolean grows;

  private int steps;
  private final Set<String> analysed = new HashSet<>();
  private final Set<String> leaks = new LinkedHashSet<>();
  private String entry;

  private StateAnalysis(Class<?> owner, Class<? extends Annotation> readOnly) {
    this.self = Type.getInternalName(owner);
    this.files = new ClassFiles(owner.getClassLoader(), readOnly);
    this.types = new StateTypes(owner);
    this.calls = new Calls(this, files, self);
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

  /** The analysis needs more than {@link #MOST_STEPS}. */
  private static final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooLarge() {
      super(null, null, false, false);
    }
  }

  /** Counts a step. */
  void step() {
    steps++;
    checkSteps();
  }

  private void checkSteps() {
    if (steps > MOST_STEPS) {
      throw new TooLarge();
    }
  }

  private Summary run(String method, String descriptor, boolean isStatic) {
    try {
      return analyse(method, descriptor, isStatic);
    } catch (TooLarge e) {
      return nothingKnown(method, descriptor, isStatic, TOO_LARGE);
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
      grows = false;
      analysed.clear();
      leaks.clear();
      if (!isStatic) {
        run(self, "<init>", "()V", List.of(StateValue.of(Place.SELF)));
      }
      ClassNode in = files.declaring(self, method, descriptor);
      if (in == null || ClassFiles.method(in, method, descriptor).instructions.size() == 0) {
        return nothingKnown(method, descriptor, isStatic, NO_CODE);
      }
      entry = in.name + "." + method + descriptor;
      result = run(self, method, descriptor, given);
    } while (grows);
    Set<Place> reached = reach(result);
    return new Summary(
        List.copyOf(leaks),
        use(result, reached, Place::isArgument, Place::argument),
        use(result, reached, Place::isStatic, Place::staticName),
        statics,
        false,
        result.other() || !result.made().isEmpty() || reached.stream().anyMatch(Place::isState));
  }

  private Summary nothingKnown(String method, String descriptor, boolean isStatic, String why) {
    Set<Place> state = isStatic ? Set.of() : types.mutableFields();
    List<String> leaks =
        state.isEmpty()
            ? List.of()
            : List.of(
                "%s.%s%s, which may keep %s"
                    .formatted(self.replace('/', '.'), method, why, said(state)));
    return Summary.unknown(leaks, Type.getArgumentTypes(descriptor).length);
  }

  /** What the function does to arguments or static fields. */
  private <T> Summary.Use<T> use(
      StateValue result, Set<Place> reached, Predicate<Place> isOne, Function<Place, T> name) {
    Map<T, Set<Part>> returned = new TreeMap<>();
    for (Place place : reached) {
      if (isOne.test(place)) {
        Part whole = result.places().contains(place) ? Part.IS : Part.AROUND;
        returned
            .computeIfAbsent(name.apply(place), any -> EnumSet.noneOf(Part.class))
            .add(place.depth() > 0 ? Part.OF : whole);
      }
    }
    return new Summary.Use<>(
        names(changed, isOne.and(place -> place.depth() == 0), name),
        names(changed, isOne.and(place -> place.depth() > 0), name),
        names(kept, isOne, name),
        returned);
  }

  private static <T> Set<T> names(
      Set<Place> places, Predicate<Place> isOne, Function<Place, T> name) {
    return places.stream().filter(isOne).map(name).collect(Collectors.toCollection(TreeSet::new));
  }

  StateTypes types() {
    return types;
  }

  Calls calls() {
    return calls;
  }

  /**
   * Analyses a method of the program and returns what its result may be; null if it has no code.
   */
  StateValue run(String type, String name, String desc, List<StateValue> arguments) {
    ClassNode in = files.declaring(type, name, desc);
    MethodNode method = in == null ? null : ClassFiles.method(in, name, desc);
    if (method == null || method.instructions.size() == 0) {
      return null;
    }
    String key = in.name + "." + name + desc + arguments;
    if (analysed.add(key)) {
      Code code = new Code(in, method);
      StateInterpreter interpreter = new StateInterpreter(this, code, locals(arguments, method));
      try {
        analyzer(interpreter).analyze(in.name, method);
      } catch (AnalyzerException e) {
        // The analyser wraps TooLarge.
        checkSteps();
        throw new IllegalStateException("class " + in.name + " cannot be analysed: " + e, e);
      }
      join(results, key, interpreter.result());
    }
    return results.getOrDefault(key, StateValue.clean(Type.getReturnType(desc)));
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

  /** The arguments by number of the local variable. */
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

  private <K> void join(Map<K, StateValue> map, K key, StateValue more) {
    StateValue before = map.get(key);
    StateValue after = before == null ? more : before.or(more);
    if (!after.equals(before)) {
      map.put(key, after);
      grows = true;
    }
  }

  private <T> void note(Set<T> set, T value) {
    grows |= set.add(value);
  }

  // Lambdas.

  /** Notes the values that a lambda captures, in their order. */
  void capture(Made lambda, List<StateValue> values) {
    List<StateValue> before = captured.get(lambda);
    List<StateValue> after = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      after.add(before == null ? values.get(i) : before.get(i).or(values.get(i)));
      if (values.get(i).size() == 1) {
        join(held, lambda, values.get(i));
      }
    }
    if (!after.equals(before)) {
      captured.put(lambda, after);
      grows = true;
    }
  }

  List<StateValue> captured(Made lambda) {
    return captured.getOrDefault(lambda, List.of());
  }

  // What values lead to.

  /** What is in a value: elements of a collection or array, fields of an object. */
  StateValue contents(StateValue of) {
    StateValue found = of.other() ? StateValue.OTHER : StateValue.CLEAN;
    for (Place place : of.places()) {
      found = found.or(StateValue.of(place.contents()));
    }
    for (Made made : of.made()) {
      found = found.or(held.getOrDefault(made, StateValue.CLEAN));
    }
    return found;
  }

  /** The objects that a value may be, those that fields hold included. */
  StateValue objects(StateValue value) {
    return objects(value, new HashSet<>());
  }

  private StateValue objects(StateValue value, Set<Place> seen) {
    StateValue found = new StateValue(1, Set.of(), value.made(), value.other());
    for (Place place : value.places()) {
      if (place.field() == null) {
        found = place.equals(Place.SELF) ? found : found.or(StateValue.OTHER);
      } else if (seen.add(place)) {
        found = found.or(at(place, seen));
      }
    }
    return found;
  }

  /** The objects that a field holds, or that are in what it holds. */
  private StateValue at(Place place, Set<Place> seen) {
    StateValue at = objects(fields.getOrDefault(place.field(), StateValue.CLEAN), seen);
    StateValue all = at;
    for (int i = 0; i < place.depth(); i++) {
      at = objects(contents(at), seen);
      all = all.or(at);
    }
    // The deepest place is all below.
    return place.depth() == Place.DEEPEST ? all : at;
  }

  /** All made objects that a value leads to. */
  Set<Made> madeIn(StateValue value) {
    Set<Made> found = new LinkedHashSet<>();
    List<Made> open = new ArrayList<>(objects(value).made());
    while (!open.isEmpty()) {
      Made made = open.removeLast();
      if (found.add(made)) {
        step();
        open.addAll(objects(held.getOrDefault(made, StateValue.CLEAN)).made());
        open.addAll(behind.getOrDefault(made, StateValue.CLEAN).made());
      }
    }
    return found;
  }

  /** All places that a value leads to. */
  Set<Place> reach(StateValue value) {
    Set<Place> places = new HashSet<>(value.places());
    Set<Made> seen = new HashSet<>();
    List<Made> open = new ArrayList<>(value.made());
    while (!open.isEmpty()) {
      Made made = open.removeLast();
      if (seen.add(made)) {
        step();
        places.addAll(putInto.getOrDefault(made, Set.of()));
        for (StateValue part :
            List.of(
                held.getOrDefault(made, StateValue.CLEAN),
                behind.getOrDefault(made, StateValue.CLEAN))) {
          places.addAll(part.places());
          for (Made inside : part.made()) {
            open.add(inside);
            fieldsOf.getOrDefault(inside, Set.of()).forEach(f -> places.add(Place.ofField(f)));
          }
        }
      }
    }
    return places;
  }

  /** The mutable state that a value leads to. */
  Set<Place> state(StateValue value) {
    return reach(value).stream()
        .filter(place -> place.isState() && !types.isHarmless(place))
        .collect(Collectors.toCollection(() -> new TreeSet<>(StateAnalysis::byName)));
  }

  private static int byName(Place a, Place b) {
    int named = a.root().compareTo(b.root());
    return named != 0 ? named : Integer.compare(a.depth(), b.depth());
  }

  // What instructions do.

  boolean isAliased(String field) {
    return aliased.contains(field);
  }

  StateValue getStatic(FieldInsnNode insn) {
    Type type = Type.getType(insn.desc);
    if (types.isHarmless(type)) {
      return StateValue.clean(type);
    }
    if (calls.isOfLibrary(insn.owner)) {
      // Libraries look after their own static fields.
      return StateValue.OTHER;
    }
    Place place = Place.ofStatic(insn.owner.replace('/', '.'), insn.name);
    note(statics, place.staticName());
    return StateValue.of(place);
  }

  void putStatic(FieldInsnNode insn, StateValue value, String at) {
    if (!state(value).isEmpty()) {
      leak(at, "stores in static field " + insn.name, value);
    } else {
      leaks.add(at + " writes static field " + insn.name + ", which all functions share");
    }
  }

  StateValue getField(FieldInsnNode insn, StateValue receiver) {
    Type type = Type.getType(insn.desc);
    if (types.isHarmless(type)) {
      return StateValue.clean(type);
    }
    StateValue rest =
        new StateValue(
            1,
            receiver.places().stream()
                .filter(place -> !place.equals(Place.SELF))
                .collect(Collectors.toSet()),
            receiver.made(),
            receiver.other());
    StateValue found = contents(rest);
    return rest.places().size() < receiver.places().size()
        ? found.or(StateValue.of(Place.ofField(insn.name)))
        : found;
  }

  void putField(FieldInsnNode insn, StateValue receiver, StateValue value, String at) {
    Type type = Type.getType(insn.desc);
    if (receiver.places().contains(Place.SELF)) {
      if (!types.isHarmless(type)) {
        join(fields, insn.name, objects(value));
        Set<Place> places = reach(value);
        for (Place place : places) {
          keep(place, insn.name);
        }
        for (Made made : value.made()) {
          Set<String> of = fieldsOf.computeIfAbsent(made, any -> new TreeSet<>());
          note(of, insn.name);
          if (of.size() > 1) {
            of.forEach(name -> note(aliased, name));
          }
        }
      }
      if (receiver.places().size() == 1 && receiver.made().isEmpty() && !receiver.other()) {
        return;
      }
    }
    put(receiver, value, at, "stores in field " + insn.name + " of another object");
  }

  /** Notes that the state leads to a place, by way of a field; null if that is not known. */
  private void keep(Place place, String field) {
    if (place.isArgument()) {
      note(kept, place);
    } else if (place.isStatic()) {
      change(place);
      change(place.contents());
    } else if (!types.isHarmless(place) && !(field != null && field.equals(place.field()))) {
      // What one of the two fields held still belongs to the other after it has been handed over.
      Stream.of(place.field(), field).filter(Objects::nonNull).forEach(f -> note(aliased, f));
    }
  }

  /** What a field held before it gets another object. */
  StateValue handedOver(String field) {
    StateValue held = objects(fields.getOrDefault(field, StateValue.CLEAN));
    return new StateValue(1, Set.of(), held.made(), true);
  }

  /** Puts a value into an object. */
  void put(StateValue holder, StateValue value, String at, String what) {
    change(holder);
    if (value.isClean()) {
      return;
    }
    for (Made made : holder.made()) {
      join(held, made, value);
    }
    boolean isElsewhere = holder.other();
    for (Place place : holder.places()) {
      if (place.isState()) {
        reach(value).forEach(part -> keep(part, place.field()));
        objects(StateValue.of(place)).made().forEach(made -> join(held, made, value));
        if (place.field() != null && value.other()) {
          objects(StateValue.of(place)).made().forEach(made -> join(held, made, StateValue.OTHER));
        }
      } else {
        isElsewhere = true;
        putInto(place, value);
      }
    }
    if (isElsewhere) {
      leak(at, what, value);
    }
  }

  /** Notes that an argument, or what a static field holds, leads to a value from now on. */
  private void putInto(Place holder, StateValue value) {
    for (Made made : madeIn(value)) {
      note(putInto.computeIfAbsent(made, any -> new HashSet<>()), holder.contents());
    }
    for (Place part : reach(value)) {
      if (!part.isState() && !part.root().equals(holder.root())) {
        keep(part, null);
      }
    }
  }

  /** Adds what an object leads to without giving it away as an element. */
  void putBehind(Made made, StateValue value) {
    join(behind, made, value);
  }

  void hold(Made made, StateValue value) {
    join(held, made, value);
  }

  /** Notes that an object, or what is in it, may be changed. */
  void change(StateValue value) {
    value.places().forEach(this::change);
    for (Made made : value.made()) {
      List.copyOf(putInto.getOrDefault(made, Set.of())).forEach(this::change);
    }
  }

  private void change(Place place) {
    if (!place.isState()) {
      note(changed, place);
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
    for (Place place : reach(value)) {
      if (!isLibrary || !place.isStatic()) {
        change(place);
        change(place.contents());
      }
    }
  }

  /** Reports a value that gets out, if it leads to mutable state. */
  void leak(String at, String what, StateValue value) {
    Set<Place> state = state(value);
    if (!state.isEmpty()) {
      leaks.add(at + " " + what + " " + said(state));
    }
  }

  static String said(Set<Place> places) {
    Map<String, Integer> nearest = new TreeMap<>();
    places.forEach(place -> nearest.merge(place.root(), place.depth(), Math::min));
    return nearest.entrySet().stream()
        .map(e -> e.getValue() == 0 ? e.getKey() : WHAT_IS_IN + e.getKey())
        .collect(Collectors.joining(", "));
  }

  /** The ways out of some leaks. */
  public static String advice(List<String> leaks) {
    List<String> ways = new ArrayList<>();
    if (leaks.stream().anyMatch(leak -> leak.contains(WHAT_IS_IN))) {
      ways.add("copy what is in it as well, or declare immutable elements, as in List<String>");
    }
    if (leaks.stream().anyMatch(leak -> leak.contains(UNKNOWN))) {
      ways.add("pass a copy, or mark a method of the program that only reads with @ReadOnly");
    }
    if (leaks.stream().anyMatch(leak -> leak.contains(" writes static field "))) {
      ways.add("keep it in a field of the object");
    }
    if (leaks.stream().anyMatch(leak -> leak.contains(TOO_LARGE) || leak.contains(NO_CODE))) {
      ways.add("call that code in a function of its own, whose object has no mutable fields");
    }
    if (ways.isEmpty()) {
      ways.add(
          "return or pass a copy or an immutable value, or give the field a new object before the"
              + " old one is returned");
    }
    return String.join("; ", ways);
  }

  void returned(String at, Code code, StateValue value) {
    if (code.name().equals(entry)) {
      leak(at, "returns", value);
    }
  }
}
