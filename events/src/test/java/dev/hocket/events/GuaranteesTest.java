package dev.hocket.events;

import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.never;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Block;
import dev.hocket.core.Coroutine;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.events.channels.QueuesPeek;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the guarantees of {@code package-info} for each public method. */
@Timeout(600)
class GuaranteesTest {
  /** Methods that wait, but document it otherwise than by an InterruptedException. */
  private static final Set<String> SAY_OTHERWISE = Set.of("Scope.close");

  /** Methods for which null has a meaning. */
  private static final Set<String> TAKE_NULL = Set.of("Events.setThreadFactory", "Next.End");

  private final Channel<Integer> c = new Channel<>("c");
  private final Channel<Integer> full = Channel.limited("full", 1, Overflow.WAIT);
  private final Multicast<Integer> crowded = new Multicast<>("crowded");
  private final Multicast.Listener<Integer> behind = crowded.listen(1, Overflow.WAIT);
  private final Target worker = Targets.of("worker");
  private final Scope scope = Scope.open("s");
  private final Rpc<Integer, Integer> rpc = new Rpc<>("f", n -> n);

  /** For each method that may wait, a call that would wait; none may be missing. */
  private final Map<String, Events.Body> waits = new HashMap<>();

  GuaranteesTest() throws InterruptedException {
    full.aSend(0);
    crowded.send(0);
    scope.spawn(never()::sync);
    waits.put("Event.sync", c.recvEvt()::sync);
    Event<Integer> waitsInAGuard = Events.guard(() -> alwaysEvt(c.recv()));
    waits.put("Event.poll", () -> waitsInAGuard.poll(value -> {}));
    waits.put("Event.syncThen", () -> full.sendEvt(1).syncThen(worker, none -> {}));
    waits.put("Event.toFuture", () -> full.sendEvt(1).toFuture());
    waits.put("AsyncEvent.aSync", () -> full.aSendEvt(1).aSync());
    waits.put("Events.select", () -> Events.select(c.recvEvt(), never()));
    waits.put("Channel.send", () -> c.send(1));
    waits.put("Channel.recv", c::recv);
    waits.put("Source.recv", c::recv);
    waits.put("Source.forEach", () -> c.forEach(n -> {}));
    waits.put("Mailbox.recv", new Mailbox<Integer>("m")::recv);
    waits.put("Multicast.send", () -> crowded.send(1));
    waits.put("Multicast.Listener.recv", new Multicast<Integer>("m").listen()::recv);
    waits.put("IVar.get", new IVar<Integer>()::get);
    waits.put("MVar.get", new MVar<Integer>()::get);
    waits.put("MVar.take", new MVar<Integer>()::take);
    waits.put("Rpc.call", () -> rpc.call(1));
    waits.put("Rpc.serve", rpc::serve);
    waits.put("Scope.join", scope::join);
  }

  @AfterEach
  void end() {
    scope.close();
    Events.setThreadFactory(null);
    Events.setTracing(false);
  }

  @Test
  void exactlyTheMethodsThatMayWait_throwAnInterruptedException() throws Exception {
    Set<String> declared = new TreeSet<>();
    for (Executable each : publicOnes()) {
      if (Arrays.asList(each.getExceptionTypes()).contains(InterruptedException.class)) {
        declared.add(name(each));
      }
    }
    assertEquals(new TreeSet<>(waits.keySet()), declared);
  }

  @Test
  void waitsOnALoop_areRefusedWithoutEffect() throws Exception {
    try (ToyLoop loop = new ToyLoop()) {
      waits.forEach((name, body) -> {
        Block block = loop.target.submit(name, body::run);
        assertThrows(IllegalStateException.class, block::join, name);
      });
    }
    assertNothingIsLeft();
  }

  @Test
  void waits_canBeInterruptedWithoutEffect() throws Exception {
    for (Map.Entry<String, Events.Body> wait : waits.entrySet()) {
      Running<Void> running =
          Running.start(() -> {
            wait.getValue().run();
            return null;
          });
      running.thread.interrupt();
      assertThrows(InterruptedException.class, running::get, wait.getKey());
    }
    assertNothingIsLeft();
  }

