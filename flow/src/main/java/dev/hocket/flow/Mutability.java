package dev.hocket.flow;

import dev.hocket.flow.Argument.Env;
import dev.hocket.flow.Argument.Ref;
import dev.hocket.flow.Implementation.JavaMethod;
import dev.hocket.flow.Node.Call;
import java.lang.invoke.MethodType;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Decides which values of a flow one function may change while another one uses them. */
// It looks at types: a value's hint, else the types of the parameters that it goes to, else its
// class.
final class Mutability {
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

  Mutability(Graph graph, Map<String, Object> environment, ClassLoader loader) {
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
    Environment declared =
        graph.environment().stream()
            .filter(e -> e.name().equals(variable.name()))
            .findFirst()
            .get();
    if (declared.type() != null) {
      return !Types.isThreadSafe(load(declared.type(), declared.position()));
    }
    Set<Class<?>> parameters = new HashSet<>();
    for (Node user : users) {
      if (user instanceof Call call) {
        parameters.addAll(parameters(call, variable));
      }
    }
    parameters.removeAll(SAY_NOTHING);
    if (!parameters.isEmpty()) {
      return !parameters.stream().allMatch(Types::isThreadSafe);
    }
    Object value = environment.get(variable.name());
    return value != null && !Types.isThreadSafe(value.getClass());
  }

  /** Whether a node may change the value that another node has returned. */
  boolean mayChange(String root, Node node) {
    if (calls.get(root) instanceof Call maker
        && maker.implementation() instanceof JavaMethod method
        && Types.isThreadSafe(type(maker, method).returnType())) {
      return false;
    }
    return node instanceof Call user
        && parameters(user, new Ref(root)).stream()
            .anyMatch(p -> !SAY_NOTHING.contains(p) && !Types.isThreadSafe(p));
  }

  /** The types of the parameters of a Java method that may be given a value. */
  private Set<Class<?>> parameters(Call call, Argument value) {
    if (!(call.implementation() instanceof JavaMethod method)) {
      return Set.of();
    }
    List<Class<?>> all = type(call, method).parameterList();
    Set<Class<?>> found = new HashSet<>();
    boolean direct = call.arguments().contains(value);
    for (int i = 0; i < call.arguments().size(); i++) {
      boolean here =
          direct ? call.arguments().get(i).equals(value) : call.arguments().get(i) instanceof Ref;
      if (here) {
        boolean rest = method.varargs() && i >= all.size() - 1;
        found.add(rest ? all.getLast().getComponentType() : all.get(i));
      }
    }
    return found;
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
