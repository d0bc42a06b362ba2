package dev.hocket.flow.state;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The code of the program that the JDK runs when it reads objects: {@code toString} of an object
 * that becomes part of a text, the comparator of a sorted map.
 */
final class JdkReads {
  private static final int MOST_PARAMETERS = 4;

  /** Whether the methods by which the JDK reads objects of a class change nothing at all. */
  private static final ClassValue<AtomicReference<Boolean>> HARMLESS =
      new ClassValue<>() {
        @Override
        protected AtomicReference<Boolean> computeValue(Class<?> type) {
          return new AtomicReference<>();
        }
      };

  private final StateAnalysis analysis;
  private final Knowledge known;
  private final ClassLoader loader;
  private final Class<? extends Annotation> readOnly;
  private final Map<String, List<Method>> readers = new HashMap<>();

  private Insides insides;
  private int round;

  /** The class of the object that is read; empty for a lambda, null if nothing is read. */
  private String type;

  JdkReads(StateAnalysis analysis, ClassLoader loader, Class<? extends Annotation> readOnly) {
    this.analysis = analysis;
    this.known = analysis.known();
    this.loader = loader;
    this.readOnly = readOnly;
  }

  /**
   * Notes that code of the JDK gets values. What it does to functions among them is in its rule.
   *
   * @param values the object, which is clean for a static method, and the arguments
   */
  void read(Code.Site site, List<StateValue> values, JdkMethods.Rule rule) {
    StateValue run = StateValue.CLEAN;
    StateValue others = StateValue.CLEAN;
    for (int i = 0; i < values.size(); i++) {
      StateValue value = values.get(i);
      if (value.size() == 1) {
        run = rule.runs(i) ? run.or(value) : run;
        others = rule.runs(i) ? others : others.or(value);
      }
    }
    StateValue all = others.or(run);
    Insides insides = insides();
    for (Place place : insides.places(all)) {
      analysis.effects().read(place);
      analysis.effects().call(place);
    }
    StateValue given = all.or(known.contents(all));
    Set<Made> functions = known.madeIn(run);
    functions.removeAll(insides.code(others));
    functions.addAll(all.made());
    for (Made made : insides.code(all)) {
      if (!(made.isLambda() && functions.contains(made))) {
        run(made, given, site);
      }
    }
  }

  /** Runs a lambda as code that is not known may do, which gets its result. */
  void runByOthers(Made lambda, Code.Site site) {
    String outer = type;
    type = "";
    analysis.once(
        "by others " + lambda,
        () -> {
          List<StateValue> given = Collections.nCopies(MOST_PARAMETERS, StateValue.OTHER);
          analysis.staticUse().noteGone(analysis.calls().lambda(lambda, given, site));
        });
    type = outer;
  }

  private Insides insides() {
    if (insides == null || round != known.round()) {
      round = known.round();
      insides = new Insides(known, analysis.steps(), this::isCode);
    }
    return insides;
  }

  private boolean isCode(Made made) {
    return made.isLambda()
        || !StateTypes.isOfJdk(made.type())
            && !readers.computeIfAbsent(made.type(), this::readers).isEmpty();
  }

  /** Runs the code of the result as the code that gets it may do. */
  void runLater(Set<Made> result, StateValue given, Code.Site site) {
    result.forEach(made -> run(made, given, site));
  }

  /** Returns whether the code that is analysed is run by the JDK, which only reads. */
  boolean isReading() {
    return type != null;
  }

  /**
   * Returns whether other objects of a class are taken to be of just that class: code like {@code
   * equals} gets them, and calls methods that subclasses may override.
   */
  boolean isAsDeclared(String declared) {
    return declared.equals(type);
  }

  /** Names the way in which code runs: its effects differ. */
  String way() {
    return type == null ? "" : "read as " + type + " ";
  }

  /** Lets all code count as run by the JDK, which reads an object of a class. */
  void begin(String read) {
    type = read;
  }

  private void run(Made made, StateValue given, Code.Site site) {
    String outer = type;
    if (made.isLambda()) {
      type = "";
      // A reference to a method of the JDK may get what leads to the reference itself.
      analysis.once(
          way() + made + " " + given,
          () ->
              readResult(
                  analysis.calls().lambda(made, Collections.nCopies(MOST_PARAMETERS, given), site),
                  site));
    } else if (!StateTypes.isOfJdk(made.type())) {
      type = made.type();
      readers
          .computeIfAbsent(made.type(), this::readers)
          .forEach(method -> run(made, method, given, site));
    }
    type = outer;
  }

  /**
   * Lists the methods of a class by which the JDK reads; empty if they change nothing. Libraries
   * are taken to protect what they change, as they do with their static fields.
   */
  private List<Method> readers(String name) {
    if (analysis.calls().isOfLibrary(name)) {
      return List.of();
    }
    try {
      Class<?> found = Class.forName(name.replace('/', '.'), false, loader);
      return isHarmless(found) ? List.of() : Readers.of(found).toList();
    } catch (ClassNotFoundException | LinkageError e) {
      return List.of();
    }
  }

  private boolean isHarmless(Class<?> found) {
    AtomicReference<Boolean> harmless = HARMLESS.get(found);
    // Code of the class that makes objects of the class is followed meanwhile.
    if (harmless.compareAndSet(null, false)) {
      harmless.set(
          Readers.of(found)
              .allMatch(method -> StateAnalysis.changesNothing(found, method, readOnly)));
    }
    return harmless.get();
  }

  private void run(Made made, Method method, StateValue given, Code.Site site) {
    List<StateValue> values = new ArrayList<>();
    values.add(analysis.stores().atAnyTime(StateValue.of(made)));
    String desc = Type.getMethodDescriptor(method);
    for (Type parameter : Type.getArgumentTypes(desc)) {
      analysis.staticUse().noteDropped(parameter, given);
      values.add(analysis.types().isHarmless(parameter) ? StateValue.clean(parameter) : given);
    }
    StateValue result =
        analysis
            .calls()
            .call(
                new Code.Site(
                    Opcodes.INVOKESPECIAL,
                    made.type(),
                    method.getName(),
                    desc,
                    site.at(),
                    site.result()),
                values);
    if (result != null && result.size() == 1) {
      runCodeOf(result, given, site);
    }
  }

  /** Runs the code by which the JDK reads the result of a function, such as a key to sort by. */
  void readResult(StateValue result, Code.Site site) {
    for (Made made : insides().code(result)) {
      if (!made.isLambda()) {
        analysis.once(way() + "result " + made + result, () -> run(made, result, site));
      }
    }
  }

  /** Runs the code of what a method has returned, such as an iterator. */
  private void runCodeOf(StateValue result, StateValue given, Code.Site site) {
    for (Made made : known.madeIn(result)) {
      if (isCode(made)) {
        analysis.once(way() + "returned " + made + given, () -> run(made, given.or(result), site));
      }
    }
  }
}
