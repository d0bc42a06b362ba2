package dev.hocket.flow.mapping;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Balance;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Effect;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Region;
import dev.hocket.flow.graph.Region.Yield;
import dev.hocket.flow.link.Iterators;
import dev.hocket.flow.mapping.Sharing.Group;
import dev.hocket.flow.state.Constants;
import dev.hocket.flow.walk.Site;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Lets a collection without state be handled in chunks, side by side. {@code (smap f elements)}
 * becomes the joined values of {@code (smap (algo [chunk] (|| n chunk (smap f chunk))) chunks)}.
 */
// This is for a flow of one packet: it is over before its costs are known, so each chunk crosses
// sections, and not each element.
public final class Chunks {
  /** More chunks than copies even out elements that take longer than others. */
  private static final int CHUNKS_OF_COPY = 4;

  private static final String JOIN = "joined chunks";

  private final PromptNodes.Found found;
  private final Set<String> shared = new HashSet<>();
  private final Supplier<Ownership> owning;
  private Ownership ownership;
  private final int copies;
  private final Bindings bindings;
  private final List<Cut> cuts = new ArrayList<>();

  /** Why collections are not cut, by the ids of nodes in them. */
  private final Map<String, String> whole = new HashMap<>();

  private Chunks(
      PromptNodes.Found found,
      List<Group> groups,
      Supplier<Ownership> owning,
      int copies,
      Bindings bindings) {
    this.found = found;
    groups.forEach(group -> shared.addAll(group.nodes()));
    this.owning = owning;
    this.copies = copies;
    this.bindings = bindings;
  }

  /** Returns whether a graph has a collection outside of branches and loops. */
  public static boolean arePossible(Graph graph) {
    return graph.body().nodes().stream().anyMatch(SMap.class::isInstance);
  }

  /**
   * A graph with the code that it needs besides that of the program.
   *
   * @param notes says of collections, by the ids of their chunks, why they are not cut
   */
  public record Chunked(Graph graph, Bindings bindings, Supplier<Map<String, String>> notes) {}

  /**
   * Rewrites the collections of a graph that have neither state nor values in common with others,
   * and that never wait.
   *
   * @param copies how many chunks are handled at a time; with 1 nothing changes
   */
  public static Chunked of(
      Graph graph,
      Bindings bindings,
      ClassLoader loader,
      PromptNodes.Found found,
      List<Group> groups,
      int copies) {
    if (copies == 1) {
      return new Chunked(graph, bindings, Map::of);
    }
    Chunks chunks =
        new Chunks(
            found,
            groups,
            () -> new Ownership(graph, bindings, loader),
            copies,
            bindings.copy().pure(JOIN, Chunks::join));
    List<Node> nodes = new ArrayList<>();
    graph.body().nodes().forEach(node -> chunks.add(node, nodes));
    if (chunks.cuts.isEmpty()) {
      return new Chunked(graph, bindings, chunks::notes);
    }
    Region body = new Region(List.of(), nodes, graph.body().result());
    return new Chunked(
        new Graph(graph.name(), graph.position(), graph.environment(), body),
        chunks.bindings,
        chunks::notes);
  }

  private Map<String, String> notes() {
    Map<String, String> notes = new HashMap<>(whole);
    for (Cut cut : cuts) {
      String changing = cut.changing;
      if (changing != null) {
        notes.put(cut.id, "one chunk, because its code gets a " + changing + ", which may change");
      }
    }
    return notes;
  }

  private void add(Node node, List<Node> nodes) {
    if (!(node instanceof SMap map && isFree(map) && hasCall(map))) {
      nodes.add(node);
      say(node);
      return;
    }
    Ownership.Common common = ownership().common(map);
    Cut code = new Cut("chunks of " + map.id(), copies, common);
    cuts.add(code);
    bindings.pure(code.id, code);
    String chunk = "chunk of " + map.id();
    SMap elements = new SMap("elements of " + map.id(), map.position(), new Ref(chunk), map.body());
    Replicate replicas =
        new Replicate(
            "copies of " + map.id() + Site.COPIED,
            map.position(),
            copies,
            Balance.ROUND_ROBIN,
            null,
            new Ref(chunk),
            new Region(List.of("input of " + elements.id()), List.of(elements), value(elements)));
    List<Argument> given = new ArrayList<>(List.of(map.collection()));
    given.addAll(common.values());
    Expression cut = plain(code.id, map, code.id, given);
    SMap all =
        new SMap(
            "all of " + map.id(),
            map.position(),
            new Ref(cut.id()),
            new Region(List.of(chunk), List.of(replicas), value(replicas)));
    nodes.add(cut);
    nodes.add(all);
    nodes.add(plain(map.id(), map, JOIN, List.of(new Ref(all.id()))));
  }

