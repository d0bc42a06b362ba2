package dev.hocket.events.model;

import java.util.Arrays;
import java.util.List;

/**
 * Programs in the paper's words. Channels and processes are named by strings; variables too, each
 * bound once.
 */
final class Syntax {

  private Syntax() {}

  static Exp unit() {
    return new Exp.Lit(Value.UNIT);
  }

  static Exp atom(String text) {
    return new Exp.Lit(new Value.Atom(text));
  }

  static Exp chan(String name) {
    return new Exp.Lit(new Value.Chan(name));
  }

  static Exp var(String name) {
    return new Exp.Var(name);
  }

  static Exp quote(Ev event) {
    return new Exp.Quote(event);
  }

  static Ev use(String name) {
    return new Ev.Use(var(name));
  }

  static Ev sendEvt(String channel, String value) {
    return new Ev.Send(chan(channel), atom(value));
  }

  static Ev recvEvt(String channel) {
    return new Ev.Recv(chan(channel));
  }

  static Ev alwaysEvt(String value) {
    return new Ev.Always(atom(value));
  }

  static Ev timeOutEvt() {
    return new Ev.TimeOut();
  }

  static Ev never() {
    return new Ev.Never();
  }

  static Ev aSendEvt(String channel, String value) {
    return sTrans(sendEvt(channel, value));
  }

  static Ev aRecvEvt(String channel) {
    return sTrans(recvEvt(channel));
  }

  static Ev aAlwaysEvt(String value) {
    return sTrans(alwaysEvt(value));
  }

  static Ev aNever() {
    return sTrans(never());
  }

  static Ev wrap(Ev event, Fn f) {
    return new Ev.Wrap(event, f);
  }

  /** A handler gets the name of the failure as its argument. */
  static Ev wrapHandler(Ev event, Fn f) {
    return new Ev.Wrap(event, new Fn(f.parameter(), f.body(), true));
  }

  static Ev sWrap(Ev event, Fn f) {
    return new Ev.Wrap(event, f);
  }

  static Ev aWrap(Ev event, Fn f) {
    return new Ev.AWrap(event, f);
  }

  static Ev guard(Block body) {
    return new Ev.Guard(body);
  }

  static Ev withNack(String nack, Block body) {
    return new Ev.WithNack(nack, body);
  }

  static Ev choose(Ev... branches) {
    return new Ev.Choose(List.of(branches));
  }

  static Ev prefer(Ev... branches) {
    return new Ev.Prefer(List.of(branches));
  }

  static Ev aChoose(Ev... branches) {
    return new Ev.AChoose(List.of(branches));
  }

  /**
   * {@code sChoose} waits until one branch is consumed, so it is a choice between events that wait
   * for their consumption.
   */
  static Ev sChoose(Ev... branches) {
    return choose(Arrays.stream(branches).map(Syntax::aTrans).toArray(Ev[]::new));
  }

  static Ev aTrans(Ev event) {
    return new Ev.ATrans(event);
  }

  static Ev sTrans(Ev event) {
    return new Ev.STrans(event);
  }

  static Stmt sync(String name, Ev event) {
    return new Stmt.Sync(name, event, false);
  }

  static Stmt aSync(String name, Ev event) {
    return new Stmt.Sync(name, event, true);
  }

  static Stmt start(String name, Ev event) {
    return new Stmt.Start(name, event);
  }

  static Stmt withdraw(String name, String handle) {
    return new Stmt.Withdraw(name, var(handle));
  }

  static Stmt buffered(String channel, int capacity) {
    return new Stmt.Make(channel, new Kind(capacity, Integer.MAX_VALUE, true));
  }

  /** Makes a channel on which one more send than the limit waits for room. */
  static Stmt waiting(String channel, int limit) {
    return new Stmt.Make(channel, new Kind(0, limit, true));
  }

  /** Makes a channel on which one more send than the limit fails. */
  static Stmt failing(String channel, int limit) {
    return new Stmt.Make(channel, new Kind(0, limit, false));
  }

  static Stmt observe(String label, Exp value) {
    return new Stmt.Observe(label, value);
  }

  static Stmt observe(String label) {
    return observe(label, unit());
  }

  static Stmt spawn(String process, Stmt... body) {
    return new Stmt.Spawn(process, block(body));
  }

  static Stmt newChannel(String name) {
    return new Stmt.NewChannel(name);
  }

  static Stmt close(String channel) {
    return new Stmt.Close(chan(channel));
  }

  static Stmt fail(String channel, String cause) {
    return new Stmt.Fail(chan(channel), cause);
  }

  static Stmt interrupt(String process) {
    return new Stmt.Interrupt(process);
  }

  static Stmt raise(String cause) {
    return new Stmt.Throw(cause);
  }

  static Block block(Stmt... body) {
    return new Block(List.of(body), unit());
  }

  /** Makes the body of a guard: its statements, then the event it returns. */
  static Block block(Ev result, Stmt... body) {
    return new Block(List.of(body), quote(result));
  }

  static Fn fn(String parameter, Exp result, Stmt... body) {
    return new Fn(parameter, new Block(List.of(body), result), false);
  }

  /** Makes a function that observes its argument and returns it. */
  static Fn tag(String label) {
    return fn("it", var("it"), observe(label, var("it")));
  }

  /** Makes a function that returns another value than its argument. */
  static Fn to(String value) {
    return fn("_", atom(value));
  }
}