  private void assertNothingIsLeft() {
    assertEquals(0, c.waiting() + c.pending());
    assertEquals(1, full.pending());
    assertEquals(1, behind.pending());
    assertEquals(0, QueuesPeek.inLine(full.queues));
  }

  /** These methods may do or refuse anything, but not because they would have to wait. */
  @Test
  void otherMethods_returnOnALoop() throws Exception {
    try (ToyLoop loop = new ToyLoop()) {
      for (Executable each : publicOnes()) {
        if (!waits.containsKey(name(each)) && !SAY_OTHERWISE.contains(name(each))) {
          loop.target.call(
              name(each),
              () -> assertFalse(refusal(each).contains("would have to wait"), each::toString));
        }
      }
    }
  }

  private String refusal(Executable method) throws Exception {
    try {
      call(method, -1);
      return "none";
    } catch (InvocationTargetException thrown) {
      return String.valueOf(thrown.getCause().getMessage());
    }
  }

  @Test
  void nullArgumentsThatAreNotAllowed_areRefusedAtOnce() throws Exception {
    int refused = 0;
    for (Executable each : publicOnes()) {
      for (int i = 0; i < each.getParameterCount(); i++) {
        Class<?> type = each.getParameterTypes()[i];
        // An argument of a type parameter is a value, and null is one.
        if (!type.isPrimitive() && type != Object.class && !TAKE_NULL.contains(name(each))) {
          int place = i;
          InvocationTargetException thrown =
              assertThrows(
                  InvocationTargetException.class, () -> call(each, place), each::toString);
          assertInstanceOf(NullPointerException.class, thrown.getCause(), each::toString);
          refused++;
        }
      }
    }
    assertTrue(refused > 40, "only " + refused);
  }

  @Test
  void methodsThatOnlyMakeEvents_areMarked() throws Exception {
    for (Executable each : publicOnes()) {
      boolean makesAnEvent =
          each instanceof Method method
              && (method.getReturnType() == Event.class
                  || method.getReturnType() == AsyncEvent.class);
      assertEquals(makesAnEvent, each.isAnnotationPresent(CheckReturnValue.class), each::toString);
    }
  }

  @Test
  void nullAmongBranches_isRefusedAtOnce() {
    assertThrows(NullPointerException.class, () -> Events.choose(c.recvEvt(), null));
    assertThrows(NullPointerException.class, () -> Events.prefer(c.recvEvt(), null));
    assertThrows(NullPointerException.class, () -> Events.select(c.recvEvt(), null));
    assertThrows(NullPointerException.class, () -> Events.aChoose(c.aRecvEvt(), null));
    assertThrows(NullPointerException.class, () -> Events.sChoose(c.aRecvEvt(), null));
  }

