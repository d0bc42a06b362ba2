package dev.hocket.events.model;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints programs as text. */
final class Show {

  private Show() {}

  static String program(Stmt... program) {
    return Stream.of(program).map(Show::show).collect(Collectors.joining("\n"));
  }

  private static String show(Stmt statement) {
    return switch (statement) {
      case Stmt.Sync s ->
          s.name() + " = " + (s.async() ? "aSync(" : "sync(") + show(s.event()) + ")";
      case Stmt.Start s -> s.name() + " = start(" + show(s.event()) + ")";
      case Stmt.Withdraw w -> w.name() + " = withdraw(" + show(w.handle()) + ")";
      case Stmt.Make m -> "make " + m.channel() + " " + m.kind();
      case Stmt.Observe o -> "observe " + o.label() + "=" + show(o.value());
      case Stmt.Spawn s -> "spawn " + s.process() + " " + show(s.body());
      case Stmt.NewChannel n -> n.name() + " = channel()";
      case Stmt.Close c -> "close " + show(c.channel());
      case Stmt.Fail f -> "fail " + show(f.channel()) + " " + f.cause();
      case Stmt.Interrupt i -> "interrupt " + i.process();
      case Stmt.Throw t -> "throw " + t.cause();
    };
  }

  private static String show(Block block) {
    String result = show(block.result());
    Stream<String> statements = block.body().stream().map(Show::show);
    return Stream.concat(statements, result.equals("()") ? Stream.of() : Stream.of(result))
        .collect(Collectors.joining("; ", "{ ", " }"));
  }

  private static String show(Exp expression) {
    return switch (expression) {
      case Exp.Var v -> v.name();
      case Exp.Lit l -> l.value().toString();
      case Exp.Quote q -> show(q.event());
    };
  }

  private static String show(Fn f) {
    return f.parameter() + " -> " + show(f.body());
  }

  private static String show(Ev event) {
    return switch (event) {
      case Ev.Send s -> "sendEvt(" + show(s.channel()) + ", " + show(s.value()) + ")";
      case Ev.Recv r -> "recvEvt(" + show(r.channel()) + ")";
      case Ev.Always a -> "alwaysEvt(" + show(a.value()) + ")";
      case Ev.Never n -> "never()";
      case Ev.TimeOut t -> "timeOutEvt()";
      case Ev.Nack n -> "nack " + n.nack();
      case Ev.Wrap w ->
          (w.f().handler() ? "wrapHandler(" : "wrap(") + show(w.event()) + ", " + show(w.f()) + ")";
      case Ev.AWrap w -> "aWrap(" + show(w.event()) + ", " + show(w.f()) + ")";
      case Ev.Guard g -> "guard(() -> " + show(g.body()) + ")";
      case Ev.WithNack w -> "withNack(" + w.nack() + " -> " + show(w.body()) + ")";
      case Ev.Nacked n -> "nacked(" + n.nack() + ", " + show(n.event()) + ")";
      case Ev.Choose c -> "choose" + show(c.branches());
      case Ev.Prefer p -> "prefer" + show(p.branches());
      case Ev.AChoose c -> "aChoose" + show(c.branches());
      case Ev.ATrans t -> "aTrans(" + show(t.event()) + ")";
      case Ev.STrans t -> "sTrans(" + show(t.event()) + ")";
      case Ev.Use u -> show(u.event());
    };
  }

  private static String show(List<Ev> branches) {
    return branches.stream().map(Show::show).collect(Collectors.joining(", ", "(", ")"));
  }
}
