package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions that await and are passed to the JDK's methods. Unexpected messages fail the test. */
class ImpatientCallsTest {
  @TempDir Path folder;

  private Harness.Compiled check(String statements) throws Exception {
    String source =
        """
        import java.util.*;
        import java.util.concurrent.*;
        import java.util.function.*;
        import java.util.stream.*;
        class Main {
          static int f;
          static void search() {
            //#omp target virtual(a) await
            f++;
          }
          //#omp async
          static void add(int n) {
            //#omp target virtual(a) await
            f += n;
          }
          //#omp async
          static int sum(int n) {
            //#omp target virtual(a) await
            f += n;
            return f;
          }
          static void all(List<Integer> list, Optional<Integer> one, Map<Integer, Integer> map) {
        %s
          }
        }
        """
            .formatted(statements);
    Harness.Compiled compiled = new Harness(folder).file("Main.java", source).compile("out");
    assertEquals(Marks.in(List.of(source)), Marks.reported(compiled), compiled.output());
    return compiled;
  }

  @Test
  void methodsThatCallAtOnce_continueTooEarly() throws Exception {
    check(
        """
        // expect: HK108
        list.forEach(n -> add(n));
        // expect: HK108
        list.forEach(Main::add);
        // expect: HK108
        list.forEach((f > 0 ? (Consumer<Integer>) (n -> search()) : n -> f++));
        list.forEach(
            //#omp async
            // expect: HK108
            n -> {
              //#omp target virtual(a) await
              f++;
            });
        // expect: HK108
        one.ifPresent(n -> add(n));
        // expect: HK108
        one.ifPresentOrElse(n -> f++, () -> search());
        // expect: HK108
        map.forEach((k, v) -> add(v));
        // expect: HK108
        list.iterator().forEachRemaining(Main::add);
        list.stream()
            // expect: HK108
            .peek(Main::add)
            // expect: HK108
            .forEachOrdered(Main::add);
        // expect: HK108
        IntStream.range(0, 3).forEach(Main::add);
        // expect: HK108
        list.stream().collect(() -> new int[1], (a, n) -> add(n), (a, b) -> {});
        """);
  }

  @Test
  void functionsThatKeepTheirCaller_areFine() throws Exception {
    check(
        """
        list.forEach(Main::sum);
        list.forEach(n -> sum(n));
        list.stream().map(Main::sum).forEach(n -> f++);
        list.forEach(n -> {
          add(n);
          f++;
        });
        list.forEach(n -> {
          //#omp target virtual(a) nowait
          f++;
        });
        list.forEach(n -> {
          //#omp target virtual(a)
          search();
        });
        """);
  }

  @Test
  void functionsThatAreCalledLater_areLeftAlone() throws Exception {
    check(
        """
        new Thread(() -> search()).start();
        Thread.startVirtualThread(() -> search());
        Thread.ofVirtual().unstarted(() -> search());
        Thread.ofPlatform().uncaughtExceptionHandler((thread, e) -> search());
        list.stream().onClose(() -> search()).close();
        new Observable().addObserver((o, value) -> search());
        ForkJoinPool.commonPool().execute(() -> search());
        java.util.logging.Logger.getGlobal().setFilter(r -> sum(1) > 0);
        list.forEach(n -> {
          Runnable later = () -> search();
        });
        """);
  }

  @Test
  void methodsThatOnlyHoldTheirArguments_areLeftAlone() throws Exception {
    check(
        """
        List<Runnable> steps = new ArrayList<>();
        steps.add(() -> search());
        steps.addAll(List.of(() -> search(), Main::search));
        Map<String, Runnable> byName = new HashMap<>();
        byName.put("search", Main::search);
        byName.getOrDefault("none", () -> search()).run();
        Collections.addAll(steps, () -> search(), () -> search());
        Objects.requireNonNull((Runnable) () -> search()).run();
        Objects.hash((Runnable) Main::search);
        Optional.of((Runnable) Main::search).ifPresent(steps::add);
        """);
  }

  @Test
  void message_namesTheMethod() throws Exception {
    String output =
        check("// expect: HK108\n    new ArrayList<Integer>().forEach(Main::add);").output();
    assertTrue(output.contains("'ArrayList.forEach' does not wait"), output);
    assertTrue(output.contains("for this method reference: "), output);
  }
}
