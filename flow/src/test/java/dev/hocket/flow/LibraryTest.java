package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Implementation.JavaMethod;
import dev.hocket.flow.graph.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests how names in an algorithm find methods. */
class LibraryTest {
  private static final Position HERE = new Position("algo.clj", 3, 5);

  static class Reads {
    private long count;

    @Function
    long nbRead(long value) {
      return count += value;
    }
  }

  static final class ReadsAndJoins extends Reads {
    @Function
    long join(long a, long b) {
      return nbRead(a) + b;
    }
  }

  static final class Other {
    @Function
    static long nbRead(long value) {
      return value;
    }

    @Function(name = "http->text")
    static String parse(String value) {
      return value;
    }
  }

  private static String message(Library library, String name, int arity) {
    return assertThrows(FlowException.class, () -> library.resolve(name, arity, HERE)).getMessage();
  }

  @Test
  void anInheritedFunction_isItsClasssOwnUnlessTheSubclassIsNamed() {
    Library library = Library.of(Reads.class, ReadsAndJoins.class);
    assertEquals(Reads.class.getName(), library.resolve("nb-read", 1, HERE).owner());
    assertEquals(
        ReadsAndJoins.class.getName(), library.resolve("ReadsAndJoins/nb-read", 1, HERE).owner());
    assertEquals(
        ReadsAndJoins.class.getName(),
        Library.of(ReadsAndJoins.class).resolve("nb-read", 1, HERE).owner());
  }

  interface Doubling {
    List<Long> doubled();

    @Function
    default int howMany(long value) {
      doubled().add(2 * value);
      return doubled().size();
    }

    @Function
    default List<Long> all() {
      return doubled();
    }
  }

  static final class Doubles implements Doubling {
    private final List<Long> doubled = new ArrayList<>();

    @Override
    public List<Long> doubled() {
      return doubled;
    }
  }

  @Test
  void aDefaultMethodOfAnInterface_isAFunctionOfTheClassesWithIt() {
    Library library = Library.of(Doubles.class, Doubling.class);
    Flow flow =
        Flow.define(
            "doubles",
            Functions.library().and(library),
            f -> f.call("how-many", f.call("numbers", 3)));
    assertEquals(3, flow.run());
    assertTrue(
        message(library, "all", 0).contains("LibraryTest$Doubling.all"),
        message(library, "all", 0));
    assertTrue(message(library, "all", 0).contains("returns this.doubled"));
  }

  @Test
  void combinedLibraries_haveTheClassesOfAll() {
    Library base = Library.of(Reads.class);
    Library derived = Library.of(ReadsAndJoins.class);
    for (Library both : List.of(base.and(derived), derived.and(base))) {
      assertEquals(Reads.class.getName(), both.resolve("nb-read", 1, HERE).owner());
      assertEquals(ReadsAndJoins.class.getName(), both.resolve("join", 2, HERE).owner());
    }
    assertEquals(ReadsAndJoins.class.getName(), derived.resolve("nb-read", 1, HERE).owner());
  }

  @Test
  void theDescriptionOfAFunctionInAGraph_isPlainData() {
    JavaMethod found = Functions.library().resolve("numbers", 1, HERE);
    assertEquals(Functions.Numbers.class.getName(), found.owner());
    assertEquals("(J)Ljava/lang/Object;", found.descriptor());
    assertTrue(found.source());
    assertTrue(found.stateful());
    assertFalse(Functions.library().resolve("twice", 1, HERE).stateful());
  }

  @Test
  void anUnknownName_isRefusedWithNearOnes() {
    assertEquals(
        "algo.clj:3:5: no function is named nb-raed; did you mean nb-read?",
        message(Library.of(Reads.class), "nb-raed", 1));
  }

  @Test
  void aWrongNumberOfArguments_isRefusedWithTheRightOnes() {
    String message = message(Functions.library(), "sum", 2);
    assertEquals(
        "algo.clj:3:5: sum is called with 2 arguments, but takes 1:"
            + " dev.hocket.flow.Functions$Sum.sum(long)",
        message);
  }

  @Test
  void varargs_takeAnyNumber() {
    Flow flow = Flow.define("sum", Functions.library(), f -> f.call("plus", 1, 2, 3));
    assertEquals(6L, flow.run());
    assertEquals(0L, Flow.define("sum", Functions.library(), f -> f.call("plus")).run());
  }

  @Test
  void argumentsThatTheJvmCannotPass_areRefused() {
    Library library = Functions.library();
    assertTrue(library.resolve("plus", 126, HERE).varargs());
    assertEquals(
        "algo.clj:3:5: plus is called with 127 arguments, more than the JVM can pass to a method;"
            + " give it a collection",
        message(library, "plus", 127));
    Object[] ones = new Object[126];
    Arrays.fill(ones, 1L);
    assertEquals(126L, Flow.define("sum", library, f -> f.call("plus", ones)).run());
  }

  @Test
  void twoClassesWithAName_areAmbiguousUntilOneIsNamed() {
    Library library = Library.of(Reads.class, Other.class);
    assertTrue(
        message(library, "nb-read", 1)
            .matches("algo.clj:3:5: nb-read is ambiguous: .*; name one, as in .*/nb-read"),
        message(library, "nb-read", 1));
    assertEquals(Other.class.getName(), library.resolve("Other/nb-read", 1, HERE).owner());
  }

  @Test
  void packages_areScannedOnTheClassPath() {
    Library library =
        Library.ofPackages(LibraryTest.class.getClassLoader(), List.of("dev.hocket.flow"));
    assertTrue(library.has("http->text"));
    assertTrue(library.has("numbers"));
    assertThrows(
        IllegalArgumentException.class,
        () -> Library.ofPackages(LibraryTest.class.getClassLoader(), List.of("no.such")));
  }

  @Test
  void numbers_areConvertedAsInInteroperation() {
    assertEquals(
        42L, Flow.define("n", Functions.library(), f -> f.call("twice", f.call("inc", 20L))).run());
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> Flow.define("n", Functions.library(), f -> f.call("inc", 1L << 40)).run());
    assertEquals("value out of range for int: 1099511627776", e.getMessage());
  }
}
