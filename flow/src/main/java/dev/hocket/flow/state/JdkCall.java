package dev.hocket.flow.state;

import java.util.List;
import org.objectweb.asm.Type;

/** A call of a method of the JDK, to which its rule is applied. */
final class JdkCall {
  private final StateAnalysis analysis;
  private final Knowledge known;
  private final Code.Site site;
  private final List<StateValue> values;
  private StateValue ofFunctions = StateValue.CLEAN;
  private StateValue result = StateValue.CLEAN;

  /**
   * Makes a call.
   *
   * @param values the object, which is clean for a static method, and the arguments
   */
  JdkCall(StateAnalysis analysis, Code.Site site, List<StateValue> values) {
    this.analysis = analysis;
    this.known = analysis.known();
    this.site = site;
    this.values = values;
  }

  StateValue apply(JdkMethods.Rule rule) {
    StateValue made = StateValue.of(site.result());
    for (JdkMethods.Effect effect : rule.effects()) {
      StateValue of = of(effect.what());
      switch (effect.kind()) {
        // Calls notes what may change settings.
        case READS, SETS -> {}
        case CHANGES -> analysis.effects().change(of);
        case WRITES -> analysis.changeAll(of);
        case EDITS -> {
          analysis.effects().change(of);
          of.made().forEach(view -> analysis.effects().change(known.behind(view)));
        }
        case UNSTEADY -> {
          of.made().forEach(known::setUnsteady);
          made.made().forEach(known::setUnsteady);
        }
        case RUNS -> {
          ofFunctions =
              ofFunctions.or(analysis.calls().runFunctions(of, argument(effect.what()), site));
          analysis.reads().readResult(ofFunctions, site);
        }
        case FILLS -> fill(of, made);
        case PASSES -> known.pass(site.result(), of);
        case IS -> result = result.or(of);
        case OF -> result = result.or(contents(effect.what()));
        case HOLDS -> {
          result = result.or(made);
          known.hold(site.result(), of);
        }
        case COPIES -> {
          result = result.or(made);
          known.hold(site.result(), contents(effect.what()));
        }
        case BEHIND -> behind(of, effect, made);
        case KEEPS -> keep(of, effect);
        case ADDS -> keep(contents(effect.what()), effect);
      }
    }
    return result.isClean() ? made : result;
  }

  private void behind(StateValue value, JdkMethods.Effect effect, StateValue made) {
    if (effect.in() == JdkMethods.RESULT) {
      result = result.or(made);
      known.putBehind(site.result(), value);
    } else {
      StateValue in = of(effect.in());
      if (!in.isMadeOnly()) {
        analysis.staticUse().noteGone(value);
      }
      in.made().forEach(holder -> known.putBehind(holder, value));
    }
  }

  /** Lets a collector put elements into what it gets, and into what has been in there before. */
  private void fill(StateValue collector, StateValue made) {
    StateValue elements =
        known.takesElements(collector) ? contents(0).or(ofFunctions) : ofFunctions;
    known.hold(site.result(), elements);
    StateValue supplied = analysis.calls().supplied(collector, site);
    known.contents(supplied).places().stream()
        .filter(place -> !elements.places().contains(place))
        .forEach(analysis.effects()::change);
    analysis.puts().put(supplied, elements, site.at(), "puts into an object of others");
    result = result.or(made).or(supplied);
  }

  private void keep(StateValue value, JdkMethods.Effect effect) {
    StateValue in = of(effect.in());
    analysis.puts().put(in, value, site.at(), "puts into an object of others");
  }

  private StateValue of(int number) {
    if (number == JdkMethods.FUNCTION) {
      return ofFunctions;
    }
    return number < values.size() ? values.get(number) : StateValue.CLEAN;
  }

  /**
   * Returns the contents of a value; an array of numbers or of immutable objects has no mutable
   * contents.
   */
  private StateValue contents(int number) {
    Type type = type(number);
    boolean isArray = type != null && type.getSort() == Type.ARRAY;
    StateValue contents = known.contents(of(number));
    Type element = isArray ? Type.getType(type.getDescriptor().substring(1)) : null;
    if (isArray && analysis.types().isHarmless(element)) {
      analysis.staticUse().noteDropped(element, contents);
      return analysis.types().as(element, contents);
    }
    return contents;
  }

  private Type type(int number) {
    if (number == 0) {
      return Type.getObjectType(site.owner());
    }
    Type[] arguments = Type.getArgumentTypes(site.desc());
    return number > 0 && number <= arguments.length ? arguments[number - 1] : null;
  }

  /** Returns the arguments of a function argument: the other arguments, and their contents. */
  private StateValue argument(int function) {
    StateValue given = ofFunctions;
    for (int i = 0; i < values.size(); i++) {
      if (i != function && values.get(i).size() == 1) {
        given = given.or(contents(i));
        given = i > 0 ? given.or(values.get(i)) : given;
      }
    }
    return given;
  }
}
