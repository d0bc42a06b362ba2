package dev.hocket.events.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Shrinks a program that shows a fault, as long as it still shows the fault. */
final class Shrink {

  private Shrink() {}

  /**
   * Finds a program such that no smaller one shows the fault. {@code shows} may throw for a text
   * that is no program.
   */
  static Stmt[] smallest(Stmt[] program, Predicate<Stmt[]> shows) {
    Block block = Syntax.block(program);
    for (boolean smaller = true; smaller; ) {
      smaller = false;
      for (Block candidate : smaller(block).toList()) {
        if (shows(candidate, shows)) {
          block = candidate;
          smaller = true;
          break;
        }
      }
    }
    return block.body().toArray(Stmt[]::new);
  }

  private static boolean shows(Block candidate, Predicate<Stmt[]> shows) {
    try {
      return shows.test(candidate.body().toArray(Stmt[]::new));
    } catch (IllegalStateException | IllegalArgumentException noProgram) {
      return false;
    }
  }

  private static Stream<Block> smaller(Block block) {
    List<Stmt> body = block.body();
    Stream<List<Stmt>> without =
        IntStream.range(0, body.size()).mapToObj(i -> with(body, i, List.of()));
    Stream<List<Stmt>> inlined =
        IntStream.range(0, body.size())
            .boxed()
            .flatMap(i ->
                body.get(i) instanceof Stmt.Spawn s
                    ? Stream.of(with(body, i, s.body().body()))
                    : Stream.of());
    Stream<Block> bodies =
        Stream.of(without, inlined, each(body, Shrink::smaller))
            .flatMap(s -> s)
            .map(b -> new Block(b, block.result()));
    Stream<Block> results =
        block.result() instanceof Exp.Quote quote
            ? smaller(quote.event()).map(e -> new Block(body, new Exp.Quote(e)))
            : Stream.of();
    return Stream.concat(bodies, results);
  }

  private static Stream<Stmt> smaller(Stmt statement) {
    return switch (statement) {
      case Stmt.Sync s -> smaller(s.event()).map(e -> new Stmt.Sync(s.name(), e, s.async()));
      case Stmt.Start s -> smaller(s.event()).map(e -> new Stmt.Start(s.name(), e));
      case Stmt.Spawn s -> smaller(s.body()).map(b -> new Stmt.Spawn(s.process(), b));
      default -> Stream.of();
    };
  }

  private static Stream<Ev> smaller(Ev event) {
    Stream<Ev> inside =
        switch (event) {
          case Ev.Wrap w -> both(w.event(), w.f(), Ev.Wrap::new);
          case Ev.AWrap w -> both(w.event(), w.f(), Ev.AWrap::new);
          case Ev.ATrans t ->
              Stream.concat(
                  t.event() instanceof Ev.STrans s ? Stream.of(s.event()) : Stream.of(),
                  smaller(t.event()).map(Ev.ATrans::new));
          case Ev.STrans t -> smaller(t.event()).map(Ev.STrans::new);
          case Ev.Choose c -> branches(c.branches(), Ev.Choose::new);
          case Ev.Prefer p -> branches(p.branches(), Ev.Prefer::new);
          case Ev.AChoose c -> branches(c.branches(), Ev.AChoose::new);
          case Ev.Guard g -> Stream.concat(result(g.body()), smaller(g.body()).map(Ev.Guard::new));
          case Ev.WithNack w ->
              Stream.concat(
                  result(w.body()), smaller(w.body()).map(b -> new Ev.WithNack(w.nack(), b)));
          default -> Stream.of();
        };
    return Stream.concat(event.parts().stream(), inside);
  }

  private static Stream<Ev> both(Ev event, Fn f, java.util.function.BiFunction<Ev, Fn, Ev> make) {
    return Stream.concat(
        smaller(event).map(e -> make.apply(e, f)),
        smaller(f.body()).map(b -> make.apply(event, new Fn(f.parameter(), b, f.handler()))));
  }

  private static Stream<Ev> branches(List<Ev> branches, Function<List<Ev>, Ev> make) {
    Stream<List<Ev>> fewer =
        branches.size() < 2
            ? Stream.of()
            : IntStream.range(0, branches.size()).mapToObj(i -> with(branches, i, List.of()));
    return Stream.concat(fewer, each(branches, Shrink::smaller)).map(make);
  }

  private static Stream<Ev> result(Block block) {
    return block.result() instanceof Exp.Quote quote ? Stream.of(quote.event()) : Stream.of();
  }

  private static <T> Stream<List<T>> each(List<T> list, Function<T, Stream<T>> smaller) {
    return IntStream.range(0, list.size())
        .boxed()
        .flatMap(i -> smaller.apply(list.get(i)).map(t -> with(list, i, List.of(t))));
  }

  private static <T> List<T> with(List<T> list, int at, List<T> instead) {
    List<T> copy = new ArrayList<>(list.subList(0, at));
    copy.addAll(instead);
    copy.addAll(list.subList(at + 1, list.size()));
    return List.copyOf(copy);
  }
}
