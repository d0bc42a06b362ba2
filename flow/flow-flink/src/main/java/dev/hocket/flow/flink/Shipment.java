package dev.hocket.flow.flink;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.graph.Environment;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.mapping.Bound;
import dev.hocket.flow.mapping.Settings;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Order;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.walk.Site;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.flink.util.InstantiationUtil;

/**
 * A program as it travels to other JVMs: what its objects are made of again there.
 *
 * @param values the values of the surroundings, as {@link Encoder} writes them
 * @param codes the code that the graph names, as Java's serialisation writes it
 * @param failures the same for the policy
 */
record Shipment(
    Graph graph,
    List<Stage> stages,
    Map<String, byte[]> values,
    Map<String, byte[]> codes,
    byte[] failures,
    Order order,
    int inFlight,
    Results result,
    boolean saves)
    implements Serializable {
  /** Names the classes that define what the code uses, one a line; they are loaded before it. */
  private static final String FIRST = "META-INF/hocket/flow-first";

  /**
   * Packs a program.
   *
   * @throws FlowException naming what cannot be written
   */
  static byte[] pack(Bound flow, List<Stage> stages, boolean saves) {
    Graph graph = flow.graph();
    Map<String, byte[]> values = new HashMap<>();
    for (Environment variable : graph.environment()) {
      try {
        values.put(variable.name(), Encoder.bytes(flow.bindings().value(variable)));
      } catch (IOException e) {
        throw unsent(variable.position(), variable.name(), e);
      }
    }
    Map<String, byte[]> codes = new HashMap<>();
    Map<String, Node> users = users(graph);
    flow.bindings()
        .codes()
        .forEach((key, code) -> {
          Node user = users.get(key);
          if (user != null) {
            codes.put(key, written(code, user.position(), name(user)));
          }
        });
    Collection<String> carried = flow.settings().conveyance().names();
    if (!carried.isEmpty()) {
      throw new FlowException(
          graph.position(),
          String.join(", ", carried)
              + " has a value on this thread, which tasks on a cluster do not have; pass the value"
              + " to the flow by a local name");
    }
    Settings settings = flow.settings();
    byte[] failures = written(settings.failures(), graph.position(), "what handles :failures");
    try {
      return InstantiationUtil.serializeObject(
          new Shipment(
              graph,
              List.copyOf(stages),
              values,
              codes,
              failures,
              settings.order(),
              settings.inFlight(),
              settings.result(),
              saves));
    } catch (IOException e) {
      throw unsent(graph.position(), "a constant", e);
    }
  }

  private static Map<String, Node> users(Graph graph) {
    Map<String, Node> users = new HashMap<>();
    for (Site site : Site.of(graph.body(), "")) {
      String key =
          switch (site.node()) {
            case Node.Expression expression -> expression.code();
            case Node.Call call
                when call.implementation()
                    instanceof dev.hocket.flow.graph.Implementation.Coded coded ->
                coded.code();
            default -> null;
          };
      if (key != null) {
        users.put(key, site.node());
      }
    }
    return users;
  }

  private static String name(Node node) {
    return node instanceof Node.Expression expression ? expression.label() : node.id();
  }

  private static byte[] written(
      Object object, dev.hocket.flow.graph.Position position, String what) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    } catch (IOException e) {
      throw unsent(position, "the code of " + what, e);
    }
    return bytes.toByteArray();
  }

  private static FlowException unsent(
      dev.hocket.flow.graph.Position position, String what, IOException cause) {
    return new FlowException(
        position,
        what
            + " cannot be sent to the cluster: "
            + cause
            + "; use values that are Serializable, or write the code as a method with @Function");
  }

  /** Makes the flow again, from bytes that another JVM has packed. */
  static Shipment unpack(byte[] bytes, ClassLoader loader) {
    try {
      return InstantiationUtil.deserializeObject(bytes, loader);
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("the program of this job cannot be read: " + e, e);
    }
  }

  /** Binds the graph to its code and values. */
  Bound bound(ClassLoader loader) {
    Bindings bindings = new Bindings();
    try {
      loadFirst(loader);
      for (Map.Entry<String, byte[]> value : values.entrySet()) {
        bindings.environment(value.getKey(), Decoder.read(value.getValue(), loader));
      }
      for (Map.Entry<String, byte[]> code : codes.entrySet()) {
        Supplier<? extends FlowFn> maker =
            InstantiationUtil.deserializeObject(code.getValue(), loader);
        bindings.code(code.getKey(), maker);
      }
      Failures policy = InstantiationUtil.deserializeObject(failures, loader);
      Settings settings =
          Settings.DEFAULT
              .with()
              .order(order)
              .inFlight(inFlight)
              .result(result)
              .failures(policy)
              .build();
      return new Bound(graph, bindings, loader, settings);
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("the program of this job cannot be made again: " + e, e);
    }
  }

  /** Loads the definitions that code refers to by name. */
  static void loadFirst(ClassLoader loader) throws IOException, ClassNotFoundException {
    for (URL list : Collections.list(loader.getResources(FIRST))) {
      try (InputStream in = list.openStream();
          BufferedReader lines =
              new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
        for (String name : lines.lines().toList()) {
          Class.forName(name, true, loader);
        }
      }
    }
  }
}
