package dev.hocket.flow.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.Definition;
import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Constant;
import dev.hocket.flow.graph.Argument.Env;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Environment;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Implementation.Coded;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Balance;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Effect;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Position;
import dev.hocket.flow.graph.Region;
import dev.hocket.flow.graph.Region.Recur;
import dev.hocket.flow.graph.Region.Yield;
import dev.hocket.flow.mapping.Sharing.Group;
import dev.hocket.flow.settings.Sections;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.example.Shade;
import org.junit.jupiter.api.Test;

/** Tests which nodes must share a section because they use one mutable value. */
class SharingTest {
  private static final Position HERE = new Position("a", 1, 1);

  private final Bindings bindings =
      new Bindings().environment("list", new ArrayList<>()).environment("cell", new long[1]);

  /** Lists the nodes that share a value, in the order of the program. */
  private List<List<String>> shared(Node... nodes) {
    return groups(nodes).stream().map(Group::nodes).toList();
  }

  private List<Group> groups(Node... nodes) {
    Environment list = new Environment("list", null, HERE);
    Environment cell = new Environment("cell", null, HERE);
    Graph graph = new Graph("a", HERE, List.of(list, cell), yields(nodes));
    return Sharing.of(graph, bindings, SharingTest.class.getClassLoader());
  }

  /** Makes a node whose value is a new mutable object and may refer to its arguments. */
  private static Node makes(String id, Object... arguments) {
    return code(id, Effect.READS, arguments);
  }

  /** Makes a node that changes its arguments; its value is immutable. */
  private static Node changes(String id, Object... arguments) {
    return code(id, Effect.CHANGES, arguments);
  }

  private static Node code(String id, Effect effect, Object... arguments) {
    return new Expression(id, HERE, id, id, arguments(arguments), effect);
  }

  private static Node call(String id, boolean stateful, boolean source, Object... arguments) {
    Coded coded = new Coded(id, stateful, source, false, false, Effect.CHANGES);
    return new Call(id, HERE, id, coded, arguments(arguments));
  }

  private static List<Argument> arguments(Object... arguments) {
    List<Argument> all = new ArrayList<>();
    for (Object argument : arguments) {
      all.add(argument instanceof String id ? new Ref(id) : (Argument) argument);
    }
    return all;
  }

  /** Makes a region whose value is immutable. */
  private static Region yields(Node... nodes) {
    return new Region(List.of(), List.of(nodes), new Yield(new Constant(1)));
  }

  private static Region yields(String parameter, Node... nodes) {
    return new Region(List.of(parameter), List.of(nodes), new Yield(new Constant(1)));
  }

  private static Node choice(String id, String test, Region then) {
    return new If(id, HERE, new Ref(test), then, yields());
  }

  private static Node loop(String id, Argument initial, Region body) {
    return new Loop(id, HERE, List.of(initial), body);
  }

  private static Node map(String id, String collection, Region body) {
    return new SMap(id, HERE, new Ref(collection), body);
  }

  private static Node copies(String id, String input, Region body) {
    Balance any = Balance.RANDOM;
    return new Replicate(id, HERE, 2, any, null, new Ref(input), body);
  }

  /** Functions without state. */
  static class Statics {
    static final List<Object> LIST = new ArrayList<>();

    @Function
    static int counts(int x) {
      return LIST.size() + x;
    }

    @Function
    static int adds(int x) {
      return x + 1;
    }

    /** Runs a flow, so that the analysis has to follow all of the engine. */
    @Function
    static int runsFlow(int x) {
      Flow.define("inner", Library.of(Statics.class), f -> f.call("adds", x)).run();
      return x;
    }

    @Function
    static List<Object> listOf(int x) {
      runsFlow(x);
      return LIST;
    }

    @Function
    static int grow(List<Object> list) {
      list.add(1);
      return 1;
    }

    /** Changes the first of any number of arrays. */
    @Function
    static long raised(long[]... cells) {
      return ++cells[0][0];
    }

    @Function
    static long[] firstOf(long[]... cells) {
      return cells[0];
    }

    @Function
    static long raise(long[] cell) {
      return ++cell[0];
    }

    @Function
    static long inCell(long[] cell) {
      return cell[0];
    }

    @Function
    static List<Object> ones(int count) {
      return new ArrayList<>(Collections.nCopies(count, 1));
    }

