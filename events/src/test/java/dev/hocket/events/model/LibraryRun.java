package dev.hocket.events.model;

import dev.hocket.events.AsyncEvent;
import dev.hocket.events.Channel;
import dev.hocket.events.ChannelClosedException;
import dev.hocket.events.ChannelFullException;
import dev.hocket.events.Event;
import dev.hocket.events.Events;
import dev.hocket.events.HandlerPeek;
import dev.hocket.events.Heat;
import dev.hocket.events.Overflow;
import dev.hocket.events.timers.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A program of the model, run by the library: each process is a thread, each event a real one.
 *
 * <p>Uses no monitors: a thread of the JVM wakes a virtual thread that has waited for one, and
 * {@link Turns} does not know that thread.
 */
final class LibraryRun {

  /** The exception that a program throws. */
  static final class Thrown extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Thrown(String cause) {
      super(cause);
    }
  }

  /** The failure of a program that Java would not compile. */
  static final String NOT_JAVA = "wrong kind of event: ";

  /** A timeout in a {@link VirtualTime}. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private final ThreadFactory threads;
  private final Runnable pause;
  private final Waits waits;
  private final Map<String, Channel<Value>> channels = new ConcurrentSkipListMap<>();
  private final Map<String, Event<Void>> nacks = new ConcurrentSkipListMap<>();
  private final Map<String, CompletableFuture<?>> started = new ConcurrentSkipListMap<>();
  private final Map<String, Thread> processes = new ConcurrentSkipListMap<>();

  /** A thread, and the statements that it is running, the innermost last. */
  private record Running(Thread thread, Deque<String> where) {}

  private final ThreadLocal<Deque<String>> where = new ThreadLocal<>();

  private final Queue<Running> all = new ConcurrentLinkedQueue<>();
  private final Queue<String> trace = new ConcurrentLinkedQueue<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger fresh = new AtomicInteger();

  /**
   * @param threads makes the threads of processes and of post-consumption actions
   * @param pause may run other threads first
   * @param waits how threads wait
   */
  LibraryRun(ThreadFactory threads, Runnable pause, Waits waits) {
    this.threads = threads;
    this.pause = pause;
    this.waits = waits;
    Events.setThreadFactory(this::newThread);
  }

  void start(Stmt... program) {
    start("main", Syntax.block(program));
  }

  /** Returns the outcome, once no thread can continue. */
  Outcome outcome() {
    List<String> stuck = new ArrayList<>();
    for (Running running : all) {
      if (running.thread.isAlive()) {
        String innermost = running.where.peekLast();
        stuck.add(innermost == null ? "?" : innermost);
      }
    }
    return new Outcome(
        List.copyOf(trace), stuck.stream().sorted().toList(), failures.stream().sorted().toList());
  }

  /** Returns whether a thread will certainly continue, even if it has no turn now. */
  boolean isBlockedOrRunnable() {
    return all.stream()
        .map(running -> running.thread().getState())
        .anyMatch(state -> state == Thread.State.BLOCKED || state == Thread.State.RUNNABLE);
  }

  /** Interrupts the remaining threads; false if there are none. */
  boolean interruptRest() {
    List<Thread> rest = all.stream().map(Running::thread).filter(Thread::isAlive).toList();
    rest.forEach(Thread::interrupt);
    return !rest.isEmpty();
  }

  private void start(String name, Block body) {
    Thread thread =
        newThread(() -> {
          try {
            run(body);
          } catch (InterruptedException interrupted) {
            failures.add("interrupted");
          }
        });
    processes.put(name, thread);
    thread.start();
  }

  private Thread newThread(Runnable body) {
    Deque<String> here = new ArrayDeque<>();
    Thread thread =
        threads.newThread(() -> {
          where.set(here);
          pause.run();
          body.run();
        });
    thread.setUncaughtExceptionHandler((t, failure) -> failures.add(describe(failure)));
    all.add(new Running(thread, here));
    return thread;
  }

  private Value run(Block block) throws InterruptedException {
    Block rest = block;
    while (!rest.body().isEmpty()) {
      Stmt first = rest.first();
      rest = rest.rest();
      switch (first) {
        case Stmt.Sync sync -> rest = rest.bind(sync.name(), synchronise(sync));
        case Stmt.Start start -> rest = rest.bind(start.name(), start(start));
        case Stmt.Withdraw withdraw -> {
          pause.run();
          boolean withdrawn = started.get(withdraw.handle().handle()).cancel(false);
          rest = rest.bind(withdraw.name(), new Value.Atom(Boolean.toString(withdrawn)));
        }
        case Stmt.NewChannel channel ->
            rest = rest.bind(channel.name(), new Value.Chan("%" + fresh.incrementAndGet()));
        default -> {
          pause.run();
          execute(first);
        }
      }
    }
    return rest.result().value();
  }

  private void execute(Stmt statement) {
    switch (statement) {
      case Stmt.Observe observe -> trace.add(observe.label() + "=" + observe.value().value());
      case Stmt.Spawn spawn -> start(spawn.process(), spawn.body());
      case Stmt.Close close -> channel(close.channel()).close();
      case Stmt.Fail fail -> channel(fail.channel()).fail(new Thrown(fail.cause()));
      case Stmt.Interrupt interrupt -> {
        Thread target = processes.get(interrupt.process());
        if (target != null) {
          target.interrupt();
        }
      }
      case Stmt.Throw thrown -> throw new Thrown(thrown.cause());
      case Stmt.Make make -> channels.put(make.channel(), channel(make.channel(), make.kind()));
      case Stmt.Sync sync -> throw new IllegalStateException("binds: " + sync);
      case Stmt.Start start -> throw new IllegalStateException("binds: " + start);
      case Stmt.Withdraw withdraw -> throw new IllegalStateException("binds: " + withdraw);
      case Stmt.NewChannel channel -> throw new IllegalStateException("binds: " + channel);
    }
  }

  private Value synchronise(Stmt.Sync statement) throws InterruptedException {
    Deque<String> here = where.get();
    here.addLast(statement.name());
    pause.run();
    try {
      return value(
          statement.async() ? async(statement.event()).aSync() : wait(sync(statement.event())));
    } finally {
      here.removeLast();
    }
  }

  private Object wait(Event<?> event) throws InterruptedException {
    return waits == Waits.SUSPENDED ? HandlerPeek.sync(event) : event.sync();
  }

  private Value start(Stmt.Start statement) throws InterruptedException {
    Deque<String> here = where.get();
    here.addLast(statement.name());
    pause.run();
    try {
      String name = "^" + fresh.incrementAndGet();
      started.put(name, sync(statement.event()).toFuture());
      return new Value.Handle(name);
    } finally {
      here.removeLast();
    }
  }

  /** Converts a value: the library has null where the model has unit. */
  private static Value value(Object object) {
    return object == null ? Value.UNIT : (Value) object;
  }

  private Channel<Value> channel(Exp channel) {
    Channel<Value> made = new Channel<>(channel.channel());
    Channel<Value> other = channels.putIfAbsent(channel.channel(), made);
    Channel<Value> known = other == null ? made : other;
    // The channel is heated each time, because it cools down.
    return waits == Waits.HOT ? Heat.heat(known) : known;
  }

  private static Channel<Value> channel(String name, Kind kind) {
    if (kind.isLimited()) {
      return Channel.limited(name, kind.limit(), kind.waits() ? Overflow.WAIT : Overflow.FAIL);
    }
    return kind.capacity() > 0 ? Channel.buffered(name, kind.capacity()) : new Channel<>(name);
  }

  private Value call(Fn f, Object argument) throws InterruptedException {
    return run(f.call(value(argument)));
  }

  private Event<?> sync(Ev event) {
    return switch (event) {
      case Ev.Send send -> channel(send.channel()).sendEvt(send.value().value());
      case Ev.Recv recv -> channel(recv.channel()).recvEvt();
      case Ev.Always always -> Events.alwaysEvt(always.value().value());
      case Ev.Never never -> Events.never();
      case Ev.TimeOut timeOut -> Events.timeOutEvt(SOON);
      case Ev.Wrap wrap when wrap.f().handler() -> handled(sync(wrap.event()), wrap.f());
      case Ev.Wrap wrap -> sync(wrap.event()).wrap(v -> call(wrap.f(), v));
      case Ev.Guard guard -> Events.guard(() -> sync(run(guard.body())));
      case Ev.WithNack with -> Events.withNack(nack -> sync(run(given(with, nack))));
      case Ev.Choose choose -> Events.choose(choose.branches().stream().map(this::sync).toList());
      case Ev.Prefer prefer -> Events.prefer(prefer.branches().stream().map(this::sync).toList());
      case Ev.ATrans trans -> async(trans.event()).aTrans();
      case Ev.Nack nack -> nacks.get(nack.nack());
      default -> throw new IllegalArgumentException(NOT_JAVA + event);
    };
  }

  private Event<?> sync(Value event) {
    return sync(((Value.EventValue) event).event());
  }

  private AsyncEvent<?, ?> async(Ev event) {
    return switch (event) {
      case Ev.Wrap wrap -> async(wrap.event()).sWrap(v -> call(wrap.f(), v));
      case Ev.AWrap wrap -> async(wrap.event()).aWrap(v -> call(wrap.f(), v));
      case Ev.Guard guard -> Events.aGuard(() -> asyncObjects(run(guard.body())));
      case Ev.WithNack with -> Events.aWithNack(nack -> asyncObjects(run(given(with, nack))));
      case Ev.AChoose choose ->
          Events.aChoose(choose.branches().stream().map(this::asyncObjects).toList());
      case Ev.Choose choose ->
          Events.sChoose(choose.branches().stream().map(this::branchOfSChoose).toList());
      case Ev.STrans trans -> sync(trans.event()).sTrans();
      default -> throw new IllegalArgumentException(NOT_JAVA + event);
    };
  }

  private AsyncEvent<Object, Object> branchOfSChoose(Ev branch) {
    if (branch instanceof Ev.ATrans trans) {
      return asyncObjects(trans.event());
    }
    throw new IllegalArgumentException(NOT_JAVA + branch);
  }

  private AsyncEvent<Object, Object> asyncObjects(Value event) {
    return asyncObjects(((Value.EventValue) event).event());
  }

  @SuppressWarnings("unchecked")
  private AsyncEvent<Object, Object> asyncObjects(Ev event) {
    return (AsyncEvent<Object, Object>) async(event);
  }

  @SuppressWarnings("unchecked")
  private Event<?> handled(Event<?> event, Fn f) {
    return ((Event<Object>) event).wrapHandler(e -> call(f, new Value.Atom(describe(e))));
  }

  private Block given(Ev.WithNack with, Event<Void> nack) {
    String name = "!" + fresh.incrementAndGet();
    nacks.put(name, nack);
    return with.body().bind(with.nack(), new Value.EventValue(new Ev.Nack(name)));
  }

  private static String describe(Throwable failure) {
    return switch (failure) {
      case Thrown thrown -> thrown.getMessage();
      case InterruptedException interrupted -> "interrupted";
      case ChannelFullException full -> full.channel().replace("channel ", "") + " full";
      case ChannelClosedException closed -> {
        String how = closed.getCause() == null ? "closed" : closed.getCause().getMessage();
        yield closed.channel().replace("channel ", "") + " " + how;
      }
      default -> failure.toString();
    };
  }
}
