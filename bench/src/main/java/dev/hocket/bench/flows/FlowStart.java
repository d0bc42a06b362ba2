package dev.hocket.bench.flows;

import clojure.java.api.Clojure;
import clojure.lang.IFn;
import clojure.lang.Namespace;
import clojure.lang.RT;
import clojure.lang.Symbol;
import clojure.lang.Var;
import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import dev.hocket.flow.functions.Function;

/**
 * Measures the cost of an algorithm of 500 calls before it computes anything. The macro's expansion
 * links and checks the functions; the start of the flow lasts until its only packet has passed.
 */
public final class FlowStart {
  private static final int CALLS = 500;

  private FlowStart() {}

  /** A function of the algorithm. */
  public static final class AddOne {
    /** A function that takes almost no time. */
    @Function
    public long addOne(long n) {
      return n + 1;
    }
  }

  static void run(Settings settings) throws Exception {
    Clojure.var("clojure.core", "require").invoke(Clojure.read("hocket.flow"));
    Namespace namespace =
        Namespace.findOrCreate(Symbol.intern("dev.hocket.bench.flows.flow-start"));
    eval(namespace, "(clojure.core/refer (quote clojure.core))");
    eval(namespace, "(hocket.flow/flow :import [" + FlowStart.class.getName() + "])");
    IFn expand = (IFn) eval(namespace, "(fn [] (macroexpand-1 (quote " + algorithm() + ")))");
    IFn start = (IFn) eval(namespace, "(fn [] " + algorithm() + ")");
    Settings few = settings.withAtMost(11);
    int warmUp = Math.min(few.warmUpRounds(), 3);
    new Race("macro-expansion of an algorithm of " + CALLS + " calls")
        .with("flow", () -> in(namespace, expand, null))
        .run(warmUp, few.rounds(), few.seed());
    new Race("start of its flow, to the end of the first packet")
        .with("flow", () -> in(namespace, start, (long) CALLS))
        .run(warmUp, few.rounds(), few.seed());
  }

  /** The text of the algorithm, in which each call takes the result of the previous one. */
  private static String algorithm() {
    StringBuilder bindings = new StringBuilder("v0 0");
    for (int i = 1; i <= CALLS; i++) {
      bindings.append(" v").append(i).append(" (add-one v").append(i - 1).append(")");
    }
    return "(hocket.flow/flow {:sections :per-function} (let [" + bindings + "] v" + CALLS + "))";
  }

  private static Object eval(Namespace namespace, String text) {
    Var.pushThreadBindings(RT.map(RT.CURRENT_NS, namespace));
    try {
      return Clojure.var("clojure.core", "eval").invoke(Clojure.read(text));
    } finally {
      Var.popThreadBindings();
    }
  }

  private static double in(Namespace namespace, IFn task, Object expected) {
    Var.pushThreadBindings(RT.map(RT.CURRENT_NS, namespace));
    try {
      long start = System.nanoTime();
      Object result = task.invoke();
      long nanos = System.nanoTime() - start;
      if (expected != null && !expected.equals(result)) {
        throw new AssertionError("got " + result + " instead of " + expected);
      }
      return nanos;
    } finally {
      Var.popThreadBindings();
    }
  }
}
