package dev.hocket.flow.mapping;

import dev.hocket.flow.functions.ReadOnly;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Env;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Environment;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Implementation.JavaMethod;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Position;
import dev.hocket.flow.link.Invocations;
import dev.hocket.flow.state.Types;
import dev.hocket.flow.walk.Site;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Decides which values of a flow one function may change while another one uses them. */
// It looks at types: a value's hint, else the types of the parameters that it goes to, else its
// class. It relies on @ReadOnly.
public final class Mutability {
  /** Parameters of these types give a function no means to change the argument. */
  private static final Set<Class<?>> SAY_NOTHING =
      Set.of(
          Object.class,
          CharSequence.class,
          Number.class,
          Comparable.class,
          java.io.Serializable.class);

  private final Map<String, Call> calls = new HashMap<>();
  private final Graph graph;
  private final Map<String, Object> environment;
  private final ClassLoader loader;

  public Mutability(Graph graph, Map<String, Object> environment, ClassLoader loader) {
    this.graph = graph;
    this.environment = environment;
    this.loader = loader;
    for (Site site : Site.of(graph.body(), "")) {
      if (site.node() instanceof Call call) {
        calls.put(call.id(), call);
      }
    }
  }

  /** Whether only one section may use a value of the surrounding program. */
  boolean isShareable(Env variable, Collection<Node> users) {
    return isMutable(variable, users)
        && !users.stream().allMatch(user -> onlyReads(user, variable));
  }

  private boolean isMutable(Env variable, Collection<Node> users) {
    Environment declared =
        graph.environment().stream()
            .filter(e -> e.name().equals(variable.name()))
            .findFirst()
            .get();
    if (declared.type() != null) {
      return !Types.isThreadSafe(load(declared.type(), declared.position()));
    }
    Set<Class<?>> types = new HashSet<>();
    for (Node user : users) {
      parameters(user, variable).forEach(parameter -> types.add(parameter.type()));
    }
    types.removeAll(SAY_NOTHING);
    if (!types.isEmpty()) {
      return !types.stream().allMatch(Types::isThreadSafe);
    }
    Object value = environment.get(variable.name());
    return value != null && !Types.isThreadSafe(value.getClass());
  }

  private boolean onlyReads(Node user, Argument value) {
    List<Parameter> parameters = parameters(user, value);
    return !parameters.isEmpty() && parameters.stream().allMatch(this::isReadOnly);
  }

  /** Whether a node may change the value that another node has returned. */
  boolean mayChange(String root, Node node) {
    if (calls.get(root) instanceof Call maker
        && maker.implementation() instanceof JavaMethod method
        && Types.isThreadSafe(type(maker, method).returnType())) {
      return false;
    }
    return parameters(node, new Ref(root)).stream()
        .anyMatch(p ->
            !SAY_NOTHING.contains(p.type()) && !Types.isThreadSafe(p.type()) && !isReadOnly(p));
  }

  /**
   * A parameter of a Java method.
   *
   * @param type the type of one argument, also if it takes the rest of them
   */
  private record Parameter(Call call, JavaMethod method, int number, Class<?> type) {}

  /** The parameters that may be given a value; none if the node calls no Java method. */
  private List<Parameter> parameters(Node node, Argument value) {
    if (!(node instanceof Call call) || !(call.implementation() instanceof JavaMethod method)) {
      return List.of();
    }
    List<Class<?>> types = type(call, method).parameterList();
    boolean direct = call.arguments().contains(value);
    List<Parameter> found = new ArrayList<>();
    for (int i = 0; i < call.arguments().size(); i++) {
      Argument argument = call.arguments().get(i);
      if (direct ? argument.equals(value) : argument instanceof Ref) {
        boolean rest = method.varargs() && i >= types.size() - 1;
        int number = rest ? types.size() - 1 : i;
        Class<?> type = types.get(number);
        found.add(new Parameter(call, method, number, rest ? type.getComponentType() : type));
      }
    }
    return found;
  }

  private boolean isReadOnly(Parameter parameter) {
    JavaMethod method = parameter.method();
    try {
      Class<?> owner = Class.forName(method.owner(), false, loader);
      Method target = Invocations.find(owner, method, loader);
      return target.isAnnotationPresent(ReadOnly.class)
          || target.getParameters()[parameter.number()].isAnnotationPresent(ReadOnly.class);
    } catch (ReflectiveOperationException e) {
      throw Invocations.unlinked(parameter.call(), e);
    }
  }

  private MethodType type(Call call, JavaMethod method) {
    try {
      return MethodType.fromMethodDescriptorString(method.descriptor(), loader);
    } catch (TypeNotPresentException e) {
      throw new FlowException(
          call.position(), call.function() + " cannot be linked: no class " + e.typeName());
    }
  }

  private Class<?> load(String name, Position position) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new FlowException(position, "type hint " + name + " names no class");
    }
  }
}