    @Function
    static List<String> linesOf(List<List<String>> pages) {
      return pages.stream().flatMap(List::stream).sorted().toList();
    }

    @Function
    static long lighter(int x) {
      return ++Shade.valueOf(x == 0 ? "DARK" : "LIGHT").code()[0];
    }

    @Function
    static int sizeAnd(List<Object> list, int x) {
      return list.size() + x;
    }
  }

  private static Node java(String id, String function, Argument... arguments) {
    List<Argument> given = arguments.length == 0 ? List.of(new Constant(1)) : List.of(arguments);
    return new Call(
        id, HERE, function, Library.of(Statics.class).resolve(function, given.size(), HERE), given);
  }

  private static Node inNoPackage(String id, String function) throws ClassNotFoundException {
    Library library = Library.of(Class.forName("InNoPackage$CallsOwnPackage"));
    return new Call(
        id, HERE, function, library.resolve(function, 1, HERE), List.of(new Constant(1)));
  }

  @Test
  void codeOfAnObject_ofTheProgramOfAFunctionInNoPackage_counts() throws ClassNotFoundException {
    assertEquals(
        List.of(List.of("a"), List.of("a", "b")),
        shared(inNoPackage("a", "goes"), inNoPackage("b", "counts")));
  }

  @Test
  void aFunctionTooLargeToAnalyse_sharesASectionWithAllOthers() {
    assertEquals(
        List.of(List.of("a", "b", "c")),
        shared(java("a", "counts"), java("b", "adds"), java("c", "runs-flow")));
    assertEquals(
        List.of(List.of("a", "b")), shared(java("a", "runs-flow"), java("b", "runs-flow")));
  }

  @Test
  void aFunctionThatRunsAReferenceToAMethodOfTheJdk_isKnown() {
    Node lines = java("b", "lines-of", new Ref("m"));
    assertEquals(List.of(), shared(java("a", "counts"), makes("m"), lines));
  }

  @Test
  void constantsOfALibrary_countAsItsStaticFields() {
    assertEquals(List.of(), shared(java("a", "lighter"), java("b", "lighter")));
  }

  @Test
  void oneOfAnyNumberOfArguments_isWhatIsInTheArrayOfThem() {
    Env cell = new Env("cell");
    assertEquals(
        List.of(List.of("a", "b")), shared(java("a", "raised", cell), java("b", "raised", cell)));
    assertEquals(
        List.of(List.of("a", "b")), shared(java("a", "raised", cell), java("b", "in-cell", cell)));
    Node raises = java("b", "raise", new Ref("a"));
    assertEquals(
        List.of(List.of("a", "b", "c")),
        shared(java("a", "first-of", cell), raises, java("c", "in-cell", cell)));
  }

  @Test
  void theResultOfAFunctionTooLargeToAnalyse_mayBeAnyValueThatItUses() {
    assertEquals(
        List.of(List.of("a", "b", "c")),
        shared(java("a", "counts"), java("b", "list-of"), java("c", "grow", new Ref("b"))));
  }

  @Test
  void twoNodesThatMayRunAtOnce_shareIfOneChangesTheValue() {
    assertEquals(
        List.of(List.of("c", "r")), shared(makes("m"), changes("c", "m"), makes("r", "m")));
    assertEquals(List.of(), shared(makes("m"), makes("r", "m"), makes("s", "m")));
  }

  @Test
  void nodesThatRunOneAfterTheOther_doNotShare() {
    assertEquals(
        List.of(),
        shared(makes("m"), changes("a", "m"), changes("b", "m", "a"), changes("c", "m", "b")));
  }

  @Test
  void aValueThatAFunctionKeeps_isSharedEvenByDependentNodesAndAcrossPackets() {
    List<Group> groups = groups(makes("m"), call("k", true, false, "m"), changes("c", "m", "k"));
    assertEquals(List.of("k", "c"), groups.get(0).nodes());
    assertTrue(groups.get(0).acrossPackets());
  }