  /**
   * Returns the public methods and constructors, except those of interfaces that programs
   * implement.
   */
  private static List<Executable> publicOnes() throws IOException, URISyntaxException {
    Path classes =
        Path.of(Channel.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .resolve(Channel.class.getPackageName().replace('.', '/'));
    List<Executable> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(classes)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).sorted().toList()) {
        Class<?> type = classOf(file);
        if (isPublic(type) && !type.isAnnotationPresent(FunctionalInterface.class)) {
          Stream.of(type.getDeclaredConstructors(), type.getDeclaredMethods())
              .flatMap(Arrays::stream)
              .filter(each -> Modifier.isPublic(each.getModifiers()) && !each.isSynthetic())
              .forEach(all::add);
        }
      }
    }
    return all;
  }

  private static Class<?> classOf(Path file) {
    String name = file.getFileName().toString().replace(".class", "");
    try {
      return Class.forName(Channel.class.getPackageName() + "." + name);
    } catch (ClassNotFoundException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static boolean isPublic(Class<?> type) {
    return Modifier.isPublic(type.getModifiers())
        && (type.getEnclosingClass() == null || isPublic(type.getEnclosingClass()));
  }

  private static String name(Executable each) {
    String type = each.getDeclaringClass().getName();
    String inPackage = type.substring(Channel.class.getPackageName().length() + 1);
    return inPackage.replace('$', '.') + (each instanceof Method ? "." + each.getName() : "");
  }

  /** Calls a method with an argument of each type, but null at one place. */
  private Object call(Executable each, int nullAt)
      throws ReflectiveOperationException, InterruptedException {
    Class<?>[] types = each.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] = i == nullAt ? null : some(types[i]);
    }
    if (each instanceof Constructor<?> constructor) {
      return constructor.newInstance(arguments);
    }
    boolean isStatic = Modifier.isStatic(each.getModifiers());
    return ((Method) each).invoke(isStatic ? null : some(each.getDeclaringClass()), arguments);
  }

  private Object some(Class<?> type) throws InterruptedException {
    Map<Class<?>, Object> samples = new HashMap<>();
    samples.put(int.class, 1);
    samples.put(boolean.class, true);
    samples.put(Object.class, 1);
    samples.put(String.class, "a name");
    samples.put(Event.class, alwaysEvt(1));
    samples.put(AsyncEvent.class, Events.aAlwaysEvt(1));
    samples.put(Event[].class, new Event<?>[] {alwaysEvt(1)});
    samples.put(AsyncEvent[].class, new AsyncEvent<?, ?>[] {Events.aAlwaysEvt(1)});
    samples.put(List.class, List.of());
    samples.put(Action.class, (Action<Object, Object>) value -> value);
    samples.put(Effect.class, (Effect<Object>) value -> {});
    samples.put(Maker.class, (Maker<Event<Integer>>) Events::never);
    samples.put(Events.Body.class, (Events.Body) () -> {});
    samples.put(Events.AsyncBody.class, (Events.AsyncBody) () -> {});
    samples.put(Consumer.class, (Consumer<Object>) value -> {});
    samples.put(ThreadFactory.class, Thread.ofVirtual().factory());
    samples.put(Target.class, worker);
    samples.put(Overflow.class, Overflow.FAIL);
    samples.put(Duration.class, Duration.ofSeconds(1));
    samples.put(Instant.class, Instant.now());
    samples.put(Throwable.class, new IOException("a cause"));
    samples.put(Thread.class, Thread.ofVirtual().unstarted(() -> {}));
    samples.put(Coroutine.class, Coroutine.begin("Sample.java:1"));
    samples.put(Block.class, worker.submit("a block", () -> {}));
    samples.put(CompletableFuture.class, CompletableFuture.completedFuture(1));
    samples.put(Flow.Publisher.class, new SubmissionPublisher<>());
    samples.put(Channel.class, new Channel<>("a channel"));
    samples.put(Source.class, new Channel<>("a source"));
    samples.put(Mailbox.class, new Mailbox<>("a mailbox"));
    samples.put(Multicast.class, new Multicast<>("a multicast"));
    samples.put(Multicast.Listener.class, new Multicast<>("a multicast").listen());
    samples.put(IVar.class, new IVar<>());
    samples.put(MVar.class, new MVar<>());
    samples.put(Rpc.class, rpc);
    samples.put(Scope.class, Scope.open("a scope"));
    samples.put(Next.Value.class, new Next.Value<>(1));
    samples.put(Next.End.class, new Next.End<>(null));
    samples.put(Ticker.class, Ticker.every(Duration.ofSeconds(1)));
    samples.put(Pending.class, never().syncThen(worker, value -> {}));
    samples.put(ChannelClosedException.class, new ChannelClosedException("a channel", null, null));
    samples.put(
        ChannelFullException.class,
        ChannelFullException.ofSend("a channel", null, 1, Overflow.FAIL));
    Object sample = samples.get(type);
    if (sample == null) {
      throw new AssertionError("nothing to call methods with: add a sample of " + type);
    }
    return sample;
  }
}
