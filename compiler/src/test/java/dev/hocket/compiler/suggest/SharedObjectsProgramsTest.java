package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs with objects that threads may change at the same time: what a handler has read of one
 * before the wait, another run may have changed after it.
 */
class SharedObjectsProgramsTest {
  private static final String SHARED = "the handler changes '";
  private static final String HEAD = "  final java.util.concurrent.";
  private static final String RUNS = "run 'load()'";

  @TempDir private Path folder;

  private static Hostile handler(String name, String answer, String field, String code) {
    return new Hostile(
        name,
        answer,
        HEAD
            + field
            + "\n  void open(JButton b) {\n    b.addActionListener(e -> {\n"
            + code
            + "    });\n  }\n");
  }

  static List<Hostile> programs() {
    return List.of(
        handler(
            "counter that is read, and set after the wait",
            SHARED,
            "atomic.AtomicInteger n = new java.util.concurrent.atomic.AtomicInteger();",
            """
                  int old = n.get();
                  String text = load(); // 1 lambda$open$0
                  n.set(old + text.length());
            """),
        handler(
            "entry of a concurrent map",
            SHARED,
            "ConcurrentHashMap<String, Integer> counts = new"
                + " java.util.concurrent.ConcurrentHashMap<>();",
            """
                  int old = counts.getOrDefault("a", 0);
                  String text = load(); // 1 lambda$open$0
                  counts.put("a", old + text.length());
            """),
        handler(
            "place in a list that is copied on writing",
            SHARED,
            "CopyOnWriteArrayList<String> rows = new"
                + " java.util.concurrent.CopyOnWriteArrayList<>();",
            """
                  int at = rows.size();
                  String text = load(); // 1 lambda$open$0
                  rows.add(at, text);
            """),
        handler(
            "request and reply",
            SHARED,
            "BlockingQueue<String> queue = new java.util.concurrent.LinkedBlockingQueue<>();",
            """
                  try {
                    queue.put("request");
                    label.setText(queue.take()); // 1 lambda$open$0
                  } catch (InterruptedException stop) {
                    label.setText("stopped");
                  }
            """),
        handler(
            "permit",
            SHARED,
            "Semaphore one = new java.util.concurrent.Semaphore(1);",
            """
                  one.acquireUninterruptibly();
                  String text = load(); // 1 lambda$open$0
                  one.release();
                  label.setText(text);
            """),
        handler(
            "counter that is read only",
            RUNS,
            "atomic.AtomicInteger n = new java.util.concurrent.atomic.AtomicInteger(9);",
            """
                  int wanted = n.get();
                  String text = load(); // 1 lambda$open$0
                  label.setText(text + wanted + n.get());
            """),
        handler(
            "counter of the run's own",
            RUNS,
            "Executor none = Runnable::run;",
            """
                  java.util.concurrent.atomic.AtomicInteger n = new java.util.concurrent.atomic.AtomicInteger();
                  List.of(1, 2).forEach(each -> n.addAndGet(each));
                  String text = load(); // 1 lambda$open$0
                  label.setText(text + n.incrementAndGet());
            """),
        handler(
            "calls that are counted on both sides",
            "run 'slow()'",
            "atomic.AtomicInteger n = new java.util.concurrent.atomic.AtomicInteger();",
            """
                  slow();
                  String text = slow(); // 2 lambda$open$0
                  label.setText(text);
                });
              }
              String slow() {
                n.incrementAndGet();
                String text = load(); // 1 slow
                n.decrementAndGet();
                return text;
              }
              void close(JButton b) {
                b.addActionListener(e -> {
            """),
        handler(
            "counter that shows that the handler runs",
            SHARED,
            "atomic.AtomicInteger n = new java.util.concurrent.atomic.AtomicInteger();",
            """
                  n.incrementAndGet();
                  String text = load(); // 1 lambda$open$0
                  n.decrementAndGet();
                  label.setText(text);
            """),
        handler(
            "number that is counted before the wait, and shown after it",
            SHARED,
            "atomic.LongAdder n = new java.util.concurrent.atomic.LongAdder();",
            """
                  n.increment();
                  String text = load(); // 1 lambda$open$0
                  label.setText(text + n.sum());
            """),
        handler(
            "flag for the time of the wait",
            SHARED,
            "atomic.AtomicBoolean busy = new java.util.concurrent.atomic.AtomicBoolean();",
            """
                  busy.set(true);
                  String text = load(); // 1 lambda$open$0
                  busy.set(false);
                  label.setText(text);
            """),
        handler(
            "counter by another name",
            SHARED,
            "atomic.AtomicInteger n = new java.util.concurrent.atomic.AtomicInteger();\n"
                + "  final java.util.concurrent.atomic.AtomicInteger m = n;",
            """
                  int old = n.get();
                  String text = load(); // 1 lambda$open$0
                  m.set(old + text.length());
            """),
        new Hostile(
            "counter in a variable of the code around the handler",
            SHARED,
            """
              void open(JButton b) {
                java.util.concurrent.atomic.AtomicInteger n = new java.util.concurrent.atomic.AtomicInteger();
                b.addActionListener(e -> {
                  int old = n.get();
                  String text = load(); // 1 lambda$open$0
                  n.set(old + text.length());
                });
              }
            """),
        handler(
            "lines of a log",
            RUNS,
            "Executor none = Runnable::run;",
            """
                  System.out.println("begin");
                  none.execute(() -> {});
                  String text = load(); // 1 lambda$open$0
                  System.out.println("end " + text);
                  none.execute(() -> {});
                  label.setText(text);
            """));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  void aHandlerIsNotSplitBetweenUsesThatBelongTogether(Hostile program) throws Exception {
    program.check(folder);
  }
}