  @Test
  void aNodeAfterARegion_runsAfterAllNodesInTheRegion() {
    Node inside = changes("i", "m");
    for (Node region :
        List.of(
            choice("r", "t", yields(inside)),
            new If("r", HERE, new Ref("t"), yields(), yields(inside)),
            loop("r", new Ref("t"), yields("p", inside)),
            map("r", "t", yields("p", inside)),
            copies("r", "t", yields("p", inside)))) {
      assertEquals(
          List.of(),
          shared(makes("m"), code("t", Effect.COMPUTES), region, changes("after", "m", "r")),
          region.toString());
    }
  }

  @Test
  void aNodeInARegion_runsAfterTheNodesBeforeTheRegion() {
    Node inside = changes("i", "m");
    for (Node region :
        List.of(
            choice("r", "before", yields(inside)),
            new If("r", HERE, new Ref("before"), yields(), yields(inside)),
            loop("r", new Ref("before"), yields("p", inside)),
            map("r", "before", yields("p", inside)),
            copies("r", "before", yields("p", inside)))) {
      assertEquals(
          List.of(), shared(makes("m"), changes("before", "m"), region), region.toString());
    }
  }

  @Test
  void nodesInBothBranchesOfAChoice_shareOnlyInALoop() {
    Node choice =
        new If("r", HERE, new Ref("t"), yields(changes("a", "m")), yields(changes("b", "m")));
    Node test = code("t", Effect.COMPUTES);
    assertEquals(List.of(), shared(makes("m"), test, choice));
    assertEquals(
        List.of(List.of("a", "b")),
        shared(makes("m"), test, loop("l", new Constant(1), yields("p", choice))));
  }

  @Test
  void anInputOfARegion_isTheSameValueInside() {
    Node inside = changes("i", "p");
    for (Node region :
        List.of(
            loop("r", new Ref("m"), yields("p", inside)),
            map("r", "m", yields("p", inside)),
            copies("r", "m", yields("p", inside)))) {
      assertEquals(
          List.of(List.of("i", "c")),
          shared(makes("m"), region, changes("c", "m")),
          region.toString());
    }
  }

  @Test
  void theSectionOfTheFirstNodeInACollection_usesTheCollection() {
    Node[] body = {code("i", Effect.COMPUTES), code("j", Effect.COMPUTES)};
    assertEquals(
        List.of(List.of("i", "c")),
        shared(makes("m"), map("r", "m", yields("p", body)), changes("c", "m")));
    assertEquals(
        List.of(List.of("i", "c")),
        shared(
            new SMap("r", HERE, new Env("list"), yields("p", body)),
            changes("c", new Env("list"))));
    assertEquals(
        List.of(List.of("r", "c")),
        shared(makes("m"), map("r", "m", yields("p")), changes("c", "m")));
    assertEquals(List.of(), shared(makes("m"), map("r", "m", yields("p")), changes("c", "m", "r")));
  }

  @Test
  void aCollectionThatALaterFunctionChanges_keepsTheElementsOfTheProgram() {
    for (boolean isCopy : List.of(false, true)) {
      Flow flow =
          Flow.define(
                  "iterates",
                  Library.of(Statics.class),
                  f -> {
                    Definition.Value list = f.call("ones", 100_000);
                    Object all = f.map(list, n -> isCopy ? n : f.call("adds", n));
                    return f.call("size-and", all, f.call("grow", list));
                  })
              .sections(Sections.perFunction());
      for (int i = 0; i < 3; i++) {
        assertEquals(100_001, flow.run(), flow.explain());
      }
    }
  }

  @Test
  void aValueThatOneTurnPassesToTheNext_isTheSameValueThere() {
    Region body =
        new Region(
            List.of("p"),
            List.of(changes("last", "p"), makes("m"), changes("now", "m")),
            new Recur(List.of(new Ref("m"))));
    assertEquals(List.of(List.of("last", "now")), shared(loop("l", new Constant(1), body)));
  }

  @Test
  void aSource_usesTheValuesThatItsArgumentsAreMadeOf() {
    assertEquals(
        List.of(List.of("e", "s", "c")),
        shared(
            code("e", Effect.COMPUTES, new Env("list")),
            call("s", false, true, "e"),
            changes("c", new Env("list"))));
  }

  @Test
  void theResultOfCode_mayBeAValueThatTheCodeUsesByItself() {
    bindings.uses("e", "log", new ArrayList<>());
    assertEquals(List.of(List.of("e", "c")), shared(makes("e"), changes("c", "e")));
  }
}