  private Ownership ownership() {
    if (ownership == null) {
      ownership = owning.get();
    }
    return ownership;
  }

  /** Notes which nodes of a collection are known to change something. */
  private void say(Node node) {
    if (node instanceof SMap map) {
      Site.of(map, "").stream()
          .map(inside -> inside.node().id())
          .filter(found.changing()::contains)
          .forEach(
              id -> whole.put(id, "one element at a time, because it may change what it gets"));
    }
  }

  private static Yield value(Node node) {
    return new Yield(new Ref(node.id()));
  }

  private static Expression plain(String id, SMap map, String code, List<Argument> arguments) {
    return new Expression(id, map.position(), code, code, arguments, Effect.READS, true);
  }

  private static boolean hasCall(SMap map) {
    return Site.of(map, "").stream().anyMatch(site -> site.node() instanceof Call);
  }

  /** Returns whether a node may run for several elements at a time. */
  private boolean isFree(Node node) {
    return !found.waiting().contains(node.id())
        && !found.changing().contains(node.id())
        && !shared.contains(node.id())
        && switch (node) {
          case Call call ->
              !call.implementation().stateful()
                  && !call.implementation().source()
                  && !found.apart().contains(call.id());
          case Expression expression -> true;
          case If choice -> isFree(choice.then()) && isFree(choice.otherwise());
          case Loop loop -> isFree(loop.body());
          case SMap map -> isFree(map.body());
          case Replicate replicas -> false;
        };
  }

  private boolean isFree(Region region) {
    return region.nodes().stream().allMatch(this::isFree);
  }

  /**
   * The code that cuts a collection. It makes one chunk, which one copy handles in order, if two
   * elements may lead to one object that changes.
   */
  @SuppressWarnings("serial") // It never leaves this JVM.
  private static final class Cut implements FlowFn {
    private final String id;
    private final int copies;
    private final Ownership.Common common;

    /** The class of an object that may change; null if there is none. */
    private volatile String changing;

    Cut(String id, int copies, Ownership.Common common) {
      this.id = id;
      this.copies = copies;
      this.common = common;
    }

    // An iterator of unknown code may make elements when they are wanted, one at a time and
    // without end.
    @Override
    public Object call(Object[] arguments) {
      if (arguments[0] instanceof Iterable<?> all && !hasAll(all)) {
        return List.of(all);
      }
      List<Object> elements = new ArrayList<>();
      Iterators.of(arguments[0]).forEachRemaining(elements::add);
      Object found = common.changing();
      found =
          found == null ? changing(Arrays.asList(arguments).subList(1, arguments.length)) : found;
      found = found == null && common.elements() ? changing(elements) : found;
      if (found != null) {
        changing = found.getClass().getName();
        return List.of(elements);
      }
      int size = Math.max(1, Math.ceilDiv(elements.size(), CHUNKS_OF_COPY * copies));
      List<List<Object>> chunks = new ArrayList<>();
      for (int from = 0; from < elements.size(); from += size) {
        chunks.add(elements.subList(from, Math.min(elements.size(), from + size)));
      }
      return chunks;
    }

    private Object changing(List<Object> values) {
      return Constants.changingAmong(values, common.isRead());
    }
  }

  /**
   * Returns whether a collection has made its elements, as far as its type shows. Collections of
   * unknown code do not come here: they count as code that waits.
   */
  private static boolean hasAll(Iterable<?> collection) {
    return collection instanceof RandomAccess
        || collection instanceof Set<?>
        || collection instanceof Map<?, ?>;
  }

  private static Object join(Object[] arguments) {
    List<Object> joined = new ArrayList<>();
    ((List<?>) arguments[0]).forEach(chunk -> joined.addAll((List<?>) chunk));
    return joined;
  }
}
