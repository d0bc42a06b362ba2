package dev.hocket.flow.walk;

import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A node that runs in a section: a call, in one of the copies that contain it.
 *
 * @param node the call; an expression, or a collection with neither calls nor expressions in it,
 *     only if it must share a section with others
 * @param copy {@code /2} for the second copy, {@code /2/1} for the first copy nested in it, empty
 *     outside
 */
public record Site(Node node, String copy) {
  /** The suffix of the id of a call, or of copies, made to distribute the work. */
  public static final String COPIED = "×";

  public String id() {
    return node.id() + copy;
  }

  /**
   * Returns the id of the call in the text: that of the original if a call is a copy, else its own.
   */
  public static String original(String id) {
    int end = id.lastIndexOf(COPIED);
    return end < 0 || !isCopy(id, end + COPIED.length()) ? id : id.substring(0, end);
  }

  /** Returns whether the rest of an id only numbers copies; a name may contain the suffix. */
  private static boolean isCopy(String id, int from) {
    for (int i = from; i < id.length(); i++) {
      char c = id.charAt(i);
      if (c != '/' && (c < '0' || c > '9')) {
        return false;
      }
    }
    return from == id.length() || id.charAt(from) == '/';
  }

  /**
   * The name of one of a set of copies: {@code ×/2} if Hocket has made them, {@code /2} else.
   *
   * @param around the copy in which the set stands
   * @param number from 1
   */
  public static String copy(Replicate copies, String around, int number) {
    return around + (copies.id().endsWith(COPIED) ? COPIED : "") + "/" + number;
  }

  /** The names by which a pattern can match the node. */
  public Set<String> names() {
    Set<String> names = new TreeSet<>();
    names.add(node.id());
    names.add(id());
    if (node instanceof Call call) {
      names.add(call.function());
      names.add(call.function() + copy);
    }
    return names;
  }

  /** Whether the node, or one inside it, is an asynchronous call. */
  public static boolean hasAsync(Node node) {
    return of(node, "").stream().anyMatch(Site::isAsync);
  }

  public boolean isAsync() {
    return node instanceof Call call && call.implementation().async();
  }

  public boolean isBlocking() {
    return node instanceof Call call && call.implementation().blocking();
  }

  /**
   * Lists all calls and expressions of a region, and the collections that have none, in the order
   * of the program.
   */
  public static List<Site> of(Region region, String copy) {
    List<Site> sites = new ArrayList<>();
    region.nodes().forEach(node -> add(node, copy, sites));
    return sites;
  }

  /** Lists all calls and expressions of some nodes. */
  public static List<Site> of(List<Node> nodes) {
    List<Site> sites = new ArrayList<>();
    nodes.forEach(node -> add(node, "", sites));
    return sites;
  }

  /** Lists all calls and expressions of a node. */
  public static List<Site> of(Node node, String copy) {
    List<Site> sites = new ArrayList<>();
    add(node, copy, sites);
    return sites;
  }

  private static void add(Node node, String copy, List<Site> sites) {
    switch (node) {
      case Call call -> sites.add(new Site(call, copy));
      case Expression expression -> sites.add(new Site(expression, copy));
      case If choice -> {
        sites.addAll(of(choice.then(), copy));
        sites.addAll(of(choice.otherwise(), copy));
      }
      case Loop loop -> sites.addAll(of(loop.body(), copy));
      case SMap map -> {
        List<Site> inside = of(map.body(), copy);
        sites.addAll(inside.isEmpty() ? List.of(new Site(map, copy)) : inside);
      }
      case Replicate copies -> {
        for (int i = 1; i <= copies.copies(); i++) {
          sites.addAll(of(copies.body(), copy(copies, copy, i)));
        }
      }
    }
  }
}
