package dev.hocket.flow.clojure;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import clojure.java.api.Clojure;
import clojure.lang.IFn;
import clojure.lang.Keyword;
import clojure.lang.Namespace;
import clojure.lang.RT;
import clojure.lang.Symbol;
import clojure.lang.Var;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs every {@code deftest} of the Clojure tests as a test of JUnit. */
class ClojureTest {
  private static final List<String> NAMESPACES =
      List.of(
          "hocket.flow.constructs-test",
          "hocket.flow.algorithms-test",
          "hocket.flow.streams-test",
          "hocket.flow.options-test",
          "hocket.flow.refusals-test",
          "hocket.flow.sharing-test",
          "hocket.flow.compiled-test",
          "hocket.flow.hostile-test",
          "hocket.flow.references-test",
          "hocket.flow.packaging-test",
          "hocket.flow.programs-test",
          "hocket.flow.random-test");

  private static final Keyword TEST = Keyword.intern("test");

  @TestFactory
  Stream<DynamicNode> tests() {
    IFn require = Clojure.var("clojure.core", "require");
    require.invoke(Symbol.intern("clojure.test"));
    return NAMESPACES.stream()
        .map(name -> {
          require.invoke(Symbol.intern(name));
          return dynamicContainer(name, testsIn(Namespace.find(Symbol.intern(name))));
        });
  }

  private static Stream<DynamicTest> testsIn(Namespace namespace) {
    Stream<?> mapped = ((Map<?, ?>) namespace.getMappings()).values().stream();
    return mapped
        .filter(Var.class::isInstance)
        .map(Var.class::cast)
        .filter(var -> var.ns == namespace && var.meta().valAt(TEST) != null)
        .map(var -> dynamicTest(var.sym.getName(), () -> run(var)));
  }

  private static void run(Var test) {
    StringWriter report = new StringWriter();
    Object counters = Clojure.var("clojure.test", "*initial-report-counters*");
    Var.pushThreadBindings(
        RT.map(
            Clojure.var("clojure.test", "*test-out*"),
            report,
            Clojure.var("clojure.test", "*report-counters*"),
            Clojure.var("clojure.core", "ref").invoke(((Var) counters).deref())));
    try {
      Clojure.var("clojure.test", "test-vars").invoke(RT.vector(test));
      Map<?, ?> counts = (Map<?, ?>) ((clojure.lang.IDeref) counter()).deref();
      if (count(counts, "fail") + count(counts, "error") > 0) {
        fail(report.toString());
      }
      if (count(counts, "pass") == 0) {
        fail(test + " asserts nothing");
      }
    } finally {
      Var.popThreadBindings();
    }
  }

  private static Object counter() {
    return ((Var) Clojure.var("clojure.test", "*report-counters*")).deref();
  }

  private static long count(Map<?, ?> counts, String kind) {
    return counts.get(Keyword.intern(kind)) instanceof Number number ? number.longValue() : 0;
  }
}
