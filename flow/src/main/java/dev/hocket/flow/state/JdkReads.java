package dev.hocket.flow.state;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Type;

/**
 * The code of the program that the JDK runs when it reads objects: {@code toString} of an object
 * that becomes part of a text, the comparator of a sorted map.
 */
final class JdkReads {
  private static final int MOST_PARAMETERS = 4;

  private final StateAnalysis analysis;
  private final Knowledge known;
  private final ClassLoader loader;
  private final Map<String, List<Method>> readers = new HashMap<>();

  JdkReads(StateAnalysis analysis, ClassLoader loader) {
    this.analysis = analysis;
    this.known = analysis.known();
    this.loader = loader;
  }

  /**
   * Notes that code of the JDK gets values. What it does to functions among them is in its rule.
   */
  void read(Code.Site site, List<StateValue> values) {
    StateValue given = StateValue.CLEAN;
    for (StateValue value : values) {
      given = value.size() == 1 ? given.or(value).or(known.contents(value)) : given;
    }
    for (StateValue value : values) {
      known.reach(value).forEach(analysis.effects()::read);
      for (Made made : known.madeIn(value)) {
        if (!(made.isLambda() && value.made().contains(made))) {
          run(made, given, site);
        }
      }
    }
  }

  /** Runs the code of the result as the code that gets it may do. */
  void runLater(Set<Made> result, StateValue given, Code.Site site) {
    result.forEach(made -> run(made, given, site));
  }

  private void run(Made made, StateValue given, Code.Site site) {
    if (made.isLambda()) {
      analysis.calls().lambda(made, Collections.nCopies(MOST_PARAMETERS, given), site);
    } else if (!StateTypes.isOfJdk(made.type())) {
      readers
          .computeIfAbsent(made.type(), this::readers)
          .forEach(method -> run(made, method, given));
    }
  }

  private List<Method> readers(String type) {
    try {
      return Readers.of(Class.forName(type.replace('/', '.'), false, loader)).toList();
    } catch (ClassNotFoundException | LinkageError e) {
      return List.of();
    }
  }

  private void run(Made made, Method method, StateValue given) {
    List<StateValue> values = new ArrayList<>(List.of(StateValue.of(made)));
    String desc = Type.getMethodDescriptor(method);
    for (Type parameter : Type.getArgumentTypes(desc)) {
      values.add(analysis.types().isHarmless(parameter) ? StateValue.clean(parameter) : given);
    }
    analysis.run(made.type(), method.getName(), desc, values);
  }
}
